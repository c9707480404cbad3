import { useRef } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Input, Select } from '../../ui/forms/field.tsx'
import * as uiWords from '../../ui/words.ts'
import type { SettingsInput } from './settings-input.ts'
import * as adminWords from './words.ts'

const OPTIONS = Object.entries(adminWords.WORD_ACTIONS)

/** The words that hold or refuse a text. */
export function WordFilterField({ form }: { form: UseFormReturn<SettingsInput> }) {
  const { control, register, formState } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'word_filter' })
  const addButton = useRef<HTMLButtonElement>(null)
  const errors = formState.errors.word_filter
  return (
    <section aria-labelledby="words" className="panel grid gap-4 p-6">
      <div>
        <h2 id="words" className="display text-2xl">
          {adminWords.wordsTitle}
        </h2>
        <p className="mt-1 text-sm text-soft">{adminWords.wordsText}</p>
      </div>
      {fields.length === 0 ? <p className="text-soft">{adminWords.wordsNone}</p> : null}
      {fields.map((field, index) => {
        const error = errors?.[index]?.text?.message
        const id = `word-${field.id}`
        return (
          <div key={field.id} className="grid gap-1.5">
            <div className="grid gap-2 sm:grid-cols-[1fr_11rem_auto]">
              <Input
                {...register(`word_filter.${index}.text`)}
                aria-label={adminWords.wordLabel(index + 1)}
                aria-invalid={Boolean(error)}
                aria-describedby={error ? id : undefined}
                maxLength={200}
              />
              <Select
                {...register(`word_filter.${index}.action`)}
                aria-label={adminWords.wordAction(index + 1)}
                options={OPTIONS}
              />
              <Button
                look="quiet"
                aria-label={uiWords.removeNamed(adminWords.wordLabel(index + 1))}
                onClick={() => {
                  remove(index)
                  addButton.current?.focus()
                }}
              >
                {uiWords.remove}
              </Button>
            </div>
            {error ? (
              <p id={id} role="alert" className="text-sm text-bad">
                {error}
              </p>
            ) : null}
          </div>
        )
      })}
      <div>
        <Button
          ref={addButton}
          look="secondary"
          onClick={() => append({ text: '', action: 'hold' })}
        >
          {adminWords.wordAdd}
        </Button>
      </div>
    </section>
  )
}
