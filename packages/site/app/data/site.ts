import type { SupabaseClient } from '@supabase/supabase-js'
import { createContext } from 'react-router'
import type { RatedTool } from '../shared/rated.ts'
import type { Reader } from './cache-tags.ts'
import type { Database } from './database.types.ts'

/**
 * The server passes this to every loader. The client has the rights of a visitor, because a rendered
 * page is the same for everyone.
 */
export interface Site extends Reader {
  /** Sends what a visitor wrote into a form. Limits count it for the visitor's network. */
  visitorClient: SupabaseClient<Database>
  /** The origin of canonical URLs. */
  siteUrl: string
  /** Sent to the browser. */
  public: { supabaseUrl: string; supabaseAnonKey: string }
  /** Serves /_/ui, a page with all controls for developers. */
  hasDesignPage: boolean
  /** The operator's own texts. */
  texts: OwnTexts
  /** The documents of the software. */
  documents: Documents
  /** What /data lists. */
  openData: OpenData
  /** Logs an error for the operator. */
  log: (error: unknown) => void
  /** @returns an SVG */
  drawBadge: (text: BadgeText, theme: 'light' | 'dark') => Promise<string>
}

export interface BadgeText {
  /** The name of the site. */
  label: string
  /** Such as "4.3 (27)". */
  message: string
  /** Draws the mark of a rating. */
  rated?: RatedTool
  /** For screen readers. */
  alt: string
}

export type TextName = 'privacy' | 'terms' | 'imprint' | 'guidelines'
export type OwnTexts = Partial<Record<TextName, OwnText>>

/** A text that replaces a page's default text, or is the imprint. */
export interface OwnText {
  /** In place of the page's own title. */
  title?: string
  /** As "yyyy-MM-dd". */
  date: string
  /** Rendered from Markdown without HTML. */
  html: string
}

export interface DocumentSummary {
  /** Below /docs. */
  path: string
  title: string
  description: string
}

export interface DocumentHeading {
  id: string
  title: string
}

interface SoftwareDocument extends DocumentSummary {
  /** Rendered from Markdown without HTML. */
  html: string
  /** Of the second level. */
  headings: DocumentHeading[]
}

export interface Documents {
  list(): DocumentSummary[]
  read(path: string): SoftwareDocument | undefined
}

export interface DumpTable {
  name: string
  description: string
  fields: { name: string; type: string; description: string }[]
}

/** As Data Packages name it. */
export interface DataLicense {
  /** An SPDX identifier. */
  name: string
  title: string
  path: string
}

/** A dump of the open data. */
export interface DumpSummary {
  /** As "yyyy-MM-dd", in its addresses. */
  day: string
  madeAt: string
  license: DataLicense
  tables: { name: string; rows: number; bytes: number; sha256: string }[]
}

export interface OpenData {
  /** The newest first. */
  list(): DumpSummary[]
  license: DataLicense
  tables: readonly DumpTable[]
}

export const siteContext = createContext<Site>()

/**
 * Reads a section of a page. A failure is logged and the page shows `SectionFailure` in its place
 * (spec 1 §8, spec 2 §8): an empty section would be untrue.
 * @returns undefined if the section cannot be read; null is an answer
 */
export async function readSection<T>({ log }: Site, reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    log(error)
    return undefined
  }
}

/** By rendering: the loaders of a page share one read. */
const demoContentReads = new WeakMap<Reader, Promise<boolean>>()

/** With demo content the site shows the fixed figures of the specification (docs/decisions/0005). */
export function readHasDemoContent(reader: Reader): Promise<boolean> {
  const started = demoContentReads.get(reader)
  if (started) return started
  reader.tag('demo-content')
  const reading = readDemoContent(reader)
  demoContentReads.set(reader, reading)
  return reading
}

async function readDemoContent({ supabase }: Reader): Promise<boolean> {
  return (await supabase.rpc('has_demo_content').throwOnError()).data
}

/** Whether the demo content is still being added, after a first start. */
export async function readIsDemoLoading(reader: Reader): Promise<boolean> {
  if (!(await readHasDemoContent(reader))) return false
  return (await reader.supabase.rpc('is_demo_loading').throwOnError()).data
}
