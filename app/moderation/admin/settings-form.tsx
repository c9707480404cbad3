import type { UseFormReturn } from 'react-hook-form'
import { sendCommand } from '../../data/command.ts'
import type { SiteSettings } from '../../data/rpc-results.ts'
import { getSupabase } from '../../session/session.ts'
import { useCommandForm } from '../../session/use-command-form.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { Field, Input, TextArea } from '../../ui/forms/field.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import {
  findChanges,
  type SettingsInput,
  settingsSchema,
  toOpenSite,
  toSettingsInput,
} from './settings-input.ts'
import { NUMBERS, type NumberSetting, SWITCHES, type SwitchSetting } from './site-settings.ts'
import { WordFilterField } from './word-filter-field.tsx'
import * as adminWords from './words.ts'

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
      const supabase = await getSupabase()
      await sendCommand(supabase.rpc('update_site_settings', { changes }))
      return { ...saved, ...changes }
    },
    onSent: ({ result: now, settle }) => {
      if (!now) return toastSuccess(adminWords.settingsSame)
      onSaved(now)
      settle(toSettingsInput(now))
      return toastSuccess(adminWords.settingsSaved)
    },
  })
  const { setValue, formState } = form
  const suggest = () => {
    for (const [key, value] of Object.entries(toOpenSite())) {
      setValue(key as keyof SettingsInput, value, { shouldDirty: true })
    }
  }
  return (
    <FormPanel {...panel} className="grid max-w-3xl gap-6">
      {adminWords.SETTING_GROUPS.map(([title, numbers, switches], index) => (
        <section key={title} aria-labelledby={`group-${index}`} className="panel grid gap-5 p-6">
          <h2 id={`group-${index}`} className="display text-2xl">
            {title}
          </h2>
          {numbers.length > 0 ? (
            <div className="grid gap-5 sm:grid-cols-2">
              {numbers.map((name) => (
                <NumberField key={name} name={name} form={form} />
              ))}
            </div>
          ) : null}
          {switches.map((name) => (
            <SwitchField key={name} name={name} form={form} />
          ))}
        </section>
      ))}
      <section aria-labelledby="domains" className="panel grid gap-5 p-6">
        <h2 id="domains" className="display text-2xl">
          {adminWords.domainsTitle}
        </h2>
        <Field
          label={adminWords.domainsLabel}
          error={formState.errors.blocked_email_domains?.message}
          hint={adminWords.domainsHint}
        >
          {(control) => (
            <TextArea
              {...control}
              {...form.register('blocked_email_domains')}
              rows={4}
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      </section>
      <WordFilterField form={form} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton disabled={formState.isSubmitting}>
          {formState.isSubmitting ? uiWords.saving : uiWords.saveChanges}
        </SubmitButton>
        <Button look="secondary" onClick={suggest}>
          {adminWords.settingsOpenSite}
        </Button>
      </div>
    </FormPanel>
  )
}

function NumberField({ name, form }: { name: NumberSetting; form: UseFormReturn<SettingsInput> }) {
  const [label, meaning] = adminWords.SETTINGS[name]
  const [initial, suggested] = NUMBERS[name]
  return (
    <Field
      label={label}
      error={form.formState.errors[name]?.message}
      hint={
        <>
          {meaning} <Values initial={formatCount(initial)} suggested={formatCount(suggested)} />
        </>
      }
    >
      {(control) => (
        <Input {...control} {...form.register(name)} inputMode="numeric" maxLength={6} required />
      )}
    </Field>
  )
}

function SwitchField({ name, form }: { name: SwitchSetting; form: UseFormReturn<SettingsInput> }) {
  const [label, meaning] = adminWords.SETTINGS[name]
  const [initial, suggested] = SWITCHES[name]
  const toWord = (isOn: boolean) => (isOn ? adminWords.on : adminWords.off)
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
  <span className="block tabular-nums">{adminWords.values(initial, suggested)}</span>
)
