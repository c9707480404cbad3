import { Sigma } from 'lucide-react'
import { Fragment } from 'react'
import { data, Link } from 'react-router'
import { readHasDemoContent, siteContext } from '../../data/site.ts'
import { readText } from '../../shared/parameters.ts'
import { LinkButton } from '../../ui/button.tsx'
import { NotFoundNotice } from '../../ui/feedback/notice.tsx'
import { Rich } from '../../ui/format/rich-text.tsx'
import { AxisNumbers, Mark } from '../../ui/mark.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import { RequestPanel } from '../request-panel.tsx'
import * as figureWords from '../words.ts'
import type { Route } from './+types/figure-page'
import {
  findFigure,
  formatFigure,
  getBackend,
  readAnswer,
  readSource,
  readTopic,
  readValue,
  toPage,
  toRequest,
} from './read-figure.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const figure = findFigure(params.key)
  if (!figure) throw data(null, { status: 404 })
  const isSample = await readHasDemoContent(site)
  const of = readText(new URL(request.url).searchParams, 'of', 400)
  const topic = await readTopic(site, figure.subject, of)
  if (!topic || (figure.isSampleOnly && !isSample)) throw data(null, { status: 404 })
  const [answer, source] = await Promise.all([
    readAnswer(site, figure, topic),
    readSource(site, figure.function),
  ])
  const value = readValue(answer, figure)
  return {
    title: figureWords.title[figure.subject].replace('{name}', topic.name),
    description: figure.description,
    page: toPage(figure, topic),
    pageName: figureWords.pages[figure.page] ?? topic.name,
    shown: formatFigure(value, figure),
    rated: topic.rated,
    isFixed: isSample && figure.isFixed === true,
    notes: [
      ...(/^\/(low|high)$/.test(figure.pointer) ? [figureWords.assumed] : []),
      ...(figure.pointer === '/low' ? [figureWords.adjusted] : []),
      ...describeAnswer(answer, value),
    ],
    pointer: figure.pointer,
    rounding: figure.rounding,
    request: toRequest(figure, topic),
    backend: getBackend(site),
    source,
  }
}

/** What a reader has to know besides the value. */
function describeAnswer(answer: unknown, value: number | null): string[] {
  if (value === null) return [figureWords.notMeasured]
  const [row] = Array.isArray(answer) ? answer : [answer]
  const { reviews, counted, excluded, too_few } = row as {
    reviews?: number
    counted?: number
    excluded?: { relationship: number; incentive: number }
    too_few?: boolean
  }
  return [
    ...(too_few ? [figureWords.tooFew] : []),
    ...(excluded && reviews && counted !== undefined && counted < reviews
      ? [figureWords.counted(counted, reviews)]
      : []),
    ...(excluded?.relationship ? [figureWords.excludedRelationship(excluded.relationship)] : []),
    ...(excluded?.incentive ? [figureWords.excludedIncentive(excluded.incentive)] : []),
  ]
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData?.title ?? figureWords.missing,
    description: loaderData?.description ?? figureWords.pageDescription,
    noIndex: true,
  })

/** A figure with its query, so that everyone can check it (spec 3 §3.1). */
export default function FigurePage({ loaderData: figure }: Route.ComponentProps) {
  return (
    <div className="page column grid gap-6 py-6">
      <header className="panel grid gap-4 p-6">
        <p className="text-sm text-soft">{figure.title}</p>
        <h1 className="display text-title wrap-anywhere">{figure.description}</h1>
        <dl className="flex flex-wrap gap-x-12 gap-y-4">
          <div>
            <dt className="text-sm text-soft">
              {figure.isFixed ? figureWords.measuredNow : figureWords.valueNow}
            </dt>
            <dd className="display text-figure tabular-nums">{figure.shown}</dd>
          </div>
          <div>
            <dt className="text-sm text-soft">{figureWords.shownOn}</dt>
            <dd className="py-2">
              <Link to={figure.page} className="text-link underline wrap-anywhere">
                {figure.pageName}
              </Link>
            </dd>
          </div>
        </dl>
        {figure.rated.length > 0 ? (
          <div className="grid items-center gap-x-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
            {figure.rated.map((tool) => (
              <Fragment key={tool.name}>
                <span aria-hidden className="wrap-anywhere">
                  {tool.name}
                </span>
                <Mark tool={tool} />
              </Fragment>
            ))}
            <span className="text-xs sm:col-start-2">
              <AxisNumbers />
            </span>
          </div>
        ) : null}
        {figure.isFixed ? <p>{figureWords.fixed}</p> : null}
        {figure.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </header>
      <RequestPanel request={figure.request} backend={figure.backend} source={figure.source}>
        <p>
          <Rich
            text={figureWords.requestPointer}
            parts={{
              pointer: <code className="rounded bg-sunken px-1.5">{figure.pointer}</code>,
              rounding: figureWords.requestRounding(figure.rounding),
            }}
          />
        </p>
      </RequestPanel>
      <p className="text-sm text-soft">
        <Rich
          text={figureWords.allFigures}
          parts={{
            list: (name) => (
              <a href="/figures.json" className="text-link underline">
                {name}
              </a>
            ),
          }}
        />
      </p>
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <NotFoundNotice
    error={error}
    icon={Sigma}
    title={figureWords.missing}
    text={figureWords.missingMore}
  >
    <LinkButton to="/">{uiWords.returnHome}</LinkButton>
  </NotFoundNotice>
)
