import { useNavigate } from 'react-router'
import { RequireSignIn } from '../account/require-sign-in.tsx'
import { pageMeta } from '../data/page-meta.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { orToast, toastError, toastSuccess } from '../ui/toast.ts'
import type { Route } from './+types/company-dashboard'
import { refreshOwnCompany, useOwnCompany } from './company.ts'
import { CompanyDetails } from './company-details.tsx'
import { CompanyMembers } from './company-members.tsx'
import { removeMember } from './membership.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Company dashboard',
    description: 'Your company, its details and its members.',
    noIndex: true,
  })

export default function CompanyDashboardScreen() {
  return <RequireSignIn>{(user) => <CompanyDashboard userId={user.id} />}</RequireSignIn>
}

function CompanyDashboard({ userId }: { userId: string }) {
  const navigate = useNavigate()
  const { data: own, isPending, isError, refetch } = useOwnCompany(userId)
  if (isPending) {
    return (
      <p role="status" className="page py-24 text-center text-soft">
        Loading...
      </p>
    )
  }
  if (isError) {
    return (
      <div role="alert" className="page grid justify-items-center gap-4 py-24 text-center">
        <h1 className="display text-3xl">Company dashboard</h1>
        <p className="text-soft">Your company could not be loaded.</p>
        <Button onClick={() => void refetch()}>Try Again</Button>
      </div>
    )
  }
  if (!own) {
    return (
      <div className="page grid justify-items-center gap-4 py-24 text-center">
        <h1 className="display text-3xl">No company yet</h1>
        <LinkButton to="/start-your-team">Start your team</LinkButton>
      </div>
    )
  }
  const { company, isAdmin } = own
  const leave = async () => {
    const refusal = await removeMember(company.id, userId)
    if (refusal) return toastError(refusal.title, refusal.text)
    await navigate('/dashboard')
    await refreshOwnCompany(userId)
    return toastSuccess('You have left the company')
  }
  return (
    <div className="page grid max-w-4xl gap-8 py-8">
      <header className="flex flex-wrap items-center gap-4">
        <Avatar name={company.name} url={company.logo_url} size={64} isSquare />
        <h1 className="display min-w-0 flex-1 basis-56 text-4xl wrap-break-word">
          {company.name}
          {isAdmin ? <span className="text-2xl font-normal text-soft"> (Admin)</span> : null}
        </h1>
        <LinkButton to={`/company/${company.id}`} look="secondary">
          Company page
        </LinkButton>
        {isAdmin ? null : (
          <ConfirmButton
            label="Leave company"
            title={`Leave ${company.name}?`}
            text="You are no longer listed among its members. You can join again."
            keep="Stay"
            go="Leave"
            onGo={() => orToast(leave())}
          />
        )}
      </header>
      <CompanyMembers company={company} isAdmin={isAdmin} userId={userId} />
      {isAdmin ? <CompanyDetails company={company} userId={userId} /> : null}
    </div>
  )
}
