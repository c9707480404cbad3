import { Link } from 'react-router'
import { readReviewedCapabilities } from '../capabilities/read-capabilities.ts'
import { readVerdict } from '../compare/verdict.ts'
import type { Reader } from '../data/cache-tags.ts'
import { readRows } from '../tools/describe-facts.ts'
import { ToolRow } from '../tools/listing/tool-row.tsx'
import { toCapabilityPath } from '../tools/tool.ts'
import { today } from '../ui/format/day.ts'
import { AxisNumbers } from '../ui/mark.tsx'
import * as homeWords from './words.ts'

type Uses = Awaited<ReturnType<typeof readUses>>

/** The most reviewed tools of one use, as an example of ratings with their evidence. */
export function UseOfTheDay({
  use: { slug, name, tools, verdict },
}: {
  use: NonNullable<Uses['use']>
}) {
  return (
    <section className="panel overflow-hidden shadow-raised" aria-labelledby="use-of-the-day">
      {/* A phone has no head of columns. */}
      <h2 id="use-of-the-day" className="px-4 pt-2 text-sm font-semibold sm:sr-only">
        {name}
      </h2>
      <div className="tool-row brief border-b border-line">
        <div data-part="head">
          <span className="truncate text-sm font-semibold">
            <Link to={toCapabilityPath(slug)} className="hover:underline">
              {name}
            </Link>
          </span>
          <AxisNumbers />
        </div>
      </div>
      <ol className="divide-y divide-line">
        {tools.map((tool) => (
          <li key={tool.id} className="tool-row brief">
            <ToolRow as="div" tool={tool} rank={`list=tools&capability=${slug}&sort=reviews`} />
          </li>
        ))}
      </ol>
      <p className="border-t border-line px-4 py-2 text-sm text-soft">
        {homeWords.useOfTheDayYellow} {verdict}
      </p>
    </section>
  )
}

const USES_LINKED = 6
const DAY_MS = 86_400_000

/** Reads the uses to link, and the tools of one of them: each day of another one, the same for everybody. */
export async function readUses(reader: Reader) {
  const found = await readReviewedCapabilities(reader)
  const uses = found.slice(0, USES_LINKED).map(({ slug, name }) => ({ slug, name }))
  const chosen = found[(Date.parse(today()) / DAY_MS) % found.length]
  if (!chosen) return { uses, use: null }
  reader.tag(...chosen.tools.map((id) => `tool:${id}` as const))
  const tools = await readRows(
    reader,
    chosen.tools.map((id) => ({ id })),
  )
  const verdict = await readVerdict(reader, tools)
  return { uses, use: { slug: chosen.slug, name: chosen.name, tools, verdict } }
}
