import { Link } from 'react-router'
import { describeMakerStats } from '../../tool-page/describe-tool.ts'
import { toToolPath } from '../../tools/tool.ts'
import { ToolLogo } from '../../tools/tool-logo.tsx'
import * as detailWords from '../../tools/words/detail.ts'
import { LinkButton } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/feedback/loading.tsx'
import { toastFailure, toastSuccess } from '../../ui/feedback/toast.ts'
import { formatDay } from '../../ui/format/day.ts'
import { hidden, Rich } from '../../ui/format/rich-text.tsx'
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx'
import { QuietLink } from '../../ui/links.tsx'
import { Section } from '../../ui/panels.tsx'
import * as uiWords from '../../ui/words.ts'
import { type MadeTool, type OwnClaim, releaseTool, useOwnClaims } from '../maker-data.ts'
import * as makerWords from '../words.ts'
import type { MakerCompany } from './maker-sections.tsx'

interface MakerToolsProps {
  /** Undefined until they are read. */
  tools: readonly MadeTool[] | undefined
  hasFailed: boolean
  onRetry: () => void
  company: MakerCompany
  userId: string
  isAdmin: boolean
  /** Whether the viewer acts for the company. */
  isConfirmed: boolean
}

/** The tools that the company manages with their figures, and its claims. */
export function MakerTools({
  tools,
  hasFailed,
  onRetry,
  company,
  userId,
  isAdmin,
  isConfirmed,
}: MakerToolsProps) {
  return (
    <Section id="made-tools" title={makerWords.toolsTitle}>
      {hasFailed ? <LoadFailure onRetry={onRetry} /> : null}
      {tools?.length === 0 ? (
        <div className="grid justify-items-start gap-4">
          <p className="text-soft">{makerWords.toolsNone}</p>
          <LinkButton to="/all-tools" look="secondary">
            {uiWords.browseAllTools}
          </LinkButton>
        </div>
      ) : null}
      {tools && tools.length > 0 ? (
        <ul className="grid gap-4 divide-y divide-line *:not-first:pt-4">
          {tools.map((tool) => (
            <MadeToolRow key={tool.id} tool={tool} canRelease={isAdmin && isConfirmed} />
          ))}
        </ul>
      ) : null}
      {isAdmin ? <Claims companyId={company.id} userId={userId} /> : null}
    </Section>
  )
}

function MadeToolRow({ tool, canRelease }: { tool: MadeTool; canRelease: boolean }) {
  const release = async () => {
    await releaseTool(tool.id)
    await toastSuccess(makerWords.toolsReleased)
  }
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <ToolLogo id={tool.id} name={tool.name} size={48} />
      <div className="grid min-w-0 flex-1 basis-56 gap-1">
        <Link
          to={toToolPath(tool)}
          className="inline-block min-h-6 font-semibold wrap-anywhere hover:underline"
        >
          {tool.name}
        </Link>
        <p className="text-sm text-soft">
          {makerWords.toolsVerified(
            detailWords.METHODS[tool.method] ?? tool.method,
            formatDay(tool.verified_on),
          )}
        </p>
        <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
          {describeMakerStats(tool.maker_figures).map(({ term, text, more }) => (
            <div key={term}>
              <dt className="text-soft">{term}</dt>
              <dd className="tabular-nums">{[text, more].filter(Boolean).join(' · ')}</dd>
            </div>
          ))}
        </dl>
        <p>
          <QuietLink to={`${toToolPath(tool)}/badge`} rel="">
            {makerWords.toolsBadge}
          </QuietLink>
        </p>
      </div>
      {canRelease ? (
        <ConfirmButton
          look="secondary"
          label={
            <span>
              <Rich text={makerWords.toolsRelease} parts={{ tool: tool.name, hidden }} />
            </span>
          }
          title={makerWords.toolsReleaseTitle(tool.name)}
          text={makerWords.toolsReleaseText}
          cancelLabel={uiWords.keepIt}
          confirmLabel={makerWords.toolsReleaseGo}
          onConfirm={() => toastFailure(release())}
        />
      ) : null}
    </li>
  )
}

/** The company's claims that are not granted: open ones with a link to their proof. */
function Claims({ companyId, userId }: { companyId: string; userId: string }) {
  const { data, isError, refetch } = useOwnClaims(userId)
  const claims = data?.filter(
    ({ company_id, status }) => company_id === companyId && status !== 'granted',
  )
  if (isError) return <LoadFailure onRetry={() => void refetch()} />
  if (!claims || claims.length === 0) return null
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{makerWords.claimsTitle}</h3>
      <ul className="grid gap-3">
        {claims.map((claim) => (
          <ClaimRow key={claim.claim} claim={claim} />
        ))}
      </ul>
    </div>
  )
}

function ClaimRow({ claim: { tool, slug, status, detail, created_at } }: { claim: OwnClaim }) {
  const path = toToolPath({ slug, name: tool })
  return (
    <li className="grid gap-1">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <Link to={path} className="font-medium wrap-anywhere hover:underline">
          {tool}
        </Link>
        <span className="text-sm text-soft">
          {makerWords.claimRow(makerWords.STATUS[status] ?? status, formatDay(created_at))}
        </span>
        {status === 'open' ? (
          <Link
            to={`${path}/claim`}
            className="inline-flex min-h-6 items-center text-sm text-link hover:underline"
          >
            <span>
              <Rich text={makerWords.claimOpen} parts={{ tool, hidden }} />
            </span>
          </Link>
        ) : null}
      </p>
      {detail ? <p className="text-sm text-soft wrap-anywhere">{detail}</p> : null}
    </li>
  )
}
