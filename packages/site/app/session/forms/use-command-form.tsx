import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { Link, useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'
import {
  type CommandError,
  isSignedOut,
  logFailure,
  requireCommandError,
} from '../../data/command-error.ts'
import * as dataWords from '../../data/words.ts'
import { toastSessionEnded } from '../../ui/feedback/toast.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import * as uiWords from '../../ui/words.ts'
import { getSupabase } from '../session.ts'
import { readDraft, removeDraft, saveDraft } from './draft.ts'

interface CommandFormOptions<Values extends FieldValues, Result> {
  /** Without a schema only the server checks the values. */
  schema?: z.ZodType<Values, Values>
  /** The values of an empty form. */
  empty?: NoInfer<Values>
  /** In place of `empty`, the stored values that the form edits; they can change elsewhere. */
  saved?: NoInfer<Values>
  /** The name of the draft; without one the form has no draft. */
  draft?: string
  /** The draft's owner; undefined for a visitor. */
  userId?: string | undefined
  /** Whether the form says so if the session has ended. */
  noticesSessionEnd?: boolean
  /** In place of `onFailure`, the title of the message that the session has ended. */
  signedOut?: string | undefined
  /** @throws {CommandError} */
  send: (input: Values) => Promise<Result>
  onSent?: (sent: {
    result: Result
    input: Values
    form: UseFormReturn<Values>
    settle: (saved: Values) => void
  }) => unknown
  /** Without it FormPanel shows the failure. */
  onFailure?: (failure: CommandError, form: UseFormReturn<Values>) => unknown
  onInvalid?: (errors: FieldErrors<Values>) => unknown
}

/**
 * A form that sends a command and stores what was typed until it is sent.
 * @returns `panel` with the props of FormPanel
 */
export function useCommandForm<Values extends FieldValues, Result>({
  schema,
  empty,
  saved,
  draft,
  userId,
  noticesSessionEnd = false,
  signedOut,
  send,
  onSent,
  onFailure,
  onInvalid,
}: CommandFormOptions<Values, Result>) {
  const first = (saved ?? empty) as Values
  const [hasEnded, setEnded] = useState(false)
  const [start, setStart] = useState(() => {
    const found = draft ? readDraft(draft, userId, first) : undefined
    return { values: found ?? first, over: first, isDraft: found !== undefined }
  })
  const form = useForm<Values>({
    ...(schema ? { resolver: zodResolver(schema) } : {}),
    defaultValues: start.values as DefaultValues<Values>,
  })
  const removeOwnDraft = useDraft(form, draft, userId, saved && start.over)
  const settle = (now: Values) => {
    form.reset(now)
    removeOwnDraft()
    setStart({ values: now, over: now, isDraft: false })
  }
  const onSubmit = form.handleSubmit(async (input) => {
    setEnded(false)
    let result: Result
    try {
      result = await send(input)
    } catch (error) {
      const failure = requireCommandError(error)
      if (isSignedOut(failure) && noticesSessionEnd) return setEnded(true)
      if (isSignedOut(failure) && signedOut) return toastSessionEnded(signedOut)
      if (!onFailure) throw failure
      await onFailure(failure, form)
      return
    }
    if (saved) settle(input)
    else removeOwnDraft()
    await onSent?.({ result, input, form, settle })
  }, onInvalid)
  const notice = (
    <>
      {hasEnded ? <SessionEnded isKept={draft !== undefined} /> : null}
      {saved && start.isDraft ? <DraftNote onDiscard={() => settle(saved)} /> : null}
    </>
  )
  return {
    form,
    panel: { onSubmit, notice },
    /** The stored values that the form opened with. */
    opened: start.over,
    removeDraft: removeOwnDraft,
  }
}

/**
 * Stores a draft of a form from the first letter on.
 * @param over the stored values that the form opened with, if they can change elsewhere
 * @returns a function that removes the draft
 */
export function useDraft<T extends FieldValues>(
  { watch }: Pick<UseFormReturn<T>, 'watch'>,
  name: string | undefined,
  userId: string | undefined,
  over?: T,
): () => void {
  useEffect(() => {
    if (!name) return
    const following = watch((values) => saveDraft(name, userId, values, over))
    return () => following.unsubscribe()
  }, [watch, name, userId, over])
  return () => {
    if (name) removeDraft(name, userId)
  }
}

/**
 * Connects the fields of ui/forms/field.tsx to a form: `{...field('title')}` registers one and shows
 * its error.
 */
export const fieldsOf =
  <Values extends FieldValues>({ register, formState }: UseFormReturn<Values>) =>
  <Name extends Path<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    register: () => register(name, options),
    error: findMessage(formState.errors, name),
  })

function findMessage(errors: FieldErrors, name: string): string | undefined {
  const message = errors[name]?.message
  return typeof message === 'string' ? message : undefined
}

/** States that the form shows a draft and not the stored values. */
function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p role="status" className="rounded-control bg-sunken px-3 py-2 text-sm">
      <Rich
        text={uiWords.draftNote}
        parts={{
          discard: (words) => (
            <button type="button" className="min-h-6 underline" onClick={onDiscard}>
              {words}
            </button>
          ),
        }}
      />
    </p>
  )
}

/**
 * For a form that the server refused because the session has ended.
 * @param isKept false for a password, of which there is no draft
 */
function SessionEnded({ isKept }: { isKept: boolean }) {
  const navigate = useNavigate()
  const to = `/auth?next=${encodeURIComponent(useLocation().pathname)}`
  const leave = async () => {
    // The sign-in page would take the session for a valid one.
    const { auth } = await getSupabase()
    const { error } = await auth.signOut({ scope: 'local' })
    if (error) logFailure(error)
    await navigate(to)
  }
  return (
    <p role="alert" className="rounded-control bg-sunken px-3 py-2 text-sm">
      <Rich
        text={isKept ? dataWords.sessionEndedKept : dataWords.sessionEndedLost}
        parts={{
          link: (words) => (
            <Link
              className="underline"
              to={to}
              onClick={(event) => {
                event.preventDefault()
                void leave()
              }}
            >
              {words}
            </Link>
          ),
        }}
      />
    </p>
  )
}
