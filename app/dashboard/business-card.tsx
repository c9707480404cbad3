import { useOwnCompany } from '../companies/company.ts'
import * as companyWords from '../companies/words.ts'
import type { Profile } from '../people/profile.ts'
import { Avatar } from '../ui/avatar.tsx'
import { LinkButton } from '../ui/button.tsx'
import * as dashboardWords from './words.ts'

/** The company of a business account, or a link to join or create one (spec 1 §6). */
export function BusinessCard({ userId, profile }: { userId: string; profile: Profile }) {
  const { data: membership, isPending, isError } = useOwnCompany(userId)
  // If the company cannot be read, the section stays empty (spec 1 §8).
  if (isPending || isError) return null
  return (
    <section
      className="panel flex flex-wrap items-center gap-4 p-6"
      aria-label={dashboardWords.businessLabel}
    >
      <Avatar
        name={membership?.company.name ?? profile.company_name ?? dashboardWords.businessCompany}
        url={membership?.company.logo_url}
        size={48}
        isSquare
      />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere">
          {membership?.company.name ?? profile.company_name ?? dashboardWords.businessNone}
          {membership?.isAdmin ? (
            <span className="font-normal text-soft">{companyWords.admin}</span>
          ) : null}
        </p>
        {profile.job_title ? <p className="text-sm text-soft">{profile.job_title}</p> : null}
      </div>
      {membership ? (
        <LinkButton to="/company-dashboard">{companyWords.linkDashboard}</LinkButton>
      ) : (
        <LinkButton to="/start-your-team">{companyWords.linkTeam}</LinkButton>
      )}
    </section>
  )
}
