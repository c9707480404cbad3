import type { Reader } from '../../data/cache-tags.ts'
import type { Understanding } from '../../data/rpc-results.ts'
import { isAreaOn } from '../../shared/areas.ts'
import * as listingWords from '../words/listing.ts'

/** How a search was understood, as texts. */
export interface SearchNote {
  alternatives: { text: string; path: string } | null
  comparison: { text: string; path: string } | null
  corrected: { text: string; searchAsTyped: string } | null
  /** `words` are those of the search that set the fact. */
  facts: { name: string; value: string; words: string; label: string; searchWithout: string }[]
  /** Words that describe no tool, and what results do not have; each with the search in which it is text. */
  ignored: ChangedWord[]
  without: ChangedWord[]
  /** Words that no tool has. */
  unknown: string[]
}

interface ChangedWord {
  text: string
  searchWith: string
}

/** @returns null if the search is plain */
export async function readSearchNote(reader: Reader, search: string): Promise<SearchNote | null> {
  const { data: understood } = await reader.supabase
    .rpc('understand_query', { query: search })
    .throwOnError()
  return nameTools(reader, search, understood)
}

/** Describes how a search was understood, with the names of the tools in it. */
export async function nameTools(
  { supabase }: Reader,
  search: string,
  understood: Understanding,
): Promise<SearchNote | null> {
  const slugs = [understood.alternatives_to ?? [], understood.compare].flat()
  const { data: tools } =
    slugs.length > 0
      ? await supabase.from('tools').select('slug, name').in('slug', slugs).throwOnError()
      : { data: [] }
  const names = slugs.flatMap((slug) => tools.find((tool) => tool.slug === slug)?.name ?? [])
  return describeUnderstanding(search, understood, names)
}

/** @param names of the tools in the heading of alternatives or a comparison */
export function describeUnderstanding(
  search: string,
  { alternatives_to, compare, corrected, facts, ignored, unknown, without }: Understanding,
  names: readonly string[],
): SearchNote | null {
  const note = {
    alternatives: alternatives_to
      ? {
          text: listingWords.noteAlternatives(names[0] ?? ''),
          path: `/tool/${alternatives_to}/alternatives`,
        }
      : null,
    comparison:
      compare.length > 0 && isAreaOn('compare')
        ? {
            text: listingWords.noteCompare(names),
            path: `/compare?tools=${compare.join(',')}`,
          }
        : null,
    corrected:
      corrected === null
        ? null
        : { text: corrected, searchAsTyped: quoteOthers(search, corrected) },
    facts: facts.map(({ kind, value, words, label }) => ({
      name: kind,
      value,
      words,
      label: label ?? listingWords.labelOfFact(kind, value),
      searchWithout: quoteWords(search, words),
    })),
    ignored: ignored.map((word) => ({ text: word, searchWith: quoteWords(search, word) })),
    without: without.map((word) => ({ text: word, searchWith: quoteWords(search, word) })),
    unknown,
  }
  const { alternatives, comparison } = note
  const isPlain = facts.length + ignored.length + without.length + unknown.length === 0
  return isPlain && !alternatives && !comparison && !corrected ? null : note
}

/** The search with those words in quotation marks, which are not corrected, that its correction does not have. */
function quoteOthers(search: string, corrected: string): string {
  const known = new Set(corrected.split(' '))
  return search.replace(/"[^"]*"|[\p{L}\p{M}\d][\p{L}\p{M}\d+#'’]*/gu, (word) =>
    word.startsWith('"') || known.has(fold(word)) ? word : `"${word}"`,
  )
}

/** A word as the database compares it (private.normalize_search_text). */
const fold = (word: string): string =>
  stripMarks(word)
    .toLowerCase()
    .replace('++', 'plusplus')
    .replace('#', 'sharp')
    .replace(/['’]/g, '')

const stripMarks = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

/** A search in which these words are text: words in quotation marks set no filter. Accents do not count. */
function quoteWords(search: string, words: string): string {
  const pattern = stripMarks(words)
    .split(' ')
    .map((word) =>
      [...word].map((letter) => `${letter.replace(/[.*+?^${}()|[\]\\/]/, '\\$&')}\\p{M}*`).join(''),
    )
    .join('[^\\p{L}\\d]+')
  return search
    .normalize('NFD')
    .replace(new RegExp(`(?<![\\p{L}\\d"-])-?${pattern}(?![\\p{L}\\d"])`, 'iu'), '"$&"')
    .replace('"-', '"')
    .normalize('NFC')
}
