import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Database } from '../../data/database.types.ts'
import { callFunction } from '../../session/call-function.ts'
import { toToolPath } from '../../tools/tool.ts'
import { Button } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { useShownTask } from '../../ui/feedback/use-task.ts'
import { formatTime } from '../../ui/format/day.ts'
import { hidden, Rich } from '../../ui/format/rich-text.tsx'
import { FormError, TextAreaField } from '../../ui/forms/field.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import { NothingWaits, StaffList } from '../staff/staff-list.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { formatWaiting, useStaffRead } from '../staff/staff-role.ts'
import * as catalogWords from '../words/catalog.ts'
import type { Route } from './+types/claims'

export type StaffClaim = Database['public']['Functions']['moderation_claims']['Returns'][number]

const KEY = 'open claims'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: catalogWords.claimsTitle,
    description: catalogWords.claimsDescription,
    noIndex: true,
  })

/** Claims of makers that wait for their proof or for a moderator (spec 6 §1). */
export default function ClaimsScreen() {
  return (
    <StaffPage title={catalogWords.claimsTitle} intro={catalogWords.claimsIntro}>
      <OpenClaims />
    </StaffPage>
  )
}

function OpenClaims() {
  const claims = useStaffRead([KEY], async () => callFunction('moderation_claims'))
  const list = useRef<HTMLDivElement>(null)
  const onDecided = async () => {
    await claims.refetch()
    list.current?.focus()
  }
  return (
    <StaffList
      of={claims}
      toKey={({ claim }) => claim}
      placeholders={3}
      none={<NothingWaits title={catalogWords.claimsNone} />}
      isCards
      ref={list}
    >
      {(claim) => <ClaimCard claim={claim} onDecided={onDecided} />}
    </StaffList>
  )
}

interface ClaimCardProps {
  claim: StaffClaim
  onDecided: () => Promise<void>
}

/** The moderator compares the websites of the tool and of the company. */
const ADDRESS = /^https?:\/\/\S+$/i

/** A claim, with the decision of a moderator and its explanation. */
function ClaimCard({ claim, onDecided }: ClaimCardProps) {
  const { name, slug, website_url, company_id, company, company_website, claimant } = claim
  const { isBusy, failure, run } = useShownTask()
  const [explanation, setExplanation] = useState('')
  const decide = (accept: boolean) =>
    void run(async () => {
      const decision = { claim: claim.claim, accept, explanation }
      await callFunction('resolve_tool_claim', decision)
      void toastSuccess(accept ? catalogWords.claimAccepted : catalogWords.claimRefused)
      await onDecided()
    })
  const rows: [string, string | null][] = [
    [catalogWords.claimWebsite, website_url],
    [catalogWords.claimCompanyWebsite, company_website],
    [catalogWords.claimClaimant, claimant],
    [catalogWords.claimLastCheck, claim.detail],
  ]
  return (
    <article className="panel grid gap-4 p-4">
      <header>
        <h2 className="font-semibold wrap-anywhere">
          <Rich
            text={catalogWords.claimHeading}
            parts={{
              tool: (
                <Link to={toToolPath({ name, slug })} className="leading-6 hover:underline">
                  {name}
                </Link>
              ),
              company: (
                <Link to={`/company/${company_id}`} className="leading-6 hover:underline">
                  {company}
                </Link>
              ),
            }}
          />
        </h2>
        <p className="text-sm text-soft">
          <time dateTime={claim.created_at} title={formatTime(claim.created_at)}>
            {formatWaiting(claim.created_at)}
          </time>
        </p>
      </header>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
        {rows.map(([term, text]) => (
          <div key={term}>
            <dt className="text-soft">{term}</dt>
            <dd className="wrap-anywhere">
              {text && ADDRESS.test(text) ? (
                <a
                  href={text}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                  className="inline-block min-h-6 text-link hover:underline"
                >
                  {text}
                </a>
              ) : (
                (text ?? uiWords.nothing)
              )}
            </dd>
          </div>
        ))}
      </dl>
      <TextAreaField
        label={catalogWords.claimExplanation}
        hint={catalogWords.claimExplanationHint}
        rows={3}
        maxLength={2000}
        value={explanation}
        onChange={(event) => setExplanation(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button disabled={isBusy} onClick={() => decide(true)}>
          <Rich text={catalogWords.claimAccept} parts={{ tool: name, hidden }} />
        </Button>
        <Button look="secondary" disabled={isBusy} onClick={() => decide(false)}>
          <Rich text={catalogWords.claimRefuse} parts={{ tool: name, hidden }} />
        </Button>
      </div>
      <FormError message={failure} />
    </article>
  )
}
