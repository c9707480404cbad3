import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { sendCommand } from '../data/command.ts'
import { logFailure } from '../data/command-error.ts'
import { callFunction } from '../session/call-function.ts'
import { getReader, getSupabase } from '../session/session.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { ToolPicker } from '../tools/tool-picker.tsx'
import { toastFailure } from '../ui/feedback/toast.ts'
import { Input } from '../ui/forms/field.tsx'
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
  const dragged = useRef(-1)
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
    setSpoken(listWords.moved(moved.tools.name, to + 1, items.length))
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
      setSpoken(listWords.moved(tool.name, next.length, next.length))
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
      <h2 id="items" className="display text-section">
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
          <li
            key={tool.id}
            draggable
            onDragStart={() => {
              dragged.current = index
            }}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              move(dragged.current, index)
            }}
            className="panel grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 p-3 sm:grid-cols-[auto_auto_minmax(0,1fr)_auto] sm:gap-x-3"
          >
            {/* A touch screen drags nothing. */}
            <GripVertical aria-hidden size={18} className="hidden cursor-grab text-soft sm:block" />
            <ToolLogo id={tool.id} name={tool.name} size={32} />
            <span className="font-medium wrap-anywhere">{tool.name}</span>
            <span className="flex">
              <IconButton
                label={listWords.moveUp(tool.name)}
                isDisabled={index === 0}
                onPress={() => move(index, index - 1)}
              >
                <ArrowUp aria-hidden size={18} />
              </IconButton>
              <IconButton
                label={listWords.moveDown(tool.name)}
                isDisabled={index === items.length - 1}
                onPress={() => move(index, index + 1)}
              >
                <ArrowDown aria-hidden size={18} />
              </IconButton>
              <IconButton label={uiWords.removeNamed(tool.name)} onPress={() => remove(tool.id)}>
                <X aria-hidden size={18} />
              </IconButton>
            </span>
            <Note listId={list.id} toolId={tool.id} name={tool.name} note={note} />
          </li>
        ))}
      </ol>
    </section>
  )
}

interface IconButtonProps {
  label: string
  isDisabled?: boolean
  onPress: () => void
  children: React.ReactNode
}

/** A disabled button keeps the focus, which follows its tool. */
const IconButton = ({ label, isDisabled = false, onPress, children }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isDisabled || undefined}
    onClick={() => !isDisabled && onPress()}
    className={`grid size-11 place-items-center rounded-control hover:bg-sunken ${isDisabled ? 'cursor-not-allowed opacity-60' : ''}`}
  >
    {children}
  </button>
)

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
