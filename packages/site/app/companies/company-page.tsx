import { BadgeCheck, Building2 } from 'lucide-react'
import { data } from 'react-router'
import { readSection, siteContext } from '../data/site.ts'
import { FollowButton } from '../people/follow/follow-button.tsx'
import * as peopleWords from '../people/words.ts'
import { getReader } from '../session/session.ts'
import { useAsViewer } from '../session/use-as-viewer.ts'
import { CompareBar } from '../tools/listing/compare-bar.tsx'
import { ToolRows } from '../tools/listing/tool-list.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { ExternalButton, LinkButton } from '../ui/button.tsx'
import { NotFoundNotice } from '../ui/feedback/notice.tsx'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { ReportLink } from '../ui/links.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import { Section } from '../ui/panels.tsx'
import * as uiWords from '../ui/words.ts'
import type { Route } from './+types/company-page'
import { readCompany, readMadeTools, readMembers } from './company.ts'
import { MemberRow } from './member-row.tsx'
import * as companyWords from './words.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const company = await readCompany(site, params.id)
  if (!company) throw data(null, { status: 404 })
  const [tools, members] = await Promise.all([
    readSection(site, readMadeTools(site, company.id)),
    readSection(site, readMembers(site, company.id)),
  ])
  return { company, tools, members }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        title: loaderData.company.name,
        description:
          loaderData.company.description ?? companyWords.pageDescription(loaderData.company.name),
        path: `/company/${loaderData.company.id}`,
      })
    : pageMeta(matches, {
        title: companyWords.pageMissing,
        description: companyWords.pageMissingDescription,
        noIndex: true,
      })

export default function CompanyPage({ loaderData }: Route.ComponentProps) {
  const { company, tools } = loaderData
  const members = useAsViewer(['members', company.id], loaderData.members, async () =>
    readMembers(await getReader(), company.id),
  )
  const facts = [
    peopleWords.INDUSTRY_OPTIONS.find(([value]) => value === company.industry)?.[1] ??
      company.industry,
    company.size ? companyWords.pagePeople(company.size) : null,
    companyWords.pageFollowers(company.followers_count),
  ].filter(Boolean)
  return (
    <div className="page column grid gap-6 py-6">
      <header className="panel flex flex-wrap items-start gap-4 p-6">
        <Avatar name={company.name} url={company.logo_url} size={80} isSquare />
        <div className="min-w-0 flex-1 basis-56">
          <h1 dir="auto" className="display text-title hyphens-auto wrap-anywhere">
            {company.name}
          </h1>
          {company.verified ? (
            <Badge look="good">
              <BadgeCheck aria-hidden size={13} /> {companyWords.pageVerified(company.domain)}
            </Badge>
          ) : null}
          <p className="mt-1 text-soft">{facts.join(' · ')}</p>
          {company.description ? (
            <p className="mt-3 max-w-prose whitespace-pre-line wrap-anywhere">
              {company.description}
            </p>
          ) : null}
          <ReportLink type="company" id={company.id} name={company.name} className="mt-3" />
        </div>
        <div className="flex flex-wrap gap-3">
          {company.website ? (
            <ExternalButton href={company.website}>{uiWords.visitWebsite}</ExternalButton>
          ) : null}
          <FollowButton target={{ kind: 'company', id: company.id, name: company.name }} />
        </div>
      </header>
      {tools === undefined ? <SectionFailure /> : null}
      {tools?.length ? (
        <Section id="tools" title={companyWords.pageTools}>
          <ToolRows tools={tools} />
          <CompareBar />
        </Section>
      ) : null}
      <Section id="members" title={companyWords.pageMembers}>
        {members === undefined ? <SectionFailure /> : null}
        {members?.length === 0 ? <p className="text-soft">{companyWords.pageNoMembers}</p> : null}
        <ul className="grid gap-3 empty:hidden">
          {members?.map((member) => (
            <MemberRow key={member.user_id} member={member} />
          ))}
        </ul>
      </Section>
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <NotFoundNotice error={error} icon={Building2} title={companyWords.pageMissing}>
    <LinkButton to="/">{uiWords.returnHome}</LinkButton>
  </NotFoundNotice>
)
