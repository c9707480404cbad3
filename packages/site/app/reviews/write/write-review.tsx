import { ArrowLeft } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { data, Link, useLocation, useNavigate } from 'react-router'
import { logFailure } from '../../data/command-error.ts'
import { queries } from '../../data/query.ts'
import { siteContext } from '../../data/site.ts'
import { describePost } from '../../session/forms/describe-post.ts'
import { useSession } from '../../session/session.ts'
import { readText } from '../../shared/parameters.ts'
import { findTool } from '../../tools/read-tool.ts'
import { type ToolDetail, toToolPath } from '../../tools/tool.ts'
import { ToolLogo } from '../../tools/tool-logo.tsx'
import { ToolPicker } from '../../tools/tool-picker.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { LoadFailure, Loading } from '../../ui/feedback/loading.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import { sentReview } from '../review.ts'
import * as writeWords from '../words/write.ts'
import type { Route } from './+types/write-review'
import { ReviewForm } from './review-form.tsx'
import { OWN_REVIEW_KEY, type OwnReview, readOwnReview } from './submit-review.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  if (!params.toolId) return { kind: 'guide' as const }
  const toPath = (slug: string) => `/write-review/${slug}`
  const tool = await findTool(context.get(siteContext), params.toolId, request, toPath)
  if (!tool) return data({ kind: 'missing' as const }, { status: 404 })
  return { kind: 'tool' as const, tool }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: writeWords.writePageTitle,
    description: writeWords.writeDescription,
    path: '/write-review',
    noIndex: true,
  })

/** Visitors are redirected to the sign-in by the browser, because only it knows the session. */
export default function WriteReview({ loaderData, params }: Route.ComponentProps) {
  const { loading, user } = useSession()
  const navigate = useNavigate()
  const { search } = useLocation()
  const isMissing = loaderData.kind === 'missing'
  // The session may change again before the navigation has ended.
  const isLeaving = useRef(false)
  useEffect(() => {
    if (loading || isLeaving.current) return
    if (isMissing && user) {
      isLeaving.current = true
      void toastError(uiWords.error, writeWords.writeMissing)
      void navigate('/', { replace: true })
    } else if (!user) {
      isLeaving.current = true
      const path = `/write-review${params.toolId ? `/${params.toolId}` : ''}${search}`
      void navigate(`/auth?next=${encodeURIComponent(path)}`, { replace: true })
    }
  }, [isMissing, loading, user, navigate, params.toolId, search])

  return (
    <div className="page column min-h-dvh py-6 print:min-h-0">
      {isMissing ? <h1 className="display text-title">{writeWords.writeMissing}</h1> : null}
      {loaderData.kind === 'guide' ? <ReviewGuide /> : null}
      {loaderData.kind === 'tool' ? <ToolReview tool={loaderData.tool} userId={user?.id} /> : null}
    </div>
  )
}

function ToolReview({ tool, userId }: { tool: ToolDetail; userId: string | undefined }) {
  const navigate = useNavigate()
  const { search } = useLocation()
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
    const text = await describePost(
      'reviews',
      reviewId,
      ownReview ? writeWords.writeChanged : writeWords.writeSent,
    )
    void toastSuccess(uiWords.success, text)
    void queries.invalidateQueries({ queryKey: [OWN_REVIEW_KEY, tool.id] })
    sentReview.set(reviewId)
    await navigate(`${toToolPath(tool)}#review-${reviewId}`)
  }
  return (
    <div className="grid gap-6">
      <Link
        to={toToolPath(tool)}
        className="inline-flex min-h-6 items-center gap-1.5 text-sm text-link wrap-anywhere hover:underline"
      >
        <ArrowLeft aria-hidden size={16} /> {writeWords.writeBack(tool.name)}
      </Link>
      <header className="flex items-start gap-4">
        <ToolLogo id={tool.id} name={tool.name} size={64} />
        <div className="min-w-0">
          <h1 className="display text-title hyphens-auto wrap-anywhere">
            {writeWords.writeTitle(tool.name)}
          </h1>
          <p className="mt-1 text-soft hyphens-auto wrap-anywhere">{tool.description}</p>
        </div>
      </header>
      {ownReview ? (
        <p role="status" className="rounded-control border border-line bg-sunken px-4 py-3 text-sm">
          {writeWords.writeAlready(tool.name)}
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
          uses={tool.capabilities}
          userId={userId}
          ownReview={ownReview}
          invitation={readText(new URLSearchParams(search), 'via', 100) || null}
          onSent={finish}
          onExists={loadOwnReview}
        />
      )}
    </div>
  )
}

function ReviewGuide() {
  const navigate = useNavigate()
  return (
    <div className="grid gap-6">
      <h1 className="display text-title">{writeWords.guideTitle}</h1>
      <div className="max-w-md noscript:hidden">
        <ToolPicker
          label={writeWords.guidePick}
          excluded={[]}
          onPick={({ slug }) => void navigate(`/write-review/${slug}`)}
        />
      </div>
      <ol className="grid gap-4">
        {writeWords.guideSteps.map(({ title, text }, index) => (
          <li key={title} className="panel flex gap-4 p-4">
            <span aria-hidden className="display w-9 shrink-0 text-center text-title">
              {index + 1}
            </span>
            <div>
              <h2 className="font-semibold">{title}</h2>
              <p className="text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div>
        <LinkButton to="/all-tools">{writeWords.guideBrowse}</LinkButton>
      </div>
    </div>
  )
}
