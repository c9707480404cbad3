import { siteContext } from '../../data/site.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { type Backend, describeRequest, toGetUrl } from '../api-request.ts'
import { getBackend } from '../figure/read-figure.ts'
import { Code } from '../request-panel.tsx'
import type { Route } from './+types/api'
import { listExamples } from './requests.ts'
import * as words from './words.ts'

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
  pageMeta(matches, { title: words.title, description: words.description, path: '/api' })

const toCode = (name: React.ReactNode) => <code>{name}</code>

const LINK = 'break-all text-link underline'

/** The public API, for people (spec 3 §3.1). */
export default function Api({ loaderData: { backend, openApi, examples } }: Route.ComponentProps) {
  return (
    <article className="page max-w-3xl py-10">
      <h1 className="display text-title">{words.title}</h1>
      <p className="mt-3 text-lg">{words.intro}</p>
      <Section id="keys" title={words.keysTitle}>
        <p>
          <Rich text={words.keysText} parts={{ code: toCode }} />
        </p>
        <Code label={words.keysLabel}>{backend.anonKey}</Code>
        <p>
          <Rich text={words.keysMember} parts={{ code: toCode }} />
        </p>
      </Section>
      <Section id="requests" title={words.requestsTitle}>
        <p>{words.requestsText}</p>
        <ol className="grid gap-5">
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
      <Section id="supabase-js" title={words.clientTitle}>
        <p>{words.clientText}</p>
        <Code label={words.clientLabel}>{createClientExample(backend)}</Code>
      </Section>
      <Section id="limits" title={words.limitsTitle}>
        <ul className="grid list-disc gap-2 pl-5">
          {words.limitsPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Section>
      <Section id="openapi" title={words.openTitle}>
        <p>
          <Rich
            text={words.openText}
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
      <Section id="feeds" title={words.feedsTitle}>
        <p>{words.feedsText}</p>
      </Section>
      <Section id="figures" title={words.figuresTitle}>
        <p>
          <Rich
            text={words.figuresText}
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
    </article>
  )
}

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
    <section aria-labelledby={id} className="mt-10 grid gap-3">
      <h2 id={id} className="display scroll-mt-24 text-2xl">
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
