import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../data/database.types.ts'
import { hashText } from './verify-ledger.ts'

type Client = SupabaseClient<Database>

export interface SubjectEvent {
  number: number
  at: string
  kind: string
  /** Null until a checkpoint takes it. */
  checkpoint: number | null
  hasSalt: boolean
}

export interface SubjectCheck {
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
export function parseSubject(subject: string): { type: keyof typeof READERS; id: string } | null {
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
