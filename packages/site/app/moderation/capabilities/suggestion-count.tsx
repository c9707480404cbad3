import { Link } from 'react-router'
import { sendCommand } from '../../data/command.ts'
import type { Database } from '../../data/database.types.ts'
import { getSupabase } from '../../session/session.ts'
import { useStaffRead } from '../staff/staff-role.ts'
import * as catalogWords from '../words/catalog.ts'

/** A tool without capabilities, with those that its text names: slugs, and their names in the same order. */
export type SuggestedTool =
  Database['public']['Functions']['suggested_capabilities']['Returns'][number]

async function readSuggestions(signal: AbortSignal): Promise<SuggestedTool[]> {
  const supabase = await getSupabase()
  return await sendCommand(supabase.rpc('suggested_capabilities').abortSignal(signal))
}

export const useSuggestions = () =>
  useStaffRead(['suggested capabilities'], ({ signal }) => readSuggestions(signal))

export function SuggestionCount({ tools: [first] }: { tools: readonly SuggestedTool[] }) {
  return first ? (
    <p role="status">{catalogWords.suggestedCount(first.total, first.without_use)}</p>
  ) : null
}

/** Leads to the suggestions if there are some. */
export function SuggestionNote() {
  const { data = [] } = useSuggestions()
  if (data.length === 0) return null
  return (
    <div className="panel flex flex-wrap items-center justify-between gap-x-6 gap-y-2 p-4">
      <SuggestionCount tools={data} />
      <Link to="/moderation/capabilities/suggested" className="leading-6 text-link underline">
        {catalogWords.suggestedReview}
      </Link>
    </div>
  )
}
