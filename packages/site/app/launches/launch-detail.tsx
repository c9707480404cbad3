import { ArrowLeft, ChevronLeft, ChevronRight, Rocket } from 'lucide-react'
import { data, Link } from 'react-router'
import { siteContext } from '../data/site.ts'
import { PersonLink } from '../people/person-link.tsx'
import { CONTENT_LANGUAGE } from '../shared/languages.ts'
import { readText } from '../shared/parameters.ts'
import { toToolPath } from '../tools/tool.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { ExternalButton, LinkButton } from '../ui/button.tsx'
import { NotFoundNotice } from '../ui/feedback/notice.tsx'
import { formatDay } from '../ui/format/day.ts'
import { Rich } from '../ui/format/rich-text.tsx'
import { ReportLink } from '../ui/links.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import * as uiWords from '../ui/words.ts'
import type { Route } from './+types/launch-detail'
import { Gallery } from './gallery.tsx'
import { findWebsite, toMakerName, toToolName } from './launch.ts'
import { LaunchFacts } from './launch-facts.tsx'
import { type PlaceOfDay, readLaunch, readPlaceOfDay, readResult } from './read-launches.ts'
import { UpvoteButton, useLiveUpvotes } from './upvotes/upvote-button.tsx'
import * as launchWords from './words.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const preview = readText(new URL(request.url).searchParams, 'preview', 200)
  // A wrong secret does not hide a launch that everybody sees.
  const launch =
    (preview && (await readLaunch(site, params.id, preview))) || (await readLaunch(site, params.id))
  if (!launch) throw data(null, { status: 404 })
  const [place, result] = await Promise.all([
    launch.is_draft ? null : readPlaceOfDay(site, launch),
    launch.status === 'ended' && !launch.is_draft ? readResult(site, launch) : null,
  ])
  return { launch, place, result }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        title: launchWords.detailPageTitle(
          toToolName(loaderData.launch),
          loaderData.launch.tagline,
        ),
        description: loaderData.launch.description ?? loaderData.launch.tagline,
        path: `/launch/${loaderData.launch.id}`,
        ...(loaderData.launch.is_draft
          ? { noIndex: true }
          : {
              image: `/pictures/share/launches/${loaderData.launch.id}`,
            }),
        embed: `/launch/${loaderData.launch.id}`,
      })
    : pageMeta(matches, {
        title: launchWords.detailMissing,
        description: launchWords.detailMissingDescription,
        noIndex: true,
      })

export default function LaunchDetail({
  loaderData: { launch, place, result },
}: Route.ComponentProps) {
  const maker = toMakerName(launch)
  const { tools: tool } = launch
  const website = findWebsite(launch)
  useLiveUpvotes(launch.status === 'live')
  return (
    <article className="page grid gap-6 py-6">
      <BackToLaunches />
      <header className="flex flex-wrap items-start gap-4">
        {launch.is_draft ? null : <UpvoteButton launch={launch} launchIds={[launch.id]} />}
        <ToolLogo id={tool?.id} name={toToolName(launch)} size={80} />
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex flex-wrap gap-2">
            {tool ? <Badge isFree>{tool.category}</Badge> : null}
            {launch.is_draft ? <Badge>{launchWords.detailDraft}</Badge> : null}
            {launch.status === 'live' && !launch.is_draft ? (
              <Badge look="good">{launchWords.detailLive}</Badge>
            ) : null}
          </div>
          <h1 className="display mt-1 text-title hyphens-auto wrap-anywhere">
            {tool ? (
              <Link to={toToolPath(tool)} className="hover:underline">
                {tool.name}
              </Link>
            ) : (
              toToolName(launch)
            )}
          </h1>
          <p lang={CONTENT_LANGUAGE} dir="auto" className="mt-2 wrap-anywhere">
            {launch.tagline}
          </p>
          <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
            <span className="flex min-w-0 items-center gap-2">
              <Avatar name={maker} url={launch.profiles?.avatar_url} size={28} />
              <span className="truncate">
                <Rich
                  text={launchWords.detailMadeBy}
                  parts={{
                    maker: <PersonLink username={launch.profiles?.username}>{maker}</PersonLink>,
                  }}
                />
              </span>
            </span>
            <span>
              <Rich
                text={launchWords.detailLaunched}
                parts={{
                  day: <time dateTime={launch.launch_date}>{formatDay(launch.launch_date)}</time>,
                }}
              />
            </span>
            <ReportLink type="launch" id={launch.id} name={launch.tagline} />
          </div>
        </div>
        {website ? <ExternalButton href={website}>{uiWords.visitWebsite}</ExternalButton> : null}
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,45rem)_20rem] lg:justify-between">
        <div className="grid min-w-0 gap-6">
          <TextSection title={launchWords.detailAbout} text={launch.description} />
          <TextSection title={launchWords.detailProduct} text={tool?.description} />
          <Gallery launch={launch} />
        </div>
        <LaunchFacts launch={launch} place={place} result={result} />
      </div>
      {place ? <DayNeighbors place={place} /> : null}
    </article>
  )
}

function TextSection({ title, text }: { title: string; text: string | null | undefined }) {
  if (!text) return null
  return (
    <section>
      <h2 className="display mb-2 text-lg">{title}</h2>
      <p className="max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>
    </section>
  )
}

/** Links to the launches before and after this one in the list of the day. */
function DayNeighbors({ place: { previous, next } }: { place: PlaceOfDay }) {
  if (!previous && !next) return null
  return (
    <nav
      aria-label={launchWords.detailDay}
      className="flex flex-wrap justify-between gap-3 wrap-anywhere"
    >
      {previous ? (
        <LinkButton look="secondary" to={`/launch/${previous.id}`}>
          <ChevronLeft aria-hidden size={16} /> {launchWords.detailPrevious(previous.name)}
        </LinkButton>
      ) : null}
      {next ? (
        <LinkButton look="secondary" to={`/launch/${next.id}`} className="ml-auto">
          {launchWords.detailNext(next.name)} <ChevronRight aria-hidden size={16} />
        </LinkButton>
      ) : null}
    </nav>
  )
}

function BackToLaunches() {
  return (
    <Link
      to="/launches"
      className="inline-flex min-h-6 items-center gap-1.5 text-sm text-link hover:underline"
    >
      <ArrowLeft aria-hidden size={16} /> {launchWords.detailBack}
    </Link>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <NotFoundNotice
    error={error}
    icon={Rocket}
    title={launchWords.detailMissing}
    text={launchWords.detailMissingMore}
  >
    <LinkButton to="/launches">{launchWords.detailBack}</LinkButton>
  </NotFoundNotice>
)
