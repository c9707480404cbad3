import { useState } from 'react'
import { TextButton } from '../../ui/button.tsx'
import * as uiWords from '../../ui/words.ts'
import { ToolPicker } from '../tool-picker.tsx'
import type { EditFieldsProps } from './edit-inputs.tsx'
import * as editWords from './words.ts'

/** The tool that replaces a discontinued one. */
export function SuccessorField({
  form,
  present,
  successor,
  toolSlug,
}: EditFieldsProps & { toolSlug: string }) {
  const id = form.watch('successor_id')
  const [names, setNames] = useState(
    () => new Map(successor ? [[successor.id, successor.name]] : []),
  )
  const choose = (chosen: string) => form.setValue('successor_id', chosen, { shouldDirty: true })
  return (
    <div className="grid gap-2">
      {id ? (
        <p className="text-sm">
          <span className="mr-3 font-medium">{editWords.FIELDS.successor_id}</span>
          {names.get(id) ?? id} <TextButton onClick={() => choose('')}>{uiWords.remove}</TextButton>
        </p>
      ) : (
        <ToolPicker
          label={editWords.successorPick}
          excluded={[toolSlug]}
          onPick={(tool) => {
            setNames(new Map([...names, [tool.id, tool.name]]))
            choose(tool.id)
          }}
        />
      )}
      {id !== present.successor_id && successor ? (
        <p className="text-sm text-soft">{editWords.nowValue(successor.name)}</p>
      ) : null}
    </div>
  )
}
