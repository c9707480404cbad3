import { Link } from 'react-router'
import { toToolPath } from '../../tools/tool.ts'
import { ToolLogo } from '../../tools/tool-logo.tsx'
import { ToolPicker } from '../../tools/tool-picker.tsx'
import { TextButton } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import { Rating } from '../../ui/stars.tsx'
import type { ListedTool } from './use-listed-tool.ts'
import * as mergeWords from './words.ts'

export type Side = 'source' | 'target'

const WORDS = {
  source: [mergeWords.source, mergeWords.sourceNote],
  target: [mergeWords.target, mergeWords.targetNote],
} as const

interface MergedToolProps {
  side: Side
  /** The id or slug in the address; empty for none. */
  wanted: string
  query: ListedTool
  excluded: readonly string[]
  /** Gets a slug, or an empty text to choose again. */
  onPick: (slug: string) => void
}

/** One of the two tools, or the field that chooses it. */
export function MergedTool({ side, wanted, query, excluded, onPick }: MergedToolProps) {
  const { data: tool, isError, refetch } = query
  const [title, note] = WORDS[side]
  const isMissing = wanted !== '' && tool === null
  return (
    <section aria-labelledby={side} className="panel grid content-start gap-4 p-5">
      <div>
        <h2 id={side} className="display text-2xl">
          {title}
        </h2>
        <p className="mt-1 text-sm text-soft">{note}</p>
      </div>
      {isMissing ? (
        <p role="alert" className="text-sm text-bad">
          {mergeWords.missing}
        </p>
      ) : null}
      {wanted === '' || isMissing ? (
        <ToolPicker label={title} excluded={excluded} onPick={({ slug }) => onPick(slug)} />
      ) : isError ? (
        <LoadFailure onRetry={() => void refetch()} />
      ) : tool ? (
        <div className="flex gap-4">
          <ToolLogo id={tool.id} name={tool.name} size={48} />
          <div className="grid min-w-0 gap-1">
            <Link
              to={toToolPath(tool)}
              className="font-semibold text-link wrap-anywhere hover:underline"
            >
              {tool.name}
            </Link>
            <p className="text-sm text-soft wrap-anywhere">
              {mergeWords.place(tool.slug, tool.category)}
            </p>
            <Rating rating={tool.rating_average} reviews={tool.review_count} />
            <p className="text-sm">
              <TextButton onClick={() => onPick('')}>{mergeWords.choose}</TextButton>
            </p>
          </div>
        </div>
      ) : (
        <RowsSkeleton count={1} />
      )}
    </section>
  )
}
