import { Combobox } from '@base-ui/react/combobox'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queries } from '../data/query.ts'
import { getSupabase } from '../session/session.ts'
import { TextButton } from '../ui/button.tsx'
import { Rich } from '../ui/format/rich-text.tsx'
import { CONTROL, Field } from '../ui/forms/field.tsx'
import { useDebounced } from '../ui/forms/use-debounced.ts'
import * as uiWords from '../ui/words.ts'
import type { ToolSummary } from './tool.ts'
import { ToolLogo } from './tool-logo.tsx'
import * as listingWords from './words/listing.ts'

/** Spec 2 §9. */
export const RESULTS_MAX = 12

interface ToolPickerProps {
  label: string
  /** Slugs that are not offered. */
  excluded: readonly string[]
  onPick: (tool: ToolSummary) => void
  /** No further tool can be picked. The field is read-only and keeps the focus. */
  isFull?: boolean
  /** The field takes the focus when it appears. */
  isFocused?: boolean
}

/** A field that searches for a tool; picking one empties the field. */
export function ToolPicker({
  label,
  excluded,
  onPick,
  isFull = false,
  isFocused = false,
}: ToolPickerProps) {
  const [text, setText] = useState('')
  const query = useDebounced(text.trim())
  const { data, isError, isFetching, refetch } = useQuery(
    {
      queryKey: ['tools', query, excluded.length],
      queryFn: ({ signal }) => findTools(query, RESULTS_MAX + excluded.length, signal),
      enabled: query !== '',
    },
    queries,
  )
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFocused) input.current?.focus()
  }, [isFocused])
  // Results of an earlier text are not offered, because Enter would pick one of them.
  const isSettled = query === text.trim() && !isFetching
  const found = isSettled
    ? (data ?? []).filter(({ slug }) => !excluded.includes(slug)).slice(0, RESULTS_MAX)
    : []
  return (
    // Inline: a popup would hide the rest of the page from screen readers, including the field's label.
    <Combobox.Root
      inline
      items={found}
      filter={null}
      autoHighlight
      value={null}
      inputValue={text}
      onInputValueChange={setText}
      onValueChange={(tool: ToolSummary | null) => {
        if (!tool) return
        onPick(tool)
        setText('')
      }}
      itemToStringLabel={(tool: ToolSummary) => tool.name}
      readOnly={isFull}
    >
      <div className="group relative">
        <Field label={label}>
          {(control) => (
            <Combobox.Input
              {...control}
              ref={input}
              placeholder={uiWords.searchTools}
              maxLength={200}
              className={`${CONTROL} read-only:opacity-60`}
              // Enter must not send the surrounding form.
              onKeyDown={(event) => {
                if (event.key === 'Enter' && found.length === 0) event.preventDefault()
                if (event.key === 'Escape') setText('')
              }}
            />
          )}
        </Field>
        <div
          tabIndex={-1}
          className={`panel absolute inset-x-0 top-full z-30 mt-1.5 max-h-80 overflow-y-auto p-1.5 outline-none not-group-focus-within:hidden ${text.trim() === '' ? 'hidden' : ''}`}
        >
          <Combobox.Status className="px-3 text-sm text-soft not-empty:py-2">
            {isError ? (
              <Rich
                text={listingWords.failed}
                parts={{
                  again: (words) => (
                    <TextButton
                      onClick={() => {
                        input.current?.focus()
                        void refetch()
                      }}
                    >
                      {words}
                    </TextButton>
                  ),
                }}
              />
            ) : found.length > 0 ? null : isSettled ? (
              listingWords.none
            ) : (
              uiWords.searching
            )}
          </Combobox.Status>
          <Combobox.List aria-label={listingWords.found}>
            {(tool: ToolSummary) => <FoundTool key={tool.id} tool={tool} />}
          </Combobox.List>
        </div>
      </div>
    </Combobox.Root>
  )
}

function FoundTool({ tool }: { tool: ToolSummary }) {
  return (
    <Combobox.Item
      value={tool}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 text-sm -outline-offset-2 outline-transparent data-highlighted:bg-sunken data-highlighted:outline-2"
    >
      <ToolLogo id={tool.id} name={tool.name} size={28} />
      <span className="min-w-0 flex-1 truncate">{tool.name}</span>
      <span className="truncate text-soft">{tool.category}</span>
    </Combobox.Item>
  )
}

async function findTools(
  query: string,
  page_size: number,
  signal: AbortSignal,
): Promise<ToolSummary[]> {
  const supabase = await getSupabase()
  const { data } = await supabase
    .rpc('search_tools', { query, sort: 'relevance', page_size })
    .abortSignal(signal)
    .throwOnError()
  return data.map(({ after_row: _cursor, ...tool }) => tool)
}
