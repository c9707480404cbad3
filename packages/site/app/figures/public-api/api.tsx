import { siteContext } from '../../data/site.ts'
import { isAreaOn } from '../../shared/areas.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { linkTo } from '../../ui/links.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { getBackend } from '../figure/read-figure.ts'
import { type Backend, Code, describeRequest, toGetUrl } from '../request-panel.tsx'
import * as figureWords from '../words.ts'
import type { Route } from './+types/api'
import { listExamples } from './requests.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  // The slugs of a site without tools are examples.
  site.tag('tools', 'throttled:tool-ratings')
  const { data } = await site.supabase
    .rpc('search_tools', { sort: 'reviews-desc', page_size: 2 })
    .throwOnError()
  const [slug = 'one-tool', other = 'another-tool'] = data.map((tool) => tool.slug)
  const backend = getBackend(site)
  const openApi = new URL('/rest/v1/', backend.url)
  openApi.searchParams.set('apikey', backend.anonKey)
  return {
    siteUrl: site.siteUrl,
    backend,
    openApi: openApi.href,
    examples: listExamples([slug, other]).map(({ title, ...request }) => ({
      title,
      url: toGetUrl(request, backend),
      text: describeRequest(request),
    })),
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: figureWords.apiTitle,
    description: figureWords.description,
    path: '/api',
  })

const toCode = (name: React.ReactNode) => <code>{name}</code>

const MCP = '/mcp'
const LLMS = '/llms.txt'

const LINK = 'break-all text-link underline'

/** The public API, for people (spec 3 §3.1). */
export default function Api({
  loaderData: { siteUrl, backend, openApi, examples },
}: Route.ComponentProps) {
  return (
    <article className="page column py-12">
      <h1 className="display text-title">{figureWords.apiTitle}</h1>
      <p className="mt-3">{figureWords.intro}</p>
      <Section id="keys" title={figureWords.keysTitle}>
        <p>
          <Rich text={figureWords.keysText} parts={{ code: toCode }} />
        </p>
        <Code label={figureWords.keysLabel}>{backend.anonKey}</Code>
        <p>
          <Rich text={figureWords.keysMember} parts={{ code: toCode }} />
        </p>
      </Section>
      <Section id="requests" title={figureWords.requestsTitle}>
        <p>{figureWords.requestsText}</p>
        <ol className="grid gap-4">
          {examples.map(({ title, url, text }) => (
            <li key={title} className="grid gap-1">
              <h3 className="font-semibold">{title}</h3>
              <a href={url} rel="nofollow" className={`text-sm ${LINK}`}>
                {text}
              </a>
            </li>
          ))}
        </ol>
      </Section>
      <Section id="supabase-js" title={figureWords.clientTitle}>
        <p>{figureWords.clientText}</p>
        <Code label={figureWords.clientLabel}>{createClientExample(backend)}</Code>
      </Section>
      <Section id="limits" title={figureWords.limitsTitle}>
        <ul className="grid list-disc gap-2 pl-6">
          {figureWords.limitsPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Section>
      <Section id="openapi" title={figureWords.openTitle}>
        <p>
          <Rich
            text={figureWords.openText}
            parts={{
              link: (address) => (
                <a href={openApi} rel="nofollow" className={LINK}>
                  {address}
                </a>
              ),
              url: new URL(openApi).pathname,
            }}
          />
        </p>
      </Section>
      {isAreaOn('feeds') ? (
        <Section id="feeds" title={figureWords.feedsTitle}>
          <p>{figureWords.feedsText}</p>
        </Section>
      ) : null}
      {isAreaOn('assistants') ? <Assistants siteUrl={siteUrl} /> : null}
      <Section id="figures" title={figureWords.figuresTitle}>
        <p>
          <Rich
            text={figureWords.figuresText}
            parts={{
              list: (name) => (
                <a href="/figures.json" className={LINK}>
                  {name}
                </a>
              ),
            }}
          />
        </p>
      </Section>
      {isAreaOn('open_data') ? (
        <Section id="data" title={figureWords.dataTitle}>
          <p>
            <Rich
              text={figureWords.dataText}
              parts={{
                link: linkTo('/data', LINK),
              }}
            />
          </p>
        </Section>
      ) : null}
    </article>
  )
}

const Assistants = ({ siteUrl }: { siteUrl: string }) => (
  <Section id="assistants" title={figureWords.assistantsTitle}>
    <p>
      <Rich
        text={figureWords.assistantsText}
        parts={{
          list: (
            <a href="/llms.txt" className={LINK}>
              {LLMS}
            </a>
          ),
        }}
      />
    </p>
    <Code label={figureWords.assistantsLabel}>{siteUrl + MCP}</Code>
  </Section>
)

function Section({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children: React.ReactNode
}) {
  return (
    <section aria-labelledby={id} className="mt-12 grid gap-3">
      <h2 id={id} className="display scroll-mt-24 text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}

const createClientExample = ({
  url,
  anonKey,
}: Backend) => `import { createClient } from '@supabase/supabase-js'

const supabase = createClient(
  '${url}',
  '${anonKey}',
)
const { data, error } = await supabase.rpc('search_tools', { query: 'notes', sort: 'relevance' })`
