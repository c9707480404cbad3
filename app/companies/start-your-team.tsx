import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useMember } from '../session/signed-in.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/start-your-team'
import { refreshOwnCompany, useOwnCompany } from './company.ts'
import { CreateCompany } from './create-company.tsx'
import { JoinCompany } from './join-company.tsx'
import * as companyWords from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: companyWords.linkTeam,
    description: companyWords.teamDescription,
    noIndex: true,
  })

export default function StartYourTeam() {
  const user = useMember()
  const navigate = useNavigate()
  const { data: own } = useOwnCompany(user.id)
  const hasCompany = Boolean(own)
  useEffect(() => {
    if (hasCompany) void navigate('/company-dashboard', { replace: true })
  }, [hasCompany, navigate])
  const finish = async (title: string, text: string) => {
    void toastSuccess(title, text)
    await refreshOwnCompany(user.id)
  }
  return (
    <div className="page grid max-w-3xl gap-8 py-8">
      <h1 className="display text-4xl">{companyWords.linkTeam}</h1>
      <JoinCompany
        userId={user.id}
        onJoined={() => void finish(companyWords.joinJoined, companyWords.joinJoinedMore)}
      />
      <CreateCompany
        user={user}
        onCreated={() => void finish(companyWords.createCreated, companyWords.createCreatedMore)}
      />
    </div>
  )
}
