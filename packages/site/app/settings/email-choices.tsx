import type { User } from '@supabase/supabase-js'
import { useId, useRef, useState } from 'react'
import { sendCommand } from '../data/command.ts'
import { describeFailure, logFailure } from '../data/command-error.ts'
import { queries, useRead } from '../data/query.ts'
import { getSupabase } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { LoadFailure, RowsSkeleton } from '../ui/feedback/loading.tsx'
import { CHOICE } from '../ui/forms/radio-card.tsx'
import * as uiWords from '../ui/words.ts'
import * as settingsWords from './words.ts'

/** By kind; a kind without an entry has its default. */
type Choices = Readonly<Record<string, string>>

async function readChoices(): Promise<Choices> {
  const supabase = await getSupabase()
  const { data } = await supabase
    .from('notification_preferences')
    .select('kind, email')
    .throwOnError()
  return Object.fromEntries(data.map(({ kind, email }) => [kind, email]))
}

/** The absence of a choice, for the kinds whose default has a name. */
const DEFAULT = 'default'

/** Which emails the member gets, and when (spec 7 §5). Each choice is saved at once. */
export function EmailChoices({ user: { id: userId } }: { user: User }) {
  const queryKey = ['email choices', userId]
  const {
    data: choices,
    isError,
    refetch,
  } = useRead(queryKey, () => readChoices(), { staleTime: 0 })
  const keep = (kind: string, email: string) =>
    void queries.setQueryData<Choices>(queryKey, (shown) => ({ ...shown, [kind]: email }))
  return (
    <div id="notifications" className="grid gap-2">
      <p className="text-soft">{settingsWords.emailsText}</p>
      {isError ? <LoadFailure onRetry={() => void refetch()} /> : null}
      {choices
        ? settingsWords.EMAIL_KINDS.map(({ kind, byDefault, ...row }) => (
            <ChoiceRow
              key={kind}
              {...row}
              offered={
                typeof byDefault === 'string'
                  ? settingsWords.EMAIL_TIMES
                  : [[DEFAULT, byDefault.label], ...settingsWords.EMAIL_TIMES]
              }
              chosen={choices[kind] ?? (typeof byDefault === 'string' ? byDefault : DEFAULT)}
              save={(email) => saveChoice(userId, kind, email).then(() => keep(kind, email))}
            />
          ))
        : null}
      {choices || isError ? null : <RowsSkeleton count={settingsWords.EMAIL_KINDS.length} />}
      <dl className="grid gap-2 border-t border-line pt-4">
        {settingsWords.EMAILS_ALWAYS.map((title) => (
          <div key={title} className="flex items-baseline justify-between gap-x-4">
            <dt className="font-medium">{title}</dt>
            <dd className="text-sm text-soft">{settingsWords.emailsAlways}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

async function saveChoice(user_id: string, kind: string, email: string): Promise<void> {
  const supabase = await getSupabase()
  const preferences = supabase.from('notification_preferences')
  await sendCommand(
    email === DEFAULT
      ? preferences.delete().match({ user_id, kind })
      : preferences.upsert({ user_id, kind, email }),
  )
}

interface ChoiceRowProps {
  title: string
  hint: string
  /** Values with their labels. */
  offered: readonly (readonly [string, string])[]
  chosen: string
  save: (email: string) => Promise<void>
}

/** A choice that could not be saved stays, with a button that tries again. */
function ChoiceRow({ title, hint, offered, chosen: saved, save }: ChoiceRowProps) {
  const id = useId()
  const [pressed, setPressed] = useState<string>()
  const [status, setStatus] = useState('')
  const [failure, setFailure] = useState<string>()
  const last = useRef({ turn: 0, saving: Promise.resolve() })
  const chosen = pressed ?? saved
  const choose = (email: string) => {
    const turn = last.current.turn + 1
    setPressed(email)
    setFailure(undefined)
    setStatus(uiWords.saving)
    // One after the other, so that the last one stays.
    const saving = last.current.saving.then(() => save(email))
    const isLast = () => last.current.turn === turn
    last.current = {
      turn,
      saving: saving.then(
        () => {
          if (isLast()) setStatus(settingsWords.emailsSaved)
        },
        (error: unknown) => {
          logFailure(error)
          if (!isLast()) return
          setStatus('')
          setFailure(describeFailure(error))
        },
      ),
    }
  }
  return (
    <fieldset
      aria-labelledby={id}
      aria-describedby={`${id}-hint`}
      className="grid gap-x-6 gap-y-2 border-t border-line pt-4 pb-2 sm:grid-cols-[1fr_auto]"
    >
      <div className="grid content-start gap-1">
        <div className="flex items-baseline justify-between gap-4">
          <h3 id={id} className="font-medium">
            {title}
          </h3>
          <span role="status" className="text-sm text-soft">
            {status}
          </span>
        </div>
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      </div>
      <div className="flex flex-wrap content-start gap-1.5">
        {offered.map(([email, label]) => (
          <label
            key={email}
            className={`flex min-h-11 items-center gap-1.5 border-edge px-2 text-sm ${CHOICE}`}
          >
            <input
              type="radio"
              name={id}
              value={email}
              checked={chosen === email}
              onChange={() => choose(email)}
              className="accent-ink"
            />
            {label}
          </label>
        ))}
      </div>
      {failure ? (
        <div
          role="alert"
          className="col-span-full flex flex-wrap items-center gap-x-4 gap-y-2 text-sm"
        >
          <p className="text-bad">{settingsWords.emailsNotSaved(failure)}</p>
          <Button look="secondary" onClick={() => choose(chosen)}>
            {uiWords.tryAgainButton}
          </Button>
        </div>
      ) : null}
    </fieldset>
  )
}
