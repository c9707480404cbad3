import { Building2 } from 'lucide-react'
import { data, Link, useRevalidator } from 'react-router'
import { siteContext } from '../../data/site.ts'
import { RequireSignIn } from '../../sign-in/member-layout.tsx'
import { findTool } from '../../tools/read-tool.ts'
import { type ToolMaker, toToolPath } from '../../tools/tool.ts'
import { ToolNotFound } from '../../tools/tool-not-found.tsx'
import * as detailWords from '../../tools/words/detail.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormSkeleton, LoadFailure } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useTask } from '../../ui/feedback/use-task.ts'
import { SelectField } from '../../ui/forms/field.tsx'
import { QuietLink } from '../../ui/links.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { startClaim, useAdminCompanies, useOwnClaims } from '../maker-data.ts'
import * as makerWords from '../words.ts'
import type { Route } from './+types/claim'
import { ClaimProof } from './claim-proof.tsx'

interface ClaimedTool {
  id: string
  name: string
  slug: string
  maker: ToolMaker | null
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const tool = await findTool(site, params.toolId, request, (slug) => `/tool/${slug}/claim`)
  if (!tool) throw data(null, { status: 404 })
  return { id: tool.id, name: tool.name, slug: tool.slug, maker: tool.tool_makers }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData ? makerWords.claimTitle(loaderData.name) : detailWords.missing,
    description: loaderData ? makerWords.claimDescription : detailWords.missingDescription,
    noIndex: true,
  })

/** A company proves that it makes a tool (spec 6 §1). */
export default function Claim({ loaderData: tool }: Route.ComponentProps) {
  return (
    <RequireSignIn>
      {(user) => (
        <div className="page column grid gap-6 py-6">
          <header>
            <Link to={toToolPath(tool)} className="text-sm text-link hover:underline">
              {makerWords.claimBack(tool.name)}
            </Link>
            <h1 className="display mt-1 text-title wrap-anywhere">
              {makerWords.claimTitle(tool.name)}
            </h1>
            <p className="mt-2 text-soft">{makerWords.claimIntro}</p>
          </header>
          <Claims key={`${tool.id} ${user.id}`} tool={tool} userId={user.id} />
        </div>
      )}
    </RequireSignIn>
  )
}

export const ErrorBoundary = ToolNotFound

function Claims({ tool, userId }: { tool: ClaimedTool; userId: string }) {
  const claims = useOwnClaims(userId)
  const companies = useAdminCompanies(userId)
  const { revalidate } = useRevalidator()
  if (claims.isError || companies.isError) {
    return <LoadFailure onRetry={() => void Promise.all([claims.refetch(), companies.refetch()])} />
  }
  if (!claims.data || !companies.data) return <FormSkeleton fields={2} />
  const claim = claims.data.find(
    ({ tool_id, status }) => tool_id === tool.id && (status === 'open' || status === 'granted'),
  )
  if (claim) return <ClaimProof claim={claim} onGranted={() => void revalidate()} />
  if (tool.maker) {
    return (
      <div className="panel grid justify-items-start gap-3 p-6">
        <p className="wrap-anywhere">{makerWords.claimTaken(tool.maker.companies.name)}</p>
        <QuietLink to={`/report?type=tool&id=${tool.id}`}>{makerWords.claimReport}</QuietLink>
      </div>
    )
  }
  if (companies.data.length === 0) {
    return (
      <div className="panel">
        <Notice
          icon={Building2}
          title={makerWords.claimNoCompany}
          text={makerWords.claimNoCompanyMore}
        >
          <LinkButton to={`/start-your-team?claim=${tool.slug}`}>{makerWords.claimTeam}</LinkButton>
        </Notice>
      </div>
    )
  }
  return <StartClaim toolId={tool.id} companies={companies.data} />
}

interface StartClaimProps {
  toolId: string
  companies: readonly { id: string; name: string }[]
}

function StartClaim({ toolId, companies }: StartClaimProps) {
  const [isBusy, run] = useTask()
  return (
    <form
      className="panel grid gap-4 p-6"
      onSubmit={(event) => {
        event.preventDefault()
        const company = String(new FormData(event.currentTarget).get('company'))
        void run(() => startClaim(toolId, company))
      }}
    >
      <SelectField
        label={makerWords.claimCompany}
        name="company"
        options={companies.map(({ id, name }) => [id, name] as const)}
      />
      <div>
        <Button type="submit" disabled={isBusy}>
          {makerWords.claimStart}
        </Button>
      </div>
    </form>
  )
}
