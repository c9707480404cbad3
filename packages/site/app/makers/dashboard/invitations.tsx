import { sendCommand } from '../../data/command.ts'
import { queries, useRead } from '../../data/query.ts'
import { callFunction } from '../../session/call-function.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { getSupabase } from '../../session/session.ts'
import { LoadFailure } from '../../ui/feedback/loading.tsx'
import { toastFailure, toastSuccess } from '../../ui/feedback/toast.ts'
import { hidden, Rich } from '../../ui/format/rich-text.tsx'
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { InputField, SelectField } from '../../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import type { MadeTool } from '../maker-data.ts'
import * as makerWords from '../words.ts'

const KEY = 'invitations to review'
const NAME_MAX = 80

interface Invitation {
  id: string
  code: string
  name: string
  closed_at: string | null
  tools: { name: string; slug: string }
  reviews: { count: number }[]
}

const refresh = () => queries.invalidateQueries({ queryKey: [KEY] })

/** Links with which the company invites people to write a review. */
export function Invitations({ tools }: { tools: readonly MadeTool[] }) {
  const ids = tools.map(({ id }) => id)
  const { data, isError, refetch } = useRead(
    [KEY, ...ids],
    async () =>
      (await sendCommand(
        (
          await getSupabase()
        )
          .from('review_campaigns')
          .select('id, code, name, closed_at, tools(name, slug), reviews(count)')
          .in('tool_id', ids)
          .order('created_at', { ascending: false })
          .limit(50),
      )) as unknown as Invitation[],
    { staleTime: 0 },
  )
  return (
    <section className="panel grid gap-4 p-6" aria-labelledby="invitations">
      <div>
        <h2 id="invitations" className="display text-lg">
          {makerWords.inviteTitle}
        </h2>
        <p className="mt-2 text-soft">{makerWords.inviteIntro}</p>
      </div>
      {isError ? <LoadFailure onRetry={() => void refetch()} /> : null}
      {data && data.length > 0 ? (
        <ul className="grid gap-4">
          {data.map((invitation) => (
            <li key={invitation.id}>
              <InvitationRow invitation={invitation} />
            </li>
          ))}
        </ul>
      ) : null}
      <CreateInvitation tools={tools} />
    </section>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, code, name, closed_at, tools, reviews } = invitation
  const close = async () => {
    await callFunction('close_campaign', { campaign: id })
    await refresh()
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="min-w-0 flex-1 basis-40 font-semibold wrap-anywhere">{name}</h3>
        <p className="text-sm text-soft">
          {[
            tools.name,
            makerWords.inviteReviews(reviews[0]?.count ?? 0),
            closed_at ? makerWords.inviteClosed(closed_at) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {closed_at ? null : (
          <ConfirmButton
            look="secondary"
            label={
              <span>
                <Rich text={makerWords.inviteClose} parts={{ name, hidden }} />
              </span>
            }
            title={makerWords.inviteCloseTitle(name)}
            text={makerWords.inviteCloseText}
            cancelLabel={uiWords.keepIt}
            confirmLabel={makerWords.inviteCloseGo}
            onConfirm={() => toastFailure(close())}
          />
        )}
      </div>
      {closed_at ? null : (
        <CopyField
          label={makerWords.inviteLink(name)}
          text={makerWords.inviteAddress(location.origin, tools.slug, code)}
        />
      )}
    </div>
  )
}

function CreateInvitation({ tools }: { tools: readonly MadeTool[] }) {
  const empty = { name: '', tool: tools[0]?.id ?? '' }
  const { form, panel } = useCommandForm<typeof empty, void>({
    empty,
    send: async (input) => {
      await callFunction('create_campaign', input)
    },
    onSent: async ({ form: sent }) => {
      sent.reset(empty)
      await refresh()
      void toastSuccess(makerWords.inviteCreated)
    },
  })
  const field = fieldsOf(form)
  return (
    <FormPanel {...panel} className="grid gap-4 border-t border-line pt-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          label={makerWords.inviteName}
          {...field('name', {
            validate: (text) => text.trim() !== '' || makerWords.inviteNameMissing,
          })}
          hint={makerWords.inviteNameHint}
          maxLength={NAME_MAX}
          required
        />
        {tools.length > 1 ? (
          <SelectField
            label={makerWords.inviteTool}
            {...field('tool')}
            options={tools.map(({ id, name }) => [id, name] as const)}
          />
        ) : null}
      </div>
      <div>
        <SubmitButton>{makerWords.inviteCreate}</SubmitButton>
      </div>
    </FormPanel>
  )
}
