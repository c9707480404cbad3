import { useRef, useState } from 'react'
import { sendCommand } from '../data/command.ts'
import { logFailure } from '../data/command-error.ts'
import { callFunction } from '../session/call-function.ts'
import { getReader, getSupabase } from '../session/session.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { ToolPicker } from '../tools/tool-picker.tsx'
import { toastFailure } from '../ui/feedback/toast.ts'
import { Input } from '../ui/forms/field.tsx'
import { SortableRow } from '../ui/forms/sortable-row.tsx'
import * as uiWords from '../ui/words.ts'
import { type FullList, readList } from './read-lists.ts'
import type { SavedTool } from './save-tool.tsx'
import * as listWords from './words.ts'

/** The tools of an own list. Their order changes by dragging, and by the buttons of each. */
/** A tool that was added a moment ago has no more. */
interface EditedItem {
  note: string
  tools: SavedTool
}

export function ListItems({ list }: { list: FullList }) {
  const [items, setItems] = useState<readonly EditedItem[]>(list.items)
  const [spoken, setSpoken] = useState('')
  /** The changes that were sent, one after the other: a later order must not arrive first. */
  const sent = useRef(Promise.resolve())
  const waiting = useRef(0)
  const hasFailed = useRef(false)
  /** Shows a change at once. After the last of several, of which one was refused, it shows the list as the server has it. */
  const change = (next: readonly EditedItem[], send: () => Promise<unknown>) => {
    setItems(next)
    waiting.current += 1
    const done = sent.current.then(send)
    const settle = async () => {
      waiting.current -= 1
      if (waiting.current > 0 || !hasFailed.current) return
      const stored = await readList(await getReader(), list.id)
      // A change that was made meanwhile waits for this one and reads the list after it.
      if (waiting.current > 0) return
      hasFailed.current = false
      if (stored) setItems(stored.items)
    }
    sent.current = done
      .then(
        () => {},
        () => {
          hasFailed.current = true
        },
      )
      .then(settle)
      .catch(logFailure)
    toastFailure(done)
  }
  const move = (from: number, to: number) => {
    const moved = items[from]
    if (!moved || to < 0 || to >= items.length || to === from) return
    const next = items.toSpliced(from, 1).toSpliced(to, 0, moved)
    setSpoken(uiWords.moved(moved.tools.name, to + 1, items.length))
    change(next, async () => {
      const tools = next.map((item) => item.tools.id)
      await callFunction('order_list', { list: list.id, tools })
    })
  }
  const add = (tool: EditedItem['tools']) => {
    const next = [...items, { note: '', tools: tool }]
    change(next, async () => {
      const row = { list_id: list.id, tool_id: tool.id }
      await sendCommand((await getSupabase()).from('list_items').insert(row))
      setSpoken(uiWords.moved(tool.name, next.length, next.length))
    })
  }
  const remove = (id: string) =>
    change(
      items.filter(({ tools }) => tools.id !== id),
      async () => {
        const rows = (await getSupabase()).from('list_items').delete()
        await sendCommand(rows.eq('list_id', list.id).eq('tool_id', id))
      },
    )
  return (
    <section aria-labelledby="items" className="grid gap-3">
      <h2 id="items" className="display text-lg">
        {listWords.order}
      </h2>
      <p role="status" className="sr-only">
        {spoken}
      </p>
      {items.length === 0 ? <p className="text-soft">{listWords.empty}</p> : null}
      <ToolPicker
        label={listWords.addTool}
        excluded={items.map(({ tools }) => tools.slug)}
        onPick={add}
      />
      <ol className="grid gap-2">
        {items.map(({ tools: tool, note }, index) => (
          <SortableRow
            key={tool.id}
            {...{ name: tool.name, index, count: items.length, move }}
            onRemove={() => remove(tool.id)}
            below={<Note listId={list.id} toolId={tool.id} name={tool.name} note={note} />}
          >
            <ToolLogo id={tool.id} name={tool.name} size={32} />
            <span className="font-medium wrap-anywhere">{tool.name}</span>
          </SortableRow>
        ))}
      </ol>
    </section>
  )
}

interface NoteProps {
  listId: string
  toolId: string
  name: string
  note: string
}

/** Saves what was typed when the field loses the focus; a note that was not saved stays in it. */
function Note({ listId, toolId, name, note }: NoteProps) {
  const [text, setText] = useState(note)
  const saved = useRef(note)
  const save = async () => {
    if (text === saved.current) return
    const rows = (await getSupabase()).from('list_items').update({ note: text })
    await sendCommand(rows.eq('list_id', listId).eq('tool_id', toolId))
    saved.current = text
  }
  return (
    <Input
      aria-label={listWords.note(name)}
      placeholder={listWords.notePlaceholder}
      value={text}
      maxLength={280}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => toastFailure(save())}
      className="col-span-full"
    />
  )
}
