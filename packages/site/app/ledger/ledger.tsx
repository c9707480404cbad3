import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { siteContext } from '../data/site.ts'
import { readText } from '../shared/parameters.ts'
import { Loading } from '../ui/feedback/loading.tsx'
import { formatDay } from '../ui/format/day.ts'
import { formatCount } from '../ui/format/numbers.ts'
import { Rich } from '../ui/format/rich-text.tsx'
import { CopyField } from '../ui/forms/copy-field.tsx'
import { linkTo } from '../ui/links.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import { Section, StatCard } from '../ui/panels.tsx'
import type { Route } from './+types/ledger'
import { VerifyForm } from './verify-form.tsx'
import { readLastCheckpoint } from './verify-ledger.ts'
import * as ledgerWords from './words.ts'

// Loaded only with a subject.
const SubjectPanel = lazy(() => import('./subject-panel.tsx'))

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  site.tag('ledger')
  return { last: await readLastCheckpoint(site.supabase), siteUrl: site.siteUrl }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: ledgerWords.title,
    description: ledgerWords.description,
    path: '/ledger',
  })

/** The audit ledger: its facts, what it proves, and its verification. The browser checks a subject, not the site (spec 8 §4). */
export default function Ledger({ loaderData: { last, siteUrl } }: Route.ComponentProps) {
  const [parameters] = useSearchParams()
  const subject = readText(parameters, 'subject', 100)
  return (
    <div className="page column grid gap-6 py-6">
      <header className="grid gap-3">
        <h1 className="display text-title">{ledgerWords.title}</h1>
        <p className="max-w-2xl text-soft">{ledgerWords.intro}</p>
      </header>
      {subject === '' ? null : (
        <Suspense fallback={<Loading />}>
          <SubjectPanel key={subject} subject={subject} />
        </Suspense>
      )}
      <Facts last={last} />
      <Section id="verify" title={ledgerWords.verifyTitle} className="panel grid gap-4 p-4 sm:p-6">
        <p className="max-w-2xl text-soft">{ledgerWords.verifyText}</p>
        <VerifyForm />
      </Section>
      <div className="grid gap-6 md:grid-cols-2">
        <Points id="proves" title={ledgerWords.provesTitle} points={ledgerWords.proves} />
        <Points id="proves-not" title={ledgerWords.provesNotTitle} points={ledgerWords.provesNot} />
      </div>
      <Section id="command" title={ledgerWords.commandTitle} className="grid gap-3">
        <p className="max-w-2xl text-soft">
          <Rich
            text={ledgerWords.commandText}
            parts={{ link: linkTo('/docs/spec/8-open-data#4-audit-ledger') }}
          />
        </p>
        <CopyField
          label={ledgerWords.commandLabel}
          text={`npm run ledger:verify -- ${siteUrl} ${last?.hash ?? ''}`.trim()}
        />
      </Section>
    </div>
  )
}

function Facts({ last }: Pick<Route.ComponentProps['loaderData'], 'last'>) {
  return (
    <section aria-labelledby="facts" className="grid gap-4">
      <h2 id="facts" className="sr-only">
        {ledgerWords.facts}
      </h2>
      {last ? (
        <>
          <ul className="grid grid-cols-2 gap-3 *:last:max-sm:col-span-full sm:grid-cols-3">
            <StatCard label={ledgerWords.events} value={formatCount(last.event_count)} />
            <StatCard label={ledgerWords.checkpoints} value={formatCount(last.number)} />
            <StatCard
              label={ledgerWords.newest}
              value={formatDay(last.created_at)}
              hint={ledgerWords.newestAt(new Date(last.created_at).toISOString().slice(11, 16))}
            />
          </ul>
          <CopyField label={ledgerWords.lastHash} text={last.hash} />
          <p className="text-sm text-soft">{ledgerWords.saveHash}</p>
        </>
      ) : (
        <p className="panel p-6 text-soft">{ledgerWords.nothingYet}</p>
      )}
    </section>
  )
}

const Points = ({
  id,
  title,
  points,
}: {
  id: string
  title: string
  points: readonly string[]
}) => (
  <section aria-labelledby={id} className="panel p-4 sm:p-6">
    <h2 id={id} className="mb-3 font-semibold">
      {title}
    </h2>
    <ul className="grid list-disc gap-2 pl-6 text-sm">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  </section>
)
