import { useState } from 'react'
import { queries } from '../../data/query.ts'
import { Button } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { useTask } from '../../ui/feedback/use-task.ts'
import { ConfirmButton, ConfirmDialog } from '../../ui/forms/confirm-button.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import * as catalogWords from '../words/catalog.ts'

interface EntryFormProps {
  /** Of `useCommandForm`. */
  panel: Omit<React.ComponentProps<typeof FormPanel>, 'children'>
  /** The name of what the form changes; undefined if it adds. */
  edited: string | undefined
  /** The title of a form that adds. */
  titleNew: string
  onDone: () => void
  /** Further changes of what exists. */
  actions: React.ReactNode
  /** The fields. */
  children: React.ReactNode
}

/** Adds or changes something of the catalog. A form that adds opens at a press. */
export function EntryForm({ panel, edited, titleNew, onDone, actions, children }: EntryFormProps) {
  const submit = <SubmitButton sending={uiWords.saving}>{catalogWords.capabilitySave}</SubmitButton>
  if (edited === undefined)
    return (
      <details className="panel">
        <summary className="cursor-pointer px-6 py-4">
          <h2 className="display inline text-lg">{titleNew}</h2>
        </summary>
        <FormPanel {...panel} className="grid gap-4 px-6 pb-6">
          {children}
          <div>{submit}</div>
        </FormPanel>
      </details>
    )
  return (
    <div className="grid gap-6">
      <FormPanel {...panel} title={catalogWords.capabilityEdit(edited)}>
        {children}
        <div className="flex flex-wrap gap-3">
          {submit}
          <Button look="secondary" onClick={onDone}>
            {uiWords.cancel}
          </Button>
        </div>
      </FormPanel>
      {actions}
    </div>
  )
}

interface Entry {
  slug: string
  name: string
}

interface EntryActionsProps {
  entry: Entry
  /** Of the list that the entry is part of. */
  queryKey: string
  onDone: () => void
  /** Chooses what the entry becomes part of. */
  renderPicker: (target: Entry | undefined, choose: (target: Entry) => void) => React.ReactNode
  merge: (target: string) => Promise<unknown>
  remove: () => Promise<unknown>
  mergeText: string
  removeText: string
}

/** Makes an entry a part of another one, or removes it. */
export function EntryActions({
  entry: { name },
  queryKey,
  onDone,
  renderPicker,
  merge,
  remove,
  mergeText,
  removeText,
}: EntryActionsProps) {
  const [target, setTarget] = useState<Entry>()
  const change = useChange(queryKey, onDone)
  return (
    <div className="panel grid gap-4 p-4">
      {renderPicker(target, setTarget)}
      <ConfirmDialog
        isOpen={target !== undefined}
        onOpenChange={(isOpen) => isOpen || setTarget(undefined)}
        title={catalogWords.capabilityMergeTitle(name, target?.name ?? '')}
        text={mergeText}
        confirmLabel={catalogWords.capabilityMergeConfirm}
        onConfirm={() => {
          if (!target) return
          change(async () => {
            await merge(target.slug)
            return catalogWords.capabilityMerged(name, target.name)
          })
        }}
      />
      <div>
        <RemoveButton {...{ name, change, remove }} text={removeText} />
      </div>
    </div>
  )
}

interface RemoveButtonProps {
  name: string
  text: string
  change: ReturnType<typeof useChange>
  remove: () => Promise<unknown>
}

export const RemoveButton = ({ name, text, change, remove }: RemoveButtonProps) => (
  <ConfirmButton
    label={uiWords.remove}
    title={catalogWords.capabilityRemoveTitle(name)}
    text={text}
    confirmLabel={uiWords.remove}
    onConfirm={() =>
      change(async () => {
        await remove()
        return catalogWords.capabilityRemoved(name)
      })
    }
  />
)

/** Reads the list of staff again after a change, and says what was done. */
export async function announceChange(queryKey: string, done: string): Promise<void> {
  await queries.invalidateQueries({ queryKey: [queryKey] })
  await toastSuccess(done)
}

/**
 * @param queryKey of the list that the change is part of
 * @returns a function that carries out a change beside the form, which then closes
 */
export function useChange(queryKey: string, onDone: () => void) {
  const [, run] = useTask()
  /** @param work returns what was done */
  return (work: () => Promise<string>) => {
    void run(async () => {
      const done = await work()
      onDone()
      await announceChange(queryKey, done)
    })
  }
}
