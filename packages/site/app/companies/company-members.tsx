import { toDisplayName } from '../people/profile.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { LoadFailure } from '../ui/feedback/loading.tsx'
import { toastFailure, toastSuccess } from '../ui/feedback/toast.ts'
import { useTask } from '../ui/feedback/use-task.ts'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import { ConfirmButton } from '../ui/forms/confirm-button.tsx'
import { Section } from '../ui/panels.tsx'
import { type Company, confirmMember, type Member, removeMember, useMembers } from './company.ts'
import { MemberRow } from './member-row.tsx'
import * as companyWords from './words.ts'

interface CompanyMembersProps {
  company: Company
  canManage: boolean
  userId: string
}

/** The company's members; its admin with the power of it can remove all others, and confirm who acts for it. */
export function CompanyMembers({ company, canManage, userId }: CompanyMembersProps) {
  const { data: members, isError, refetch } = useMembers(company.id, userId)
  const remove = async (memberId: string, name: string) => {
    await removeMember(company.id, memberId)
    await refetch()
    return toastSuccess(
      companyWords.membersRemoved,
      companyWords.membersRemovedMore(name, company.name),
    )
  }
  return (
    <Section id="members" title={companyWords.pageMembers}>
      {isError ? <LoadFailure onRetry={() => void refetch()} /> : null}
      <ul className="grid gap-3 empty:hidden">
        {members?.map((member) => (
          <MemberRow key={member.user_id} member={member}>
            {member.is_confirmed ? (
              <Badge look="good">{companyWords.membersConfirmed}</Badge>
            ) : null}
            {canManage && company.verified ? (
              <ConfirmMember company={company} member={member} onDone={() => void refetch()} />
            ) : null}
            {canManage && member.user_id !== userId ? (
              <ConfirmButton
                look="secondary"
                label={
                  <span>
                    <Rich
                      text={companyWords.membersRemove}
                      parts={{ name: toDisplayName(member.profiles), hidden }}
                    />
                  </span>
                }
                title={companyWords.membersRemoveTitle(toDisplayName(member.profiles))}
                text={companyWords.membersRemoveText(company.name)}
                cancelLabel={companyWords.membersKeep}
                confirmLabel={companyWords.membersGo}
                onConfirm={() =>
                  toastFailure(remove(member.user_id, toDisplayName(member.profiles)))
                }
              />
            ) : null}
          </MemberRow>
        ))}
      </ul>
    </Section>
  )
}

interface ConfirmMemberProps {
  company: Company
  member: Member
  onDone: () => void
}

/** Confirms that a member acts for a verified company, or ends that. */
function ConfirmMember({ company, member, onDone }: ConfirmMemberProps) {
  const [isBusy, run] = useTask()
  const name = toDisplayName(member.profiles)
  const change = () =>
    run(async () => {
      await confirmMember(company.id, member.user_id, !member.is_confirmed)
      onDone()
    })
  if (member.is_confirmed) {
    return (
      <Button look="secondary" disabled={isBusy} onClick={() => void change()}>
        <span>
          <Rich text={companyWords.membersUnconfirm} parts={{ name, hidden }} />
        </span>
      </Button>
    )
  }
  return (
    <ConfirmButton
      look="secondary"
      label={
        <span>
          <Rich text={companyWords.membersConfirm} parts={{ name, hidden }} />
        </span>
      }
      title={companyWords.membersConfirmTitle(name)}
      text={companyWords.membersConfirmText}
      cancelLabel={companyWords.membersConfirmCancel}
      confirmLabel={companyWords.membersConfirmGo}
      onConfirm={() => void change()}
    />
  )
}
