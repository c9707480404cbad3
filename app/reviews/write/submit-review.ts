import { requireUserId, sendCommand } from '../../data/command.ts'
import { getSupabase } from '../../session/session.ts'
import { CONTEXT_FIELDS, type ReviewInput } from './review-schema.ts'

export interface OwnReview extends ReviewInput {
  id: string
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
  return data ? { ...data, ...mapContext(data, (value) => value ?? '') } : null
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

/**
 * @param ownReview the member's earlier review of this tool, which is then updated
 * @returns the review's id
 * @throws {CommandError} `conflict` if the member has reviewed the tool already
 */
export async function submitReview(
  toolId: string,
  review: ReviewInput,
  ownReview: OwnReview | null,
): Promise<string> {
  const supabase = await getSupabase()
  const userId = await requireUserId(supabase)
  const reviews = supabase.from('reviews')
  const row = { ...review, ...mapContext(review, (value) => value || null) }
  const sent = ownReview
    ? reviews.update(row).eq('id', ownReview.id).eq('user_id', userId)
    : reviews.insert({ ...row, tool_id: toolId, user_id: userId })
  const { id } = await sendCommand(sent.select('id').single())
  return id
}
