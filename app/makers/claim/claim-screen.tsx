import { Building2 } from 'lucide-react'
import { Link, useRevalidator } from 'react-router'
import { RequireSignIn } from '../../sign-in/require-sign-in.tsx'
import { type ToolMaker, toToolPath } from '../../tools/tool.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FormSkeleton } from '../../ui/feedback/skeleton.tsx'
import { useTask } from '../../ui/feedback/use-task.ts'
import { Field, Select } from '../../ui/forms/field.tsx'
import { QuietLink } from '../../ui/links/report-link.tsx'
import { startClaim, useAdminCompanies, useOwnClaims } from '../maker-data.ts'
import * as makerWords from '../words.ts'
import { ClaimProof } from './claim-proof.tsx'

interface ClaimedTool {
  id: string
  name: string
  slug: string
  maker: ToolMaker | null
}

/** A company proves that it makes a tool (spec 6 §1). */
export default function ClaimScreen(tool: ClaimedTool) {
  return (
    <RequireSignIn>
      {(user) => (
        <div className="page grid max-w-2xl gap-6 py-8">
          <header>
            <Link to={toToolPath(tool)} className="text-sm text-link hover:underline">
              {makerWords.claimBack(tool.name)}
            </Link>
            <h1 className="display mt-1 text-title wrap-anywhere">
              {makerWords.claimTitle(tool.name)}
            </h1>
            <p className="mt-2 text-soft">{makerWords.claimIntro}</p>
          </header>
          <Claims key={user.id} tool={tool} userId={user.id} />
        </div>
      )}
    </RequireSignIn>
  )
}

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
          <LinkButton to="/start-your-team">{makerWords.claimTeam}</LinkButton>
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
      className="panel grid gap-5 p-6"
      onSubmit={(event) => {
        event.preventDefault()
        const company = String(new FormData(event.currentTarget).get('company'))
        if (!isBusy) void run(() => startClaim(toolId, company))
      }}
    >
      <Field label={makerWords.claimCompany}>
        {(control) => (
          <Select
            {...control}
            name="company"
            options={companies.map(({ id, name }) => [id, name] as const)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" disabled={isBusy}>
          {makerWords.claimStart}
        </Button>
      </div>
    </form>
  )
}
