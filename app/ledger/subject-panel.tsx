import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queries } from '../data/query.ts'
import { getSupabase } from '../session/session.ts'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { Loading } from '../ui/feedback/skeleton.tsx'
import { formatTime } from '../ui/format/day.ts'
import {
  checkSubject,
  parseSubject,
  type SubjectCheck,
  type SubjectEvent,
} from './check-subject.ts'
import * as ledgerWords from './words.ts'

const PATHS = { tool: '/tool/', review: '/review/', reply: '/review/', launch: '/launch/' }

/** The entries about one subject, and whether the last one is about what the site shows. */
export default function SubjectPanel({ subject }: { subject: string }) {
  const parsed = parseSubject(subject)
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['ledger', subject],
      queryFn: async () => checkSubject(await getSupabase(), subject),
      enabled: parsed !== null,
    },
    queries,
  )
  if (!parsed) return <p className="panel p-5 text-soft sm:p-6">{ledgerWords.subjectUnknown}</p>
  return (
    <section aria-labelledby="subject" className="panel grid gap-4 p-5 sm:p-6">
      <h2 id="subject" className="display text-2xl">
        {ledgerWords.subjectTitle[parsed.type]}
      </h2>
      {data ? (
        <Entries check={data} path={PATHS[parsed.type] + parsed.id} type={parsed.type} />
      ) : error ? (
        <LoadFailure onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </section>
  )
}

interface EntriesProps {
  check: SubjectCheck
  path: string
  type: keyof typeof PATHS
}

function Entries({ check: { events, text, matches }, path, type }: EntriesProps) {
  if (events.length === 0) return <p className="text-soft">{ledgerWords.subjectNone}</p>
  const isShown = text !== 'null'
  return (
    <>
      <p className={`font-semibold ${LOOKS[String(matches) as keyof typeof LOOKS]}`}>
        {matches === null
          ? ledgerWords.unknown
          : !matches
            ? ledgerWords.differs
            : isShown
              ? ledgerWords.matches
              : ledgerWords.matchesRemoved}
      </p>
      <ol className="grid gap-2">
        {events.map((event) => (
          <li key={event.number}>
            <Entry event={event} />
          </li>
        ))}
      </ol>
      {isShown ? (
        <>
          <div>
            <h3 className="mb-1 text-sm font-medium">{ledgerWords.currentText}</h3>
            <pre className="rounded-control bg-sunken p-4 text-sm whitespace-pre-wrap wrap-anywhere">
              {text}
            </pre>
          </div>
          <p>
            <Link to={path} className="inline-block min-h-6 text-link underline">
              {ledgerWords.subjectLink[type]}
            </Link>
          </p>
        </>
      ) : null}
    </>
  )
}

const LOOKS = { true: 'text-good', false: 'text-bad', null: 'text-soft' }

const Entry = ({ event: { number, at, kind, checkpoint, hasSalt } }: { event: SubjectEvent }) => (
  <p className="text-sm">
    <strong className="font-semibold">{ledgerWords.entry(number, kind)}</strong>{' '}
    <span className="text-soft">
      <time dateTime={at}>{formatTime(at)}</time>
      {` · ${ledgerWords.inCheckpoint(checkpoint)}`}
      {hasSalt ? null : ` · ${ledgerWords.saltErased}`}
    </span>
  </p>
)
