import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useRead } from '../../data/query.ts'
import { getSupabase } from '../../session/session.ts'
import { isToolId } from '../../shared/initials.ts'
import { readText } from '../../shared/parameters.ts'
import { TOOL_COLUMNS, type ToolSummary, toToolPath } from '../../tools/tool.ts'
import { ToolLogo } from '../../tools/tool-logo.tsx'
import { ToolPicker } from '../../tools/tool-picker.tsx'
import { Button, TextButton } from '../../ui/button.tsx'
import { LoadFailure, RowsSkeleton } from '../../ui/feedback/loading.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section } from '../../ui/panels.tsx'
import { ShortRating } from '../../ui/stars.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { useStaff } from '../staff/staff-role.ts'
import * as caseWords from '../words/cases.ts'
import type { Route } from './+types/merge'
import { MergeForm } from './merge-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: caseWords.mergeTitle,
    description: caseWords.mergeDescription,
    noIndex: true,
  })

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
  const chosen = {
    source: readText(parameters, 'source', 200),
    target: readText(parameters, 'target', 200),
  }
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

type Side = 'source' | 'target'

const WORDS = {
  source: [caseWords.source, caseWords.sourceNote],
  target: [caseWords.target, caseWords.targetNote],
} as const

interface MergedToolProps {
  side: Side
  /** The id or slug in the address; empty for none. */
  wanted: string
  query: ListedTool
  excluded: readonly string[]
  /** Gets a slug, or an empty text to choose again. */
  onPick: (slug: string) => void
}

/** One of the two tools, or the field that chooses it. */
function MergedTool({ side, wanted, query, excluded, onPick }: MergedToolProps) {
  const { data: tool, isError, refetch } = query
  const [title, note] = WORDS[side]
  const isMissing = wanted !== '' && tool === null
  return (
    <Section id={side} title={title} hint={note} className="panel grid content-start gap-4 p-4">
      {isMissing ? (
        <p role="alert" className="text-sm text-bad">
          {caseWords.mergeMissing}
        </p>
      ) : null}
      {wanted === '' || isMissing ? (
        <ToolPicker label={title} excluded={excluded} onPick={({ slug }) => onPick(slug)} />
      ) : isError ? (
        <LoadFailure onRetry={() => void refetch()} />
      ) : tool ? (
        <div className="flex gap-4">
          <ToolLogo id={tool.id} name={tool.name} size={48} />
          <div className="grid min-w-0 justify-items-start gap-1">
            <Link
              to={toToolPath(tool)}
              className="font-semibold text-link wrap-anywhere hover:underline"
            >
              {tool.name}
            </Link>
            <p className="text-sm text-soft wrap-anywhere">
              {caseWords.place(tool.slug, tool.category)}
            </p>
            <ShortRating rating={tool.rating_average} reviews={tool.review_count} />
            <p className="text-sm">
              <TextButton onClick={() => onPick('')}>{caseWords.choose}</TextButton>
            </p>
          </div>
        </div>
      ) : (
        <RowsSkeleton count={1} />
      )}
    </Section>
  )
}

type ListedTool = UseQueryResult<ToolSummary | null>

/** @param idOrSlug empty for none. The data is null if there is no such tool. */
function useListedTool(idOrSlug: string): ListedTool {
  return useRead(
    ['tool to merge', idOrSlug],
    async (): Promise<ToolSummary | null> => {
      const supabase = await getSupabase()
      const { data } = await supabase
        .from('tools')
        .select(TOOL_COLUMNS)
        .eq(isToolId(idOrSlug) ? 'id' : 'slug', idOrSlug.toLowerCase())
        .maybeSingle()
        .throwOnError()
      return data
    },
    { enabled: idOrSlug !== '', staleTime: 0 },
  )
}
