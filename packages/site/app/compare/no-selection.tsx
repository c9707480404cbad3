import { Scale } from 'lucide-react'
import { Link } from 'react-router'
import type { Reader } from '../data/cache-tags.ts'
import { readAlternatives } from '../tool-page/insight.ts'
import { toComparePath } from '../tools/selection.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import * as uiWords from '../ui/words.ts'
import * as compareWords from './words.ts'

interface Named {
  id: string
  slug: string
  name: string
}

const EXAMPLES = 3

/** Reads the most reviewed tools, each with its first alternative; no tool is in two of the pairs. */
export async function readExamples(reader: Reader): Promise<[Named, Named][]> {
  reader.tag('tools', 'throttled:tool-ratings')
  const { data } = await reader.supabase
    .from('tools')
    .select('id, slug, name, categories')
    .gt('review_count', 0)
    .order('review_count', { ascending: false })
    .order('id')
    .limit(2 * EXAMPLES)
    .throwOnError()
  const pairs = await Promise.all(
    data.map(async (tool) => {
      const [other] = await readAlternatives(reader, tool, { how_many: 1 })
      return [tool, other] as const
    }),
  )
  const taken = new Set<string>()
  const examples = pairs.flatMap(([tool, other]): [Named, Named][] => {
    if (!other || taken.has(tool.id) || taken.has(other.id)) return []
    for (const { id } of [tool, other]) taken.add(id)
    return [[toNamed(tool), toNamed(other)]]
  })
  return examples.slice(0, EXAMPLES)
}

const toNamed = ({ id, slug, name }: Named): Named => ({ id, slug, name })

/** Replaces the table, with comparisons to open. */
export const NoSelection = ({ examples }: { examples: readonly [Named, Named][] }) => (
  <div className="panel">
    <Notice
      icon={Scale}
      title={compareWords.noToolsSelected}
      text={compareWords.noToolsSelectedMore}
    >
      <LinkButton to="/all-tools" look="secondary">
        {uiWords.browseAllTools}
      </LinkButton>
    </Notice>
    {examples.length > 0 ? (
      <ul aria-label={compareWords.examples} className="divide-y divide-line border-t border-line">
        {examples.map((pair) => (
          <li key={pair[0].id}>
            <Link
              to={toComparePath(pair.map(({ slug }) => slug))}
              className="flex min-h-14 flex-wrap items-center justify-center gap-x-3 gap-y-1 p-3 font-medium hover:bg-sunken"
            >
              {pair.map(({ id, name }, at) => (
                <span key={id} className="inline-flex min-w-0 items-center gap-3">
                  {at > 0 ? (
                    <span className="font-normal text-soft">{compareWords.versus}</span>
                  ) : null}
                  <ToolLogo id={id} name={name} size={28} />
                  <span className="min-w-0 wrap-anywhere">{name}</span>
                </span>
              ))}
            </Link>
          </li>
        ))}
      </ul>
    ) : null}
  </div>
)
