import { useQuery } from '@tanstack/react-query'
import { queries } from '../data/query.ts'
import { getSupabase } from '../data/session.ts'
import { displayName } from '../people/profile.ts'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { orToast, toastError, toastSuccess } from '../ui/toast.ts'
import { type Company, readMembers } from './company.ts'
import { MemberRow } from './member-row.tsx'
import { removeMember } from './membership.ts'

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
    return toastSuccess('Member removed', `${name} is no longer a member of ${company.name}.`)
  }
  return (
    <section className="panel p-6" aria-labelledby="members">
      <h2 id="members" className="display mb-4 text-2xl">
        Members
      </h2>
      <ul className="grid gap-3">
        {members?.map((member) => (
          <MemberRow key={member.user_id} member={member}>
            {isAdmin && member.user_id !== userId ? (
              <ConfirmButton
                look="secondary"
                label={
                  <>
                    Remove<span className="sr-only"> {displayName(member.profiles)}</span>
                  </>
                }
                title={`Remove ${displayName(member.profiles)}?`}
                text={`From the members of ${company.name}. Whoever was removed can join again.`}
                keep="Keep"
                go="Remove member"
                onGo={() => orToast(remove(member.user_id, displayName(member.profiles)))}
              />
            ) : null}
          </MemberRow>
        ))}
      </ul>
    </section>
  )
}
