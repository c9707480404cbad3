import { queries } from '../../data/query.ts'
import { Button } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { useTask } from '../../ui/feedback/use-task.ts'
import { SubmitButton } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import * as catalogWords from '../words/catalog.ts'

interface EditButtonsProps {
  /** Whether the form changes something that exists; else it adds. */
  isEdit: boolean
  onDone: () => void
}

/** The end of a form that adds or changes something of the catalog. */
export const EditButtons = ({ isEdit, onDone }: EditButtonsProps) => (
  <div className="flex flex-wrap gap-3">
    <SubmitButton sending={uiWords.saving}>{catalogWords.capabilitySave}</SubmitButton>
    {isEdit ? (
      <Button look="secondary" onClick={onDone}>
        {uiWords.cancel}
      </Button>
    ) : null}
  </div>
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
