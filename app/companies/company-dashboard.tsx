import { useQuery } from '@tanstack/react-query'
import { Building2, CloudOff } from 'lucide-react'
import { useNavigate } from 'react-router'
import { queries } from '../data/query.ts'
import { toDisplayName } from '../people/profile.ts'
import { getReader } from '../session/session.ts'
import { useMember } from '../session/signed-in.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { FormSkeleton } from '../ui/feedback/skeleton.tsx'
import { toastFailure, toastSuccess } from '../ui/feedback/toast.ts'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import { ConfirmButton } from '../ui/forms/confirm-button.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import * as uiWords from '../ui/words.ts'
import type { Route } from './+types/company-dashboard'
import { type Company, readMembers, refreshOwnCompany, useOwnCompany } from './company.ts'
import { CompanyDetails } from './company-details.tsx'
import { MemberRow } from './member-row.tsx'
import { removeMember } from './membership.ts'
import * as companyWords from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: companyWords.dashboardTitle,
    description: companyWords.dashboardDescription,
    noIndex: true,
  })

export default function CompanyDashboard() {
  const { id: userId } = useMember()
  const navigate = useNavigate()
  const { data: own, isPending, isError, refetch } = useOwnCompany(userId)
  if (isPending) {
    return (
      <div className="page max-w-4xl py-8">
        <FormSkeleton fields={4} />
      </div>
    )
  }
  if (isError) {
    return (
      <Notice
        isPage
        role="alert"
        icon={CloudOff}
        title={companyWords.dashboardTitle}
        text={companyWords.dashboardFailed}
      >
        <Button onClick={() => void refetch()}>{uiWords.tryAgainButton}</Button>
      </Notice>
    )
  }
  if (!own) {
    return (
      <Notice isPage icon={Building2} title={companyWords.dashboardNone}>
        <LinkButton to="/start-your-team">{companyWords.linkTeam}</LinkButton>
      </Notice>
    )
  }
  const { company, isAdmin } = own
  const leave = async () => {
    await removeMember(company.id, userId)
    await navigate('/dashboard')
    await refreshOwnCompany(userId)
    return toastSuccess(companyWords.dashboardLeft)
  }
  return (
    <div className="page grid max-w-4xl gap-8 py-8">
      <header className="flex flex-wrap items-center gap-4">
        <Avatar name={company.name} url={company.logo_url} size={64} isSquare />
        <h1 className="display min-w-0 flex-1 basis-56 text-4xl wrap-anywhere">
          {company.name}
          {isAdmin ? (
            <span className="text-2xl font-normal text-soft">{companyWords.admin}</span>
          ) : null}
        </h1>
        <LinkButton to={`/company/${company.id}`} look="secondary">
          {companyWords.dashboardPage}
        </LinkButton>
        {isAdmin ? null : (
          <ConfirmButton
            label={companyWords.dashboardLeave}
            title={companyWords.dashboardLeaveTitle(company.name)}
            text={companyWords.dashboardLeaveText}
            cancelLabel={companyWords.dashboardStay}
            confirmLabel={companyWords.dashboardGo}
            onConfirm={() => toastFailure(leave())}
          />
        )}
      </header>
      <CompanyMembers company={company} isAdmin={isAdmin} userId={userId} />
      {isAdmin ? <CompanyDetails company={company} userId={userId} /> : null}
    </div>
  )
}

interface CompanyMembersProps {
  company: Company
  isAdmin: boolean
  userId: string
}

/** The company's members; its admin can remove all others. */
function CompanyMembers({ company, isAdmin, userId }: CompanyMembersProps) {
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
