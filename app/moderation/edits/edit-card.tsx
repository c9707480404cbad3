import { useState } from 'react'
import { Link } from 'react-router'
import { describeFailure, logFailure } from '../../data/command-error.ts'
import { ChangeList, SourceLink } from '../../tools/edits/edit-inputs.tsx'
import { toToolPath } from '../../tools/tool.ts'
import * as editWords from '../../tools/words/edits.ts'
import { Button } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { formatTime } from '../../ui/format/day.ts'
import { hidden, Rich } from '../../ui/format/rich-text.tsx'
import { Field, FormError, TextArea } from '../../ui/forms/field.tsx'
import * as uiWords from '../../ui/words.ts'
import { formatWaiting } from '../staff/staff-role.ts'
import { type OpenEdit, resolveEdit } from './use-open-edits.ts'

interface EditCardProps {
  edit: OpenEdit
  /** The moderator's own suggestion, about which another one decides. */
  isOwn: boolean
  onDecided: () => void
}

export function EditCard({ edit, isOwn, onDecided }: EditCardProps) {
  const { id, tools, profiles, created_at, changes, source_url, note } = edit
  const [isDeclining, setDeclining] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const decide = async (accept: boolean, reason?: string) => {
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await resolveEdit(id, accept, reason)
      onDecided()
      void toastSuccess(accept ? editWords.accepted : editWords.declined)
    } catch (error) {
      logFailure(error)
      setFailure(describeFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <article className="panel grid gap-4 p-5">
      <header>
        <h2 className="font-semibold wrap-anywhere">
          <Link to={toToolPath(tools)} className="leading-6 hover:underline">
            {tools.name}
          </Link>
        </h2>
        <p className="text-sm text-soft">
          <time dateTime={created_at} title={formatTime(created_at)}>
            {editWords.queueBy(profiles?.username ?? uiWords.nothing, formatWaiting(created_at))}
          </time>
        </p>
      </header>
      <ChangeList changes={changes} />
      {note ? <p className="whitespace-pre-line wrap-anywhere">{note}</p> : null}
      {source_url ? <SourceLink url={source_url} /> : null}
      {isOwn ? (
        <p className="text-sm text-soft">{editWords.queueOwn}</p>
      ) : isDeclining ? (
        <DeclineForm
          isBusy={isBusy}
          onDecline={(reason) => void decide(false, reason)}
          onCancel={() => setDeclining(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button disabled={isBusy} onClick={() => void decide(true)}>
            <Rich text={editWords.acceptOf} parts={{ tool: tools.name, hidden }} />
          </Button>
          <Button look="secondary" disabled={isBusy} onClick={() => setDeclining(true)}>
            <Rich text={editWords.declineOf} parts={{ tool: tools.name, hidden }} />
          </Button>
        </div>
      )}
      <FormError message={failure} />
    </article>
  )
}

interface DeclineFormProps {
  isBusy: boolean
  onDecline: (reason: string) => void
  onCancel: () => void
}

function DeclineForm({ isBusy, onDecline, onCancel }: DeclineFormProps) {
  const [error, setError] = useState<string>()
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
        setError(reason ? undefined : editWords.declineReasonMissing)
        if (reason) onDecline(reason)
      }}
    >
      <Field label={editWords.declineReason} hint={editWords.declineReasonHint} error={error}>
        {(control) => (
          <TextArea {...control} name="reason" rows={3} maxLength={1000} required autoFocus />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isBusy}>
          {editWords.decline}
        </Button>
        <Button look="secondary" disabled={isBusy} onClick={onCancel}>
          {uiWords.cancel}
        </Button>
      </div>
    </form>
  )
}
