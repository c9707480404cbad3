import type { SupabaseClient } from '@supabase/supabase-js'
import { Link } from 'react-router'
import type { Database } from '../data/database.types.ts'
import { useRead } from '../data/query.ts'
import { getSupabase } from '../session/session.ts'
import { LoadFailure, Loading } from '../ui/feedback/loading.tsx'
import { formatTime } from '../ui/format/day.ts'
import { Section } from '../ui/panels.tsx'
import { hashText } from './verify-ledger.ts'
import * as ledgerWords from './words.ts'

const PATHS = { tool: '/tool/', review: '/review/', reply: '/review/', launch: '/launch/' }

/** The entries about one subject, and whether the last one is about what the site shows. */
export default function SubjectPanel({ subject }: { subject: string }) {
  const parsed = parseSubject(subject)
  const { data, error, refetch } = useRead(
    ['ledger', subject],
    async () => checkSubject(await getSupabase(), subject),
    { enabled: parsed !== null },
  )
  if (!parsed) return <p className="panel p-4 text-soft sm:p-6">{ledgerWords.subjectUnknown}</p>
  return (
    <Section
      id="subject"
      title={ledgerWords.subjectTitle[parsed.type]}
      className="panel grid gap-4 p-4 sm:p-6"
    >
      {data ? (
        <Entries check={data} path={PATHS[parsed.type] + parsed.id} type={parsed.type} />
      ) : error ? (
        <LoadFailure onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Section>
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

type Client = SupabaseClient<Database>

interface SubjectEvent {
  number: number
  at: string
  kind: string
  /** Null until a checkpoint takes it. */
  checkpoint: number | null
  hasSalt: boolean
}

interface SubjectCheck {
  /** The newest thousand, the oldest first. */
  events: SubjectEvent[]
  /** The canonical text of what the site shows, `null` if it shows nothing. */
  text: string
  /** Whether the commitment of the last event is that of the text; null if there is no event or its salt is erased. */
  matches: boolean | null
}

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const SUBJECT = new RegExp(`^(tool|review|reply|launch):(${ID})$`)

/** @returns null if a text has not the form `review:{id}` */
function parseSubject(subject: string): { type: keyof typeof READERS; id: string } | null {
  const [, type, id = ''] = SUBJECT.exec(subject) ?? []
  return type ? { type: type as keyof typeof READERS, id } : null
}

/** Reads the events of a subject and compares the last one with the rows of the API (spec 8 §4). */
export async function checkSubject(supabase: Client, subject: string): Promise<SubjectCheck> {
  const [{ data }, text] = await Promise.all([
    supabase
      .from('ledger_events')
      .select('number, at, kind, checkpoint, commitment, ledger_salts(salt)')
      .eq('subject', subject)
      .order('number', { ascending: false })
      .limit(1000)
      .throwOnError(),
    readText(supabase, subject),
  ])
  const [last] = data
  const salt = last?.ledger_salts?.salt
  return {
    events: data.toReversed().map(({ commitment: _, ledger_salts, ...event }) => ({
      ...event,
      hasSalt: ledger_salts !== null,
    })),
    text,
    matches: salt ? last?.commitment === (await hashText(`${salt} ${text}`)) : null,
  }
}

/** Writes the canonical text from the rows, because a site could lie with `ledger_text`. */
export async function readText(supabase: Client, subject: string): Promise<string> {
  const parsed = parseSubject(subject)
  const row = parsed && (await READERS[parsed.type](supabase, parsed.id))
  return row ? JSON.stringify(row, Object.keys(row).sort()) : 'null'
}

const READERS = {
  tool: async (supabase: Client, id: string) =>
    (
      await supabase
        .from('tools')
        .select('aliases, category, description, logo_url, name, slug, website_url')
        .eq('id', id)
        .maybeSingle()
        .throwOnError()
    ).data,
  review: async (supabase: Client, id: string) =>
    (
      await supabase
        .from('reviews')
        .select(
          'cons, content, incentive, pros, rating, relationship, title, tool_id, used_for, used_from, used_plan, used_until, used_version',
        )
        .eq('id', id)
        .maybeSingle()
        .throwOnError()
    ).data,
  reply: async (supabase: Client, id: string) =>
    (
      await supabase
        .from('review_replies')
        .select('company_id, content, review_revision')
        .eq('review_id', id)
        .maybeSingle()
        .throwOnError()
    ).data,
  launch: async (supabase: Client, id: string) =>
    (
      await supabase
        .from('product_launches')
        .select('description, featured_image, launch_date, pictures, tagline, tool_id')
        .eq('id', id)
        .eq('is_draft', false)
        .maybeSingle()
        .throwOnError()
    ).data,
}
