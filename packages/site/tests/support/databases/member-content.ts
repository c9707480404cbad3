// What members add and choose with their own rights. Functions that create a row return its id.
import type { OWNER, TestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'

type Row = Record<string, unknown>

export const createMemberContent = (db: TestDatabase) => ({
  followTool: (member: string, tool: string) =>
    db.insert(member, 'tool_follows', { user_id: member, tool_id: tool }),
  followPerson: (member: string, person: string) =>
    db.insert(member, 'user_follows', { follower_id: member, following_id: person }),
  vote: (member: string, review: string) =>
    db.insert(member, 'review_helpful_votes', { review_id: review, user_id: member }),
  writeReview: (
    member: string,
    tool: string,
    fields: Row = {},
    writer: string | typeof OWNER = member,
  ) =>
    db.create(writer, 'reviews', {
      tool_id: tool,
      user_id: member,
      rating: 4,
      title: 'It boils',
      content: 'Not once did it drip.',
      ...fields,
    }),
  /** Replies as the company of the member that makes the tool. */
  writeReply: (member: string, review: string, content = 'Thank you very much.') =>
    db.insert(member, 'review_replies', { review_id: review, content }),
  addLaunch: (member: string, tool: string | null, fields: Row = {}) =>
    db.create(member, 'product_launches', {
      user_id: member,
      tool_id: tool,
      tagline: 'Boils',
      launch_date: '2099-01-01',
      ...fields,
    }),
  async suggestEdit(member: string, tool: string, changes: Row, source = 'https://tea.example') {
    const [row] = await db.as(member, 'select suggest_tool_edit($1, $2::jsonb, $3) as id', [
      tool,
      JSON.stringify(changes),
      source,
    ])
    return String(row?.id)
  },
  hideProfile: (member: string) =>
    db.asOwner`update private.profiles set profile_visibility = 'private' where user_id = ${member}`,
  chooseEmail: (member: string, kind: string, email = 'weekly') =>
    db.as(
      member,
      `insert into notification_preferences (user_id, kind, email) values ($1, $2, $3)
       on conflict (user_id, kind) do update set email = excluded.email`,
      [member, kind, email],
    ),
})
