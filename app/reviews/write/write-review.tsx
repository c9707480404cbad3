import { ArrowLeft } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { data, Link, useNavigate } from 'react-router'
import { logFailure } from '../../data/command-error.ts'
import { describePost } from '../../data/describe-post.ts'
import { queries } from '../../data/query.ts'
import { siteContext } from '../../data/site.ts'
import { useSession } from '../../session/session.ts'
import { findTool } from '../../tools/find-tool.ts'
import { type ToolSummary, toToolPath } from '../../tools/tool.ts'
import { ToolLogo } from '../../tools/tool-logo.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import type { Route } from './+types/write-review'
import { ReviewForm } from './review-form.tsx'
import { ReviewGuide } from './review-guide.tsx'
import { OWN_REVIEW_KEY, type OwnReview, readOwnReview } from './submit-review.ts'
import * as writingWords from './words.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  if (!params.toolId) return { kind: 'guide' as const }
  const toPath = (slug: string) => `/write-review/${slug}`
  const tool = await findTool(context.get(siteContext), params.toolId, request, toPath)
  if (!tool) return data({ kind: 'missing' as const }, { status: 404 })
  return { kind: 'tool' as const, tool }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: writingWords.writePageTitle,
    description: writingWords.writeDescription,
    path: '/write-review',
    noIndex: true,
  })

/** Visitors are redirected to the sign-in by the browser, because only it knows the session. */
export default function WriteReview({ loaderData, params }: Route.ComponentProps) {
  const { loading, user } = useSession()
  const navigate = useNavigate()
  const isMissing = loaderData.kind === 'missing'
  // The session may change again before the navigation has ended.
  const isLeaving = useRef(false)
  useEffect(() => {
    if (loading || isLeaving.current) return
    if (isMissing && user) {
      isLeaving.current = true
      void toastError(uiWords.error, writingWords.writeMissing)
      void navigate('/', { replace: true })
    } else if (!user) {
      isLeaving.current = true
      const path = `/write-review${params.toolId ? `/${params.toolId}` : ''}`
      void navigate(`/auth?next=${encodeURIComponent(path)}`, { replace: true })
    }
  }, [isMissing, loading, user, navigate, params.toolId])

  return (
    <div className="page max-w-3xl py-8">
      {isMissing ? <h1 className="display text-3xl">{writingWords.writeMissing}</h1> : null}
      {loaderData.kind === 'guide' ? <ReviewGuide /> : null}
      {loaderData.kind === 'tool' ? <ToolReview tool={loaderData.tool} userId={user?.id} /> : null}
    </div>
  )
}

function ToolReview({ tool, userId }: { tool: ToolSummary; userId: string | undefined }) {
  const navigate = useNavigate()
  const [ownReview, setOwnReview] = useState<OwnReview | null>()
  const [hasFailed, setFailed] = useState(false)
  const loadOwnReview = useCallback(() => {
    if (!userId) return
    setFailed(false)
    // Without the answer the form could open empty for somebody who has a review.
    readOwnReview(tool.id, userId).then(setOwnReview, (error: unknown) => {
      logFailure(error)
      setFailed(true)
    })
  }, [tool.id, userId])
  useEffect(loadOwnReview, [loadOwnReview])

  const finish = async (reviewId: string) => {
    const text = await describePost('reviews', reviewId, writingWords.writeSent)
    void toastSuccess(uiWords.success, text)
    void queries.invalidateQueries({ queryKey: [OWN_REVIEW_KEY, tool.id] })
    await navigate(`${toToolPath(tool)}#review-${reviewId}`)
  }
  return (
    <div className="grid gap-6">
      <Link
        to={toToolPath(tool)}
        className="inline-flex min-h-6 items-center gap-1.5 text-sm text-link wrap-anywhere hover:underline"
      >
        <ArrowLeft aria-hidden size={16} /> {writingWords.writeBack(tool.name)}
      </Link>
      <header className="flex items-start gap-4">
        <ToolLogo id={tool.id} name={tool.name} size={64} />
        <div className="min-w-0">
          <h1 className="display text-3xl hyphens-auto wrap-anywhere">
            {writingWords.writeTitle(tool.name)}
          </h1>
          <p className="mt-1 text-soft hyphens-auto wrap-anywhere">{tool.description}</p>
        </div>
      </header>
      {ownReview ? (
        <p role="status" className="rounded-control border border-line bg-sunken px-4 py-3 text-sm">
          {writingWords.writeAlready(tool.name)}
        </p>
      ) : null}
      {hasFailed ? (
        <div className="panel p-6">
          <LoadFailure onRetry={loadOwnReview} />
        </div>
      ) : ownReview === undefined || userId === undefined ? (
        <Loading className="panel min-h-96 p-6" />
      ) : (
        <ReviewForm
          key={`${userId} ${ownReview?.id ?? 'new'}`}
          toolId={tool.id}
          userId={userId}
          ownReview={ownReview}
          onSent={finish}
          onExists={loadOwnReview}
        />
      )}
    </div>
  )
}
