import { useQuery } from '@tanstack/react-query'
import { queries } from '../data/query.ts'
import { toDisplayName } from '../people/profile.ts'
import { getReader } from '../session/session.ts'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { toastFailure, toastSuccess } from '../ui/feedback/toast.ts'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import { ConfirmButton } from '../ui/forms/confirm-button.tsx'
import { type Company, readMembers } from './company.ts'
import { MemberRow } from './member-row.tsx'
import { removeMember } from './membership.ts'
import * as companyWords from './words.ts'

interface CompanyMembersProps {
  company: Company
  isAdmin: boolean
  userId: string
}

/** The company's members; its admin can remove all others. */
export function CompanyMembers({ company, isAdmin, userId }: CompanyMembersProps) {
  const {
    data: members,
    isError,
    refetch,
  } = useQuery(
    {
      queryKey: ['members', company.id, userId],
      queryFn: async () => readMembers(await getReader(), company.id),
    },
    queries,
  )
  const remove = async (memberId: string, name: string) => {
    await removeMember(company.id, memberId)
    await refetch()
    return toastSuccess(
      companyWords.membersRemoved,
      companyWords.membersRemovedMore(name, company.name),
    )
  }
  return (
    <section className="panel p-6" aria-labelledby="members">
      <h2 id="members" className="display mb-4 text-2xl">
        {companyWords.pageMembers}
      </h2>
      {isError ? <LoadFailure onRetry={() => void refetch()} /> : null}
      <ul className="grid gap-3">
        {members?.map((member) => (
          <MemberRow key={member.user_id} member={member}>
            {isAdmin && member.user_id !== userId ? (
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
    </section>
  )
}
