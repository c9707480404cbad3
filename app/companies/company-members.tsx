import { useQuery } from '@tanstack/react-query'
import { queries } from '../data/query.ts'
import { getSupabase } from '../data/session.ts'
import { displayName } from '../people/profile.ts'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { hidden, Rich } from '../ui/rich-text.tsx'
import { orToast, toastError, toastSuccess } from '../ui/toast.ts'
import { type Company, readMembers } from './company.ts'
import { MemberRow } from './member-row.tsx'
import { removeMember } from './membership.ts'
import { MEMBERS, PAGE } from './words.ts'

interface CompanyMembersProps {
  company: Company
  isAdmin: boolean
  userId: string
}

/** Who belongs to it; its admin removes whom he will but himself. */
export function CompanyMembers({ company, isAdmin, userId }: CompanyMembersProps) {
  const { data: members, refetch } = useQuery(
    {
      queryKey: ['members', company.id, userId],
      queryFn: async () => readMembers(await getSupabase(), company.id),
    },
    queries,
  )
  const remove = async (memberId: string, name: string) => {
    const refusal = await removeMember(company.id, memberId)
    if (refusal) return toastError(refusal.title, refusal.text)
    await refetch()
    return toastSuccess(MEMBERS.removed, MEMBERS.removedMore(name, company.name))
  }
  return (
    <section className="panel p-6" aria-labelledby="members">
      <h2 id="members" className="display mb-4 text-2xl">
        {PAGE.members}
      </h2>
      <ul className="grid gap-3">
        {members?.map((member) => (
          <MemberRow key={member.user_id} member={member}>
            {isAdmin && member.user_id !== userId ? (
              <ConfirmButton
                look="secondary"
                label={
                  <span>
                    <Rich
                      text={MEMBERS.remove}
                      parts={{ name: displayName(member.profiles), hidden }}
                    />
                  </span>
                }
                title={MEMBERS.removeTitle(displayName(member.profiles))}
                text={MEMBERS.removeText(company.name)}
                keep={MEMBERS.keep}
                go={MEMBERS.go}
                onGo={() => orToast(remove(member.user_id, displayName(member.profiles)))}
              />
            ) : null}
          </MemberRow>
        ))}
      </ul>
    </section>
  )
}
