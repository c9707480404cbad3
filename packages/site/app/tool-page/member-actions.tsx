import { Check, Plus } from 'lucide-react'
import { useRead } from '../data/query.ts'
import * as peopleWords from '../people/words.ts'
import { OWN_REVIEW_KEY, readOwnReview } from '../reviews/write/submit-review.ts'
import { useSession } from '../session/session.ts'
import type { ToolSummary } from '../tools/tool.ts'
import * as detailWords from '../tools/words/detail.ts'
import { LinkButton } from '../ui/button.tsx'
import MemberToggle from '../votes/member-toggle.tsx'

interface MemberActionsProps {
  tool: ToolSummary
  /** The link to the form. */
  review: { to: string; className: string }
  followClass: string
}

/** "Write Review", after the member's first review of the tool "Edit your review"; and "Follow". */
export default function MemberActions({ tool, review, followClass }: MemberActionsProps) {
  const { user } = useSession()
  const userId = user?.id ?? ''
  const { data: own } = useRead(
    [OWN_REVIEW_KEY, tool.id, userId],
    () => readOwnReview(tool.id, userId),
    { enabled: userId !== '' },
  )
  return (
    <>
      <LinkButton {...review}>{own ? detailWords.editReview : detailWords.writeReview}</LinkButton>
      <MemberToggle
        kind="follow tool"
        loadSource={() =>
          import('../people/follow/follow-votes.ts').then(({ followVotes }) => followVotes.tool)
        }
        id={tool.id}
        ids={[tool.id]}
        name={tool.name}
        labels={[peopleWords.followFollow, peopleWords.followingTool]}
        icons={[Plus, Check]}
        className={followClass}
        labelClass="sr-only"
      />
    </>
  )
}
