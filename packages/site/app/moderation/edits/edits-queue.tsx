import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { sendCommand } from '../../data/command.ts'
import { buildCursorFilter, encodeCursor, type SortKey } from '../../data/keyset.ts'
import { queries } from '../../data/query.ts'
import { callFunction } from '../../session/call-function.ts'
import { getSupabase } from '../../session/session.ts'
import { nameHost } from '../../tools/describe-origins.ts'
import { type Change, describeChanges, EDIT_COLUMNS, readNames } from '../../tools/edits/edit.ts'
import { ChangeList, SourceLink } from '../../tools/edits/edit-inputs.tsx'
import { toToolPath } from '../../tools/tool.ts'
import * as editWords from '../../tools/words/edits.ts'
import { Button } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { useShownTask } from '../../ui/feedback/use-task.ts'
import { formatTime } from '../../ui/format/day.ts'
import { hidden, Rich } from '../../ui/format/rich-text.tsx'
import { FormError, TextAreaField } from '../../ui/forms/field.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import { NothingWaits, PAGE_SIZE, StaffList, useStaffRows } from '../staff/staff-list.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { formatWaiting, useStaff } from '../staff/staff-role.ts'
import type { Route } from './+types/edits-queue'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: editWords.queueTitle,
    description: editWords.queueDescription,
    noIndex: true,
  })

/** Suggested edits that wait for a moderator (spec 4 §1). */
export default function EditsQueueScreen() {
  const { user } = useStaff()
  return (
    <StaffPage title={editWords.queueTitle} intro={editWords.queueIntro}>
      <OpenEdits userId={user.id} />
    </StaffPage>
  )
}

function OpenEdits({ userId }: { userId: string }) {
  const list = useRef<HTMLDivElement>(null)
  return (
    <StaffList
      of={useStaffRows([KEY], readOpenEdits)}
      toKey={({ id }) => id}
      placeholders={3}
      none={<NothingWaits title={editWords.queueNone} text={editWords.queueNoneMore} />}
      isCards
      ref={list}
    >
      {(edit) => (
        <EditCard
          edit={edit}
          isOwn={edit.suggested_by === userId}
          onDecided={() => list.current?.focus()}
        />
      )}
    </StaffList>
  )
}

interface EditCardProps {
  edit: OpenEdit
  /** The moderator's own suggestion, about which another one decides. */
  isOwn: boolean
  onDecided: () => void
}

function EditCard({ edit, isOwn, onDecided }: EditCardProps) {
  const { id, tools, profiles, created_at, changes, source_url, note, by_source } = edit
  const [isDeclining, setDeclining] = useState(false)
  const { isBusy, failure, run } = useShownTask()
  const decide = (accept: boolean, reason?: string) =>
    void run(async () => {
      await resolveEdit(id, accept, reason)
      onDecided()
      void toastSuccess(accept ? editWords.accepted : editWords.declined)
    })
  return (
    <article className="panel grid gap-4 p-4">
      <header>
        <h2 className="font-semibold wrap-anywhere">
          <Link to={toToolPath(tools)} className="leading-6 hover:underline">
            {tools.name}
          </Link>
        </h2>
        <p className="text-sm text-soft">
          <time dateTime={created_at} title={formatTime(created_at)}>
            {editWords.queueBy(
              by_source ? nameHost(source_url) : (profiles?.username ?? uiWords.nothing),
              formatWaiting(created_at),
            )}
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
          onDecline={(reason) => decide(false, reason)}
          onCancel={() => setDeclining(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button disabled={isBusy} onClick={() => decide(true)}>
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
      <TextAreaField
        label={editWords.declineReason}
        hint={editWords.declineReasonHint}
        error={error}
        name="reason"
        rows={3}
        maxLength={1000}
        required
        autoFocus
      />
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

interface OpenEdit {
  id: string
  changes: Change[]
  source_url: string | null
  by_source: string | null
  note: string
  created_at: string
  suggested_by: string | null
  profiles: { username: string | null } | null
  tools: { name: string; slug: string }
}

const KEY = 'open edits'

const OLDEST: SortKey[] = [
  { column: 'created_at', ascending: true },
  { column: 'id', ascending: true },
]

/** Suggestions that wait, the oldest first. */
async function readOpenEdits(last: OpenEdit | undefined): Promise<OpenEdit[]> {
  const supabase = await getSupabase()
  const open = supabase
    .from('tool_edits')
    .select(`${EDIT_COLUMNS}, suggested_by, tools!inner(name, slug)` as const)
    .eq('status', 'open')
    .order('created_at')
    .order('id')
    .limit(PAGE_SIZE)
  const later = last && buildCursorFilter(encodeCursor({ ...last }, OLDEST), OLDEST)
  const edits = await sendCommand(later ? open.or(later) : open)
  const names = await readNames(supabase, edits)
  return edits.map((edit) => ({ ...edit, changes: describeChanges(edit.changes, names) }))
}

async function resolveEdit(edit: string, accept: boolean, reason = ''): Promise<void> {
  await callFunction('resolve_tool_edit', { edit, accept, reason })
  await queries.invalidateQueries({ queryKey: [KEY] })
}
