import { useOwnCompany } from '../companies/company.ts'
import * as companyWords from '../companies/words.ts'
import type { Profile } from '../people/profile.ts'
import { Avatar } from '../ui/avatar.tsx'
import { LinkButton } from '../ui/button.tsx'
import * as dashboardWords from './words.ts'

/** A business account's company, or a link to join or create one (spec 1 §6). */
export function BusinessCard({ userId, profile }: { userId: string; profile: Profile }) {
  const { data: own, isPending, isError } = useOwnCompany(userId)
  // If the company cannot be read, the section stays empty (spec 1 §8).
  if (isPending || isError) return null
  return (
    <section
      className="panel flex flex-wrap items-center gap-4 p-6"
      aria-label={dashboardWords.businessLabel}
    >
      <Avatar
        name={own?.company.name ?? profile.company_name ?? dashboardWords.businessCompany}
        url={own?.company.logo_url}
        size={48}
        isSquare
      />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-break-word">
          {own?.company.name ?? profile.company_name ?? dashboardWords.businessNone}
          {own?.isAdmin ? (
            <span className="font-normal text-soft">{companyWords.admin}</span>
          ) : null}
        </p>
        {profile.job_title ? <p className="text-sm text-soft">{profile.job_title}</p> : null}
      </div>
      {own ? (
        <LinkButton to="/company-dashboard">{companyWords.linkDashboard}</LinkButton>
      ) : (
        <LinkButton to="/start-your-team">{companyWords.linkTeam}</LinkButton>
      )}
    </section>
  )
}
