import { data, Link, redirect } from 'react-router'
import { readVerdict } from '../compare/verdict.ts'
import { readSection, siteContext } from '../data/site.ts'
import { readChoice } from '../shared/parameters.ts'
import * as sharedWords from '../shared/words.ts'
import { FilterBar } from '../tools/listing/filter-bar.tsx'
import { readFacets, readListingQuery, SORTS } from '../tools/listing/listing.ts'
import { readDetailFilters, readListing } from '../tools/listing/read-listing.ts'
import { ToolList } from '../tools/listing/tool-list.tsx'
import { toCapabilityPath, toToolPath } from '../tools/tool.ts'
import * as listingWords from '../tools/words/listing.ts'
import { LinkButton } from '../ui/button.tsx'
import { NotFoundNotice } from '../ui/feedback/notice.tsx'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/capability-page'
import { readCapability, readMergedInto, readRelated } from './read-capabilities.ts'
import * as capabilityWords from './words.ts'

/** Adjusted rating first, the default of this page: few reviews prove little. */
const PAGE_SORTS = listingWords.SORTS.toSorted(
  ([one], [other]) => Number(other === 'adjusted') - Number(one === 'adjusted'),
)

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const capability = await readCapability(site, params.capability)
  if (!capability) {
    const target = await readMergedInto(site, params.capability)
    throw target ? redirect(toCapabilityPath(target), 301) : data(null, { status: 404 })
  }
  const parameters = new URL(request.url).searchParams
  const query = {
    ...readListingQuery(parameters, SORTS),
    sort: SORTS[readChoice(parameters, 'sort', SORTS) ?? 'adjusted'],
    search: '',
    category: '',
    facets: readFacets(parameters),
    capability: capability.slug,
  }
  const listed = readListing(site, query)
  const isBestFirst = query.sort === SORTS.adjusted && query.after === null
  const best = isBestFirst
    ? listed
    : readListing(site, { ...query, sort: SORTS.adjusted, after: null })
  const [listing, details, related, verdict] = await Promise.all([
    readSection(site, listed),
    readSection(
      site,
      readDetailFilters(site, { facets: query.facets, category: capability.category }),
    ),
    readSection(site, readRelated(site, capability.slug)),
    readSection(
      site,
      best.then(({ tools }) => (tools.length > 0 ? readVerdict(site, tools) : null)),
    ),
  ])
  return { capability, listing, details, related, verdict, siteUrl: site.siteUrl }
}

/** The page is there as Markdown too. */
export const headers: Route.HeadersFunction = () => ({ Vary: 'Accept' })

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData)
    return pageMeta(matches, {
      title: capabilityWords.missing,
      description: capabilityWords.missingText,
      noIndex: true,
    })
  const { capability, listing, siteUrl } = loaderData
  return pageMeta(matches, {
    title: sharedWords.capabilityTitle(capability.name),
    description: capabilityWords.pageDescription(capability.name, capability.description),
    path: toCapabilityPath(capability.slug),
    image: `/pictures/share/best/${capability.slug}`,
    markdown: `${toCapabilityPath(capability.slug)}.md`,
    jsonLd: () => ({
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      name: sharedWords.capabilityTitle(capability.name),
      itemListElement: (listing?.tools ?? []).map((tool, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name: tool.name,
        url: siteUrl + toToolPath(tool),
      })),
    }),
  })
}

/** The tools for one use, by adjusted rating. */
export default function CapabilityPage({
  loaderData: { capability, listing, details, related, verdict },
}: Route.ComponentProps) {
  const { description, name, synonyms } = capability
  return (
    <div className="page py-4 md:py-6">
      <header className="mb-3 grid gap-1">
        <h1 className="display text-title wrap-anywhere">{sharedWords.capabilityTitle(name)}</h1>
        {verdict ? <p className="font-semibold wrap-anywhere">{verdict}</p> : null}
        {description ? <p className="text-soft wrap-anywhere">{description}</p> : null}
      </header>
      <FilterBar
        listing={listing}
        ratings={listingWords.RATINGS}
        sorts={PAGE_SORTS}
        facets={listingWords.FACETS}
        attributes={details}
      />
      {listing === undefined ? (
        <SectionFailure />
      ) : listing.total === 0 ? (
        <p className="text-soft" role="status">
          {capability.tool_count === 0 ? capabilityWords.pageNone : listingWords.allToolsNone}
        </p>
      ) : (
        <ToolList listing={listing} />
      )}
      {[details, related, verdict].includes(undefined) ? <SectionFailure /> : null}
      {synonyms.length > 0 ? (
        <p className="mt-6 text-sm text-soft wrap-anywhere">
          {capabilityWords.pageAlsoKnown(synonyms)}
        </p>
      ) : null}
      <nav
        aria-label={capabilityWords.pageRelated}
        className="mt-4 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm"
      >
        {related && related.length > 0 ? (
          <span className="text-soft">{capabilityWords.pageRelated}</span>
        ) : null}
        {related?.map((other) => (
          <Link
            key={other.slug}
            to={toCapabilityPath(other.slug)}
            className="inline-block py-1 text-link hover:underline"
          >
            {other.name}
          </Link>
        ))}
        <Link to="/capabilities" className="inline-block py-1 text-link hover:underline">
          {capabilityWords.pageAll}
        </Link>
      </nav>
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <NotFoundNotice error={error} title={capabilityWords.missing} text={capabilityWords.missingText}>
    <LinkButton to="/capabilities">{capabilityWords.pageAll}</LinkButton>
  </NotFoundNotice>
)
