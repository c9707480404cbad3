import { Rocket } from 'lucide-react'
import { useParams } from 'react-router'
import { useRead } from '../../data/query.ts'
import { getReader } from '../../session/session.ts'
import { useMember } from '../../session/signed-in.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SectionFailure } from '../../ui/feedback/section-failure.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { readLaunch } from '../read-launches.ts'
import * as launchWords from '../words.ts'
import type { Route } from './+types/edit-launch'
import { LaunchForm } from './launch-form.tsx'
import OwnLaunchActions from './own-launch.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: launchWords.editTitle,
    description: launchWords.submitDescription,
    noIndex: true,
  })

/** The form of a launch or a draft, for its maker (spec 7 §2). */
export default function EditLaunch() {
  const user = useMember()
  const { id = '' } = useParams()
  const { data: launch, isError } = useRead(
    ['own-launch', id, user.id],
    async () => readLaunch(await getReader(), id),
    {
      // The form keeps what was read when it opened.
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
    },
  )
  if (isError) return <SectionFailure />
  if (launch === undefined) return <Loading className="panel page my-6 min-h-96 p-6" />
  const isOwn = launch?.profiles?.user_id === user.id
  const isOver = launch?.status === 'ended' && !launch.is_draft
  if (!launch || !isOwn || isOver) {
    return (
      <Notice
        isPage
        icon={Rocket}
        title={isOwn ? launchWords.editOver : launchWords.detailMissing}
        text={isOwn ? undefined : launchWords.detailMissingMore}
      >
        <LinkButton to="/launches">{launchWords.detailBack}</LinkButton>
      </Notice>
    )
  }
  return (
    <div className="page column py-6">
      <h1 className="display text-title">
        {launch.is_draft ? launchWords.editDraftTitle : launchWords.editTitle}
      </h1>
      {launch.is_draft ? <p className="mt-1 text-soft">{launchWords.editDraftText}</p> : null}
      <div className="mt-4 mb-6">
        <OwnLaunchActions launch={launch} isEditing />
      </div>
      <LaunchForm key={launch.id} userId={user.id} edited={launch} />
    </div>
  )
}
