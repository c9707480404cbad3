import { useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { useStaff } from '../staff/staff-role.ts'
import * as caseWords from '../words/cases.ts'
import { MergeForm } from './merge-form.tsx'
import { MergedTool, type Side, useListedTool } from './merged-tool.tsx'

/** Merges two tools (spec 4 §2). The address has their slugs or ids. */
export default function MergeScreen() {
  const { user } = useStaff()
  return (
    <StaffPage title={caseWords.mergeTitle} intro={caseWords.mergeIntro}>
      <Merge userId={user.id} />
    </StaffPage>
  )
}

function Merge({ userId }: { userId: string }) {
  const [parameters, setParameters] = useSearchParams()
  const chosen = { source: parameters.get('source') ?? '', target: parameters.get('target') ?? '' }
  const source = useListedTool(chosen.source)
  const target = useListedTool(chosen.target)
  const change = (next: Partial<typeof chosen>) => {
    const given = Object.entries({ ...chosen, ...next }).filter(([, value]) => value !== '')
    setParameters(new URLSearchParams(given), { replace: true, preventScrollReset: true })
  }
  const excluded = [source.data?.slug, target.data?.slug].filter((slug) => slug !== undefined)
  const props = (side: Side) => ({
    side,
    wanted: chosen[side],
    excluded,
    onPick: (slug: string) => change({ [side]: slug }),
  })
  const both = source.data && target.data ? { source: source.data, target: target.data } : undefined
  return (
    <>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <MergedTool {...props('source')} query={source} />
        <MergedTool {...props('target')} query={target} />
      </div>
      {both ? (
        <>
          <div>
            <Button
              look="secondary"
              onClick={() => change({ source: both.target.slug, target: both.source.slug })}
            >
              {caseWords.swap}
            </Button>
          </div>
          {both.source.id === both.target.id ? (
            <p role="alert" className="text-bad">
              {caseWords.same}
            </p>
          ) : (
            <MergeForm key={`${both.source.id} ${both.target.id}`} {...both} userId={userId} />
          )}
        </>
      ) : null}
    </>
  )
}
