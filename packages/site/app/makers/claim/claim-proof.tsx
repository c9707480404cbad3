import { CircleCheckBig } from 'lucide-react'
import { useState } from 'react'
import * as detailWords from '../../tools/words/detail.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useTask } from '../../ui/feedback/use-task.ts'
import { formatDay } from '../../ui/format/day.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { checkClaim, type OwnClaim } from '../maker-data.ts'
import * as makerWords from '../words.ts'

interface ClaimProofProps {
  claim: OwnClaim
  /** The page shows the new maker. */
  onGranted: () => void
}

/** Where to publish the token, and a check of it. */
export function ClaimProof({ claim, onGranted }: ClaimProofProps) {
  const { company, token, dns_name, file_url, meta } = claim
  const value = `toolmark-verify=${token}`
  const isRepository = file_url !== null && meta === null
  if (claim.status === 'granted') return <Granted claim={claim} />
  return (
    <section aria-labelledby="proof" className="panel grid gap-6 p-6">
      <div>
        <h2 id="proof" className="display text-lg">
          {makerWords.proofTitle}
        </h2>
        <p className="mt-2 text-soft wrap-anywhere">{makerWords.proofIntro(company)}</p>
      </div>
      <ul className="grid gap-6">
        {dns_name ? (
          <Place title={makerWords.proofDns(dns_name)}>
            <CopyField label={makerWords.proofValue} text={value} />
          </Place>
        ) : null}
        {file_url ? (
          <Place
            title={
              isRepository ? (
                makerWords.proofRepository
              ) : (
                <Rich text={makerWords.proofFile} parts={{ url: <code>{file_url}</code> }} />
              )
            }
          >
            <CopyField label={makerWords.proofLine} text={value} />
          </Place>
        ) : null}
        {meta ? (
          <Place title={makerWords.proofMeta}>
            <CopyField label={makerWords.proofTag} text={meta} />
          </Place>
        ) : null}
      </ul>
      <p className="text-sm text-soft">{makerWords.proofStaff}</p>
      {dns_name || file_url || meta ? <Check claim={claim} onGranted={onGranted} /> : null}
    </section>
  )
}

const Place = ({ title, children }: { title: React.ReactNode; children: React.ReactNode }) => (
  <li className="grid gap-3">
    <h3 className="font-semibold wrap-anywhere">{title}</h3>
    {children}
  </li>
)

function Check({ claim, onGranted }: ClaimProofProps) {
  const [isBusy, run] = useTask()
  const [answer, setAnswer] = useState<{ detail: string | null }>()
  const isWaiting = claim.is_checking || (answer !== undefined && answer.detail === null)
  const detail = answer ? answer.detail : claim.detail
  const check = () =>
    run(async () => {
      const found = await checkClaim(claim.claim)
      setAnswer(found)
      if (found.status === 'granted') onGranted()
    })
  return (
    <div className="grid justify-items-start gap-3 border-t border-line pt-4">
      <Button disabled={isBusy} onClick={() => void check()}>
        {isBusy ? makerWords.checking : makerWords.check}
      </Button>
      <p className="text-sm text-soft">{makerWords.checkHint}</p>
      <p role="status" className="wrap-anywhere empty:hidden">
        {isBusy
          ? null
          : isWaiting && !detail
            ? makerWords.waiting
            : detail
              ? makerWords.notFound(detail)
              : null}
      </p>
    </div>
  )
}

function Granted({ claim }: { claim: OwnClaim }) {
  const { company, tool, method, verified_on } = claim
  return (
    <section role="status" className="panel grid justify-items-start gap-4 p-6">
      <p className="flex items-start gap-3 wrap-anywhere">
        <CircleCheckBig aria-hidden className="mt-1 shrink-0 text-good" size={20} />
        {makerWords.granted(company, tool)}
      </p>
      {method && verified_on ? (
        <p className="text-soft">
          {makerWords.toolsVerified(detailWords.METHODS[method] ?? method, formatDay(verified_on))}
        </p>
      ) : null}
      <LinkButton to="/company-dashboard">{makerWords.openDashboard}</LinkButton>
    </section>
  )
}
