import { type DumpSummary, type OpenData, siteContext } from '../data/site.ts'
import { Code } from '../figures/request-panel.tsx'
import { formatDay } from '../ui/format/day.ts'
import { formatCount } from '../ui/format/numbers.ts'
import { Rich } from '../ui/format/rich-text.tsx'
import { linkTo } from '../ui/links.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import { Section } from '../ui/panels.tsx'
import type { Route } from './+types/open-data'
import * as dataWords from './words.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { openData, siteUrl } = context.get(siteContext)
  const { list, ...more } = openData
  return { dumps: list(), siteUrl, ...more }
}

// A new dump announces nothing to the page cache.
export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: dataWords.title,
    description: dataWords.description,
    path: '/data',
  })

const DATA_PACKAGE = 'https://datapackage.org'
const LINK = 'text-link underline'

/** The dumps of the open data (spec 8 §3). */
export default function OpenDataPage({
  loaderData: { dumps, license, tables, siteUrl },
}: Route.ComponentProps) {
  const [latest, ...earlier] = dumps
  const { title, path } = latest?.license ?? license
  return (
    <div className="page column grid grid-cols-[minmax(0,1fr)] gap-6 py-6">
      <header className="grid gap-3">
        <h1 className="display text-title">{dataWords.title}</h1>
        <p>{dataWords.intro}</p>
        <p>
          <Rich
            text={dataWords.license}
            parts={{
              link: () => (
                <a href={path} rel="license" className={LINK}>
                  {title}
                </a>
              ),
            }}
          />
        </p>
        <p className="text-soft">{dataWords.leftOut}</p>
      </header>
      {latest ? <Latest dump={latest} /> : <p className="panel p-6">{dataWords.noDump}</p>}
      {earlier.length > 0 ? <Earlier dumps={earlier} /> : null}
      <Fields tables={tables} />
      <LoadElsewhere dump={latest} siteUrl={siteUrl} />
    </div>
  )
}

const toPath = ({ day }: DumpSummary, file: string) => `/data/${day}/${file}`
const toTableFile = (name: string) => `${name}.jsonl.gz`

const CELL = 'py-2 pl-3 text-right tabular-nums'

function Latest({ dump }: { dump: DumpSummary }) {
  return (
    <Section
      id="latest"
      title={dataWords.latest(formatDay(dump.day))}
      className="panel grid gap-3 p-4 sm:p-6"
    >
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="border-b border-line text-soft">
            <th scope="col" className="py-2 font-medium">
              {dataWords.table}
            </th>
            <th scope="col" className={`${CELL} font-medium`}>
              {dataWords.rows}
            </th>
            <th scope="col" className={`${CELL} font-medium`}>
              {dataWords.size}
            </th>
          </tr>
        </thead>
        <tbody>
          {dump.tables.map(({ name, rows, bytes }) => (
            <tr key={name} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 font-normal wrap-anywhere">
                <a href={toPath(dump, toTableFile(name))} download className={LINK}>
                  {name}
                </a>
              </th>
              <td className={CELL}>{formatCount(rows)}</td>
              <td className={`${CELL} whitespace-nowrap`}>{dataWords.formatSize(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-sm">
        <Rich
          text={dataWords.manifestMore}
          parts={{
            manifest: <FileLink dump={dump} name={dataWords.MANIFEST} />,
            package: <FileLink dump={dump} name={dataWords.PACKAGE} />,
            link: (words) => (
              <a href={DATA_PACKAGE} className={LINK}>
                {words}
              </a>
            ),
          }}
        />
      </p>
    </Section>
  )
}

const FileLink = ({ dump, name }: { dump: DumpSummary; name: string }) => (
  <a href={toPath(dump, name)} className={LINK}>
    {name}
  </a>
)

function Earlier({ dumps }: { dumps: readonly DumpSummary[] }) {
  return (
    <Section id="earlier" title={dataWords.earlier} className="panel grid gap-3 p-4 sm:p-6">
      <ul>
        {dumps.map((dump) => (
          <li
            key={dump.day}
            className="flex flex-wrap gap-x-4 border-b border-line py-2 text-sm last:border-0"
          >
            <span className="grow">{formatDay(dump.day)}</span>
            <span className="w-20 text-right tabular-nums">
              {dataWords.formatSize(dump.tables.reduce((sum, { bytes }) => sum + bytes, 0))}
            </span>
            <span className="flex gap-x-4 max-sm:w-full">
              <FileLink dump={dump} name={dataWords.MANIFEST} />
              <FileLink dump={dump} name={dataWords.PACKAGE} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Fields({ tables }: Pick<OpenData, 'tables'>) {
  return (
    <Section id="fields" title={dataWords.fields} className="panel p-4 sm:p-6">
      {tables.map(({ name, description, fields }) => (
        <details key={name} className="border-b border-line last:border-0">
          <summary className="cursor-pointer py-3">
            <span className="font-semibold">{name}</span>
            <span className="block text-sm text-soft">{description}</span>
          </summary>
          <table className="mb-4 w-full text-left text-sm">
            <thead className="sr-only">
              <tr>
                <th scope="col">{dataWords.field}</th>
                <th scope="col">{dataWords.type}</th>
                <th scope="col">{dataWords.meaning}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field.name} className="align-top">
                  <th scope="row" className="w-2/5 py-1 font-normal wrap-anywhere">
                    <code>{field.name}</code>
                  </th>
                  <td className="w-1/5 py-1 pl-2 text-soft">{field.type}</td>
                  <td className="py-1 pl-2 wrap-break-word">{field.description}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ))}
    </Section>
  )
}

function LoadElsewhere({ dump, siteUrl }: { dump: DumpSummary | undefined; siteUrl: string }) {
  return (
    <Section id="load" title={dataWords.load} className="panel grid gap-3 p-4 sm:p-6">
      <p>
        <Rich text={dataWords.loadText} parts={{ link: linkTo('/docs/operating#open-data') }} />
      </p>
      {dump ? <Code label={dataWords.loadLabel}>{toCommands(dump, siteUrl)}</Code> : null}
    </Section>
  )
}

/** curl replaces the braces by each name between them. */
function toCommands(dump: DumpSummary, siteUrl: string): string {
  const files = [
    dataWords.MANIFEST,
    dataWords.PACKAGE,
    ...dump.tables.map(({ name }) => toTableFile(name)),
  ]
  return [
    'curl --remote-name-all --create-dirs --output-dir dump \\',
    `  '${siteUrl}${toPath(dump, `{${files.join(',')}}`)}'`,
    'npm run dump:load -- dump',
  ].join('\n')
}
