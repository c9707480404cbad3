import { useRef } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import type { SiteSettings } from '../../data/rpc-results.ts'
import { callFunction } from '../../session/call-function.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { Button } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { Input, InputField, Select, TextAreaField } from '../../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import { Section } from '../../ui/panels.tsx'
import * as uiWords from '../../ui/words.ts'
import * as staffWords from '../words/staff.ts'
import {
  findChanges,
  NUMBERS,
  type NumberSetting,
  type SettingsInput,
  SWITCHES,
  type SwitchSetting,
  settingsSchema,
  toOpenSite,
  toSettingsInput,
} from './settings-input.ts'

const OPTIONS = Object.entries(staffWords.WORD_ACTIONS)

/** The words that hold or refuse a text. */
function WordFilterField({ form }: { form: UseFormReturn<SettingsInput> }) {
  const { control, register, formState } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'word_filter' })
  const addButton = useRef<HTMLButtonElement>(null)
  const errors = formState.errors.word_filter
  return (
    <Section id="words" title={staffWords.wordsTitle} hint={staffWords.wordsText}>
      {fields.length === 0 ? <p className="text-soft">{staffWords.wordsNone}</p> : null}
      {fields.map((field, index) => {
        const error = errors?.[index]?.text?.message
        const id = `word-${field.id}`
        return (
          <div key={field.id} className="grid gap-1.5">
            <div className="grid gap-2 sm:grid-cols-[1fr_11rem_auto]">
              <Input
                {...register(`word_filter.${index}.text`)}
                aria-label={staffWords.wordLabel(index + 1)}
                aria-invalid={Boolean(error)}
                aria-describedby={error ? id : undefined}
                maxLength={200}
              />
              <Select
                {...register(`word_filter.${index}.action`)}
                aria-label={staffWords.wordAction(index + 1)}
                options={OPTIONS}
              />
              <Button
                look="quiet"
                aria-label={uiWords.removeNamed(staffWords.wordLabel(index + 1))}
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
          {staffWords.wordAdd}
        </Button>
      </div>
    </Section>
  )
}

interface SettingsFormProps {
  saved: SiteSettings
  userId: string
  onSaved: (settings: SiteSettings) => void
}

/** Sends only what has changed. */
export function SettingsForm({ saved, userId, onSaved }: SettingsFormProps) {
  const { form, panel } = useCommandForm({
    schema: settingsSchema,
    saved: toSettingsInput(saved),
    draft: 'site settings',
    userId,
    noticesSessionEnd: true,
    send: async (input) => {
      const changes = findChanges(saved, input)
      if (Object.keys(changes).length === 0) return undefined
      await callFunction('update_site_settings', { changes })
      return { ...saved, ...changes }
    },
    onSent: ({ result: now, settle }) => {
      if (!now) return toastSuccess(staffWords.settingsSame)
      onSaved(now)
      settle(toSettingsInput(now))
      return toastSuccess(staffWords.settingsSaved)
    },
  })
  const { setValue } = form
  const suggest = () => {
    for (const [key, value] of Object.entries(toOpenSite())) {
      setValue(key as keyof SettingsInput, value, { shouldDirty: true })
    }
  }
  return (
    <FormPanel {...panel} className="grid max-w-180 gap-6">
      {staffWords.SETTING_GROUPS.map(([title, numbers, switches], index) => (
        <Section key={title} id={`group-${index}`} title={title}>
          {numbers.length > 0 ? (
            <div className="grid gap-4 sm:grid-cols-2">
              {numbers.map((name) => (
                <NumberField key={name} name={name} form={form} />
              ))}
            </div>
          ) : null}
          {switches.map((name) => (
            <SwitchField key={name} name={name} form={form} />
          ))}
        </Section>
      ))}
      <Section id="domains" title={staffWords.domainsTitle}>
        <TextAreaField
          label={staffWords.domainsLabel}
          {...fieldsOf(form)('blocked_email_domains')}
          hint={staffWords.domainsHint}
          rows={4}
          autoCapitalize="none"
          spellCheck={false}
        />
      </Section>
      <WordFilterField form={form} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton sending={uiWords.saving}>{uiWords.saveChanges}</SubmitButton>
        <Button look="secondary" onClick={suggest}>
          {staffWords.settingsOpenSite}
        </Button>
      </div>
    </FormPanel>
  )
}

function NumberField({ name, form }: { name: NumberSetting; form: UseFormReturn<SettingsInput> }) {
  const [label, meaning] = staffWords.SETTINGS[name]
  const [initial, suggested] = NUMBERS[name]
  return (
    <InputField
      label={label}
      {...fieldsOf(form)(name)}
      hint={
        <>
          {meaning} <Values initial={formatCount(initial)} suggested={formatCount(suggested)} />
        </>
      }
      inputMode="numeric"
      maxLength={6}
      required
    />
  )
}

function SwitchField({ name, form }: { name: SwitchSetting; form: UseFormReturn<SettingsInput> }) {
  const [label, meaning] = staffWords.SETTINGS[name]
  const [initial, suggested] = SWITCHES[name]
  const toWord = (isOn: boolean) => (isOn ? staffWords.on : staffWords.off)
  return (
    <div className="grid grid-cols-[auto_1fr] items-start gap-x-3">
      <input
        id={`setting-${name}`}
        type="checkbox"
        aria-describedby={`setting-${name}-hint`}
        {...form.register(name)}
        className="mt-0.5 size-5 accent-ink"
      />
      <div>
        <label htmlFor={`setting-${name}`} className="text-sm font-medium">
          {label}
        </label>
        <p id={`setting-${name}-hint`} className="text-sm text-soft">
          {meaning} <Values initial={toWord(initial)} suggested={toWord(suggested)} />
        </p>
      </div>
    </div>
  )
}

const Values = ({ initial, suggested }: { initial: string; suggested: string }) => (
  <span className="block tabular-nums">{staffWords.values(initial, suggested)}</span>
)
