import type { Reader } from '../../data/cache-tags.ts'
import type { Understanding } from '../../data/rpc-results.ts'
import * as listingWords from '../words/listing.ts'

/** How a search was understood, as texts. */
export interface SearchNote {
  alternatives: { text: string; path: string } | null
  comparison: { text: string; path: string } | null
  corrected: string | null
  /** `words` are those of the search that set the fact. */
  facts: { name: string; value: string; words: string; label: string; searchWithout: string }[]
  ignored: string
}

/** @returns null if the search is empty or every word of it is text */
export async function readSearchNote(
  { supabase, tag }: Reader,
  search: string,
): Promise<SearchNote | null> {
  if (search === '') return null
  tag('tools', 'categories', 'capabilities', 'throttled:reviews')
  const { data: understood } = await supabase
    .rpc('understand_query', { query: search })
    .throwOnError()
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
  { alternatives_to, compare, corrected, facts, ignored }: Understanding,
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
      compare.length > 0
        ? {
            text: listingWords.noteCompare(names),
            path: `/compare?tools=${compare.join(',')}`,
          }
        : null,
    corrected,
    facts: facts.map(({ kind, value, words }) => ({
      name: kind,
      value,
      words,
      label: listingWords.labelOfFact(kind, value),
      searchWithout: quoteWords(search, words),
    })),
    ignored: ignored.join(', '),
  }
  const { alternatives, comparison } = note
  const isPlain = facts.length + ignored.length === 0
  return isPlain && !alternatives && !comparison && !corrected ? null : note
}

/** A search in which these words are text: words in quotation marks set no filter. */
function quoteWords(search: string, words: string): string {
  const pattern = new RegExp(`\\b${words.split(' ').join('[^a-z0-9]+')}\\b`, 'i')
  return search.replace(pattern, '"$&"')
}
