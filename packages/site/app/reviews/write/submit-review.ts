import { requireUserId, sendCommand } from '../../data/command.ts'
import { callFunction } from '../../session/call-function.ts'
import { getSupabase } from '../../session/session.ts'
import { isAreaOn } from '../../shared/areas.ts'
import { CONTEXT_FIELDS, type ReviewInput } from './review-schema.ts'

/** What tools can be used for. */
export type Uses = readonly { slug: string; name: string }[]

export interface OwnReview extends ReviewInput {
  id: string
  /** Those of `used_for`, some of which the tool may have lost since. */
  uses: Uses
}

export async function readOwnReview(toolId: string, userId: string): Promise<OwnReview | null> {
  const supabase = await getSupabase()
  const { data } = await supabase
    .from('reviews')
    .select(
      'id, rating, title, content, pros, cons, used_version, used_plan, used_from, used_until, relationship, incentive, used_for',
    )
    .eq('tool_id', toolId)
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError()
  if (!data) return null
  const uses = await readUses(data.used_for)
  const used_for = uses.map(({ slug }) => slug)
  return { ...data, ...mapContext(data, (value) => value ?? ''), used_for, uses }
}

/** @returns the capabilities with these slugs, or those into which they were merged */
async function readUses(slugs: readonly string[]): Promise<Uses> {
  if (slugs.length === 0) return []
  const supabase = await getSupabase()
  const { data: merged } = await supabase
    .from('capability_redirects')
    .select('slug, capability')
    .in('slug', slugs)
    .throwOnError()
  const present = slugs.map(
    (slug) => merged.find((former) => former.slug === slug)?.capability ?? slug,
  )
  const { data } = await supabase
    .from('capabilities')
    .select('slug, name')
    .in('slug', present)
    .throwOnError()
  return data
}

type Context = Record<(typeof CONTEXT_FIELDS)[number], string | null>

/** In the form a context that is not given is an empty text, in the database it is null. */
const mapContext = <T>(context: Context, map: (value: string | null) => T) =>
  Object.fromEntries(CONTEXT_FIELDS.map((field) => [field, map(context[field])])) as Record<
    keyof Context,
    T
  >

/** The key of the queries for the member's own reviews; the tool's id follows. */
export const OWN_REVIEW_KEY = 'own-review'

/** A review by the link of an invitation that has ended is not marked. */
async function findInvitation(tool: string, code: string | null) {
  if (!code || !isAreaOn('makers')) return {}
  return { campaign_id: await callFunction('find_campaign', { tool, code }) }
}

/**
 * @param ownReview the member's earlier review of this tool, which is then updated
 * @param invitation the code of the maker's invitation through which a new review is written
 * @returns the review's id
 * @throws {CommandError} `conflict` if the member has reviewed the tool already
 */
export async function submitReview(
  toolId: string,
  review: ReviewInput,
  ownReview: OwnReview | null,
  invitation: string | null,
): Promise<string> {
  const supabase = await getSupabase()
  const userId = await requireUserId(supabase)
  const reviews = supabase.from('reviews')
  const row = { ...review, ...mapContext(review, (value) => value || null) }
  const sent = ownReview
    ? reviews.update(row).eq('id', ownReview.id).eq('user_id', userId)
    : reviews.insert({
        ...row,
        tool_id: toolId,
        user_id: userId,
        ...(await findInvitation(toolId, invitation)),
      })
  const { id } = await sendCommand(sent.select('id').single())
  return id
}
