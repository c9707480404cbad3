import { Combobox } from '@base-ui/react/combobox'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../data/query.ts'
import { getSupabase } from '../session/session.ts'
import { TextButton } from '../ui/button.tsx'
import { Rich } from '../ui/format/rich-text.tsx'
import { CONTROL, Field } from '../ui/forms/field.tsx'
import { useDebounced } from '../ui/forms/use-debounced.ts'
import * as uiWords from '../ui/words.ts'
import { readSuggestions } from './read-suggestions.ts'
import { type FoundTool, toAddPath } from './tool.ts'
import { ToolLogo } from './tool-logo.tsx'
import * as listingWords from './words/listing.ts'

/** Spec 2 §9. */
export const RESULTS_MAX = 12

interface Found {
  slug: string
  name: string
}

interface PickerProps<Item extends Found> {
  label: string
  placeholder: string
  /** Names the kind of the items, for the cache. */
  kind: string
  find: (words: string, count: number, signal: AbortSignal) => Promise<Item[]>
  renderItem: (item: Item) => React.ReactNode
  /** What stands below "No tools found." */
  renderNone?: (words: string) => React.ReactNode
  /** Slugs that are not offered. */
  excluded: readonly string[]
  onPick: (item: Item) => void
  /** No further tool can be picked. The field is read-only and keeps the focus. */
  isFull?: boolean
  /** The field takes the focus when it appears. */
  isFocused?: boolean
}

type ToolPickerProps = Pick<
  PickerProps<FoundTool>,
  'label' | 'excluded' | 'onPick' | 'isFull' | 'isFocused'
>

/** A field that searches for a tool; picking one empties the field. */
export const ToolPicker = (props: ToolPickerProps) => (
  <Picker
    {...props}
    kind="tools"
    placeholder={uiWords.searchTools}
    find={findTools}
    renderItem={(tool) => (
      <>
        <ToolLogo id={tool.id} name={tool.name} size={28} />
        <span className="min-w-0 flex-1 truncate">{tool.name}</span>
        <span className="truncate text-soft">{tool.category}</span>
      </>
    )}
    renderNone={(words) => (
      <Link
        to={toAddPath(words)}
        className="-mx-2 mt-1 flex min-h-11 items-center gap-2 rounded-control px-2 py-2 text-link -outline-offset-2 hover:bg-sunken"
      >
        <Plus size={18} aria-hidden className="shrink-0" />
        <span className="min-w-0 wrap-anywhere">{listingWords.addNamed(words)}</span>
      </Link>
    )}
  />
)

/** A field that searches for something that tools are used for. */
export const CapabilityPicker = (
  props: Pick<PickerProps<Found>, 'label' | 'excluded' | 'onPick' | 'isFull'>,
) => (
  <Picker
    {...props}
    kind="capabilities"
    placeholder={listingWords.searchUses}
    find={(query, _count, signal) => readSuggestions(query, signal, 'capability')}
    renderItem={({ name }) => <span className="truncate">{name}</span>}
  />
)

function Picker<Item extends Found>({
  label,
  placeholder,
  kind,
  find,
  renderItem,
  renderNone,
  excluded,
  onPick,
  isFull = false,
  isFocused = false,
}: PickerProps<Item>) {
  const [text, setText] = useState('')
  const query = useDebounced(text.trim())
  const { data, isError, isFetching, refetch } = useRead(
    [kind, query, excluded.length],
    ({ signal }) => find(query, RESULTS_MAX + excluded.length, signal),
    { enabled: query !== '' },
  )
  const input = useRef<HTMLInputElement>(null)
  const status = useRef<HTMLDivElement>(null)
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
      onValueChange={(item: Item | null) => {
        if (!item) return
        onPick(item)
        setText('')
      }}
      itemToStringLabel={(item: Item) => item.name}
      readOnly={isFull}
    >
      <div className="group relative">
        <Field label={label}>
          {(control) => (
            <Combobox.Input
              {...control}
              ref={input}
              dir="auto"
              placeholder={placeholder}
              maxLength={200}
              className={`${CONTROL} read-only:opacity-60`}
              // Enter must not send the surrounding form.
              onKeyDown={(event) => {
                if (event.key === 'Enter' && found.length === 0) event.preventDefault()
                if (event.key === 'Escape') setText('')
                if (event.key === 'ArrowDown') status.current?.querySelector('a')?.focus()
              }}
            />
          )}
        </Field>
        <div
          tabIndex={-1}
          className={`panel absolute inset-x-0 top-full z-30 mt-1.5 max-h-80 overflow-y-auto p-1.5 outline-none not-group-focus-within:hidden ${text.trim() === '' ? 'hidden' : ''}`}
        >
          <Combobox.Status
            ref={status}
            className="px-3 text-sm text-soft not-empty:py-2"
            onKeyDown={({ key }) => {
              if (key === 'ArrowUp' || key === 'Escape') input.current?.focus()
            }}
          >
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
              <>
                {listingWords.toolsNone}
                {data?.length === 0 && renderNone?.(query)}
              </>
            ) : (
              uiWords.searching
            )}
          </Combobox.Status>
          <Combobox.List aria-label={listingWords.found}>
            {(item: Item) => (
              <Combobox.Item
                key={item.slug}
                value={item}
                className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 text-sm -outline-offset-2 outline-transparent data-highlighted:bg-sunken data-highlighted:outline-2"
              >
                {renderItem(item)}
              </Combobox.Item>
            )}
          </Combobox.List>
        </div>
      </div>
    </Combobox.Root>
  )
}

async function findTools(
  query: string,
  page_size: number,
  signal: AbortSignal,
): Promise<FoundTool[]> {
  const supabase = await getSupabase()
  const { data } = await supabase
    .rpc('search_tools', { query, sort: 'relevance', page_size })
    .abortSignal(signal)
    .throwOnError()
  return data.map(({ after_row: _cursor, ...tool }) => tool)
}
