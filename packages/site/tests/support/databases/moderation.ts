// Calls of the moderation functions for tests of their rules.
import type {
  TestCaller,
  TestDatabase,
} from '@toolmark/backend/tests/support/databases/database.ts'

export const ANON: TestCaller = { role: 'anon' }
export const SERVICE: TestCaller = { role: 'service_role' }
export const asMember = (sub: string): TestCaller => ({ role: 'authenticated', sub })

export const EXPLANATION = 'It advertises another product and says nothing about this one.'
export const APPEAL = 'I have used this tool for three years, and I can prove it.'

export type ModerationFixture = Awaited<ReturnType<typeof createModerationFixture>>

/** Creates members, two moderators and an administrator in a new database. */
export async function createModerationFixture(db: TestDatabase) {
  const createMember = (username = `m${crypto.randomUUID().slice(0, 8)}`) =>
    db.createUser({ metadata: { username } })
  const returnId = async (text: string, values: unknown[]) =>
    String(await db.valueAsOwner(`${text} returning id`, values))
  const [ana, ben, moderator, otherModerator, admin] = [
    await createMember('Ana'),
    await createMember('Ben'),
    await createMember('Mona'),
    await createMember('Sam'),
    await createMember('Ada'),
  ]
  await db.asOwner(
    `insert into private.staff (user_id, role) values ($1, 'moderator'), ($2, 'moderator'), ($3, 'admin')`,
    [moderator, otherModerator, admin],
  )
  return {
    db,
    ana,
    ben,
    moderator,
    otherModerator,
    admin,
    createMember,
    createTool: (name = `Tool ${crypto.randomUUID()}`, submittedBy: string | null = null) =>
      returnId(
        "insert into tools (name, description, category, website_url, submitted_by) values ($1, 'Boils water.', 'HR', 'https://' || private.slugify($1) || '.example', $2)",
        [name, submittedBy],
      ),
    createReview: (tool: string, author: string) =>
      returnId(
        `insert into reviews (tool_id, user_id, rating, title, content, pros, created_at, updated_at)
         values ($1, $2, 4, 'It boils', 'Not once did it drip.', '{Fast}', '2024-05-05', '2024-06-06 01:02:03.456789')`,
        [tool, author],
      ),
    createLaunch: (tool: string, maker: string) =>
      returnId(
        `insert into private.launches (tool_id, user_id, tagline, description, launch_date)
         values ($1, $2, 'Boils today', 'Boils water.', '2020-02-02')`,
        [tool, maker],
      ),
    async addVote(review: string, member: string) {
      await db.asOwner`insert into review_helpful_votes (review_id, user_id) values (${review}, ${member})`
    },
    async sendReport(sub: string, type: string, id: string, reason = 'spam') {
      const [row] = await db.as(
        asMember(sub),
        'select submit_report($1, $2, $3, $4, true) as report',
        [type, id, reason, 'It is the same text as in five others.'],
      )
      return Number((row as { report: { number: number } }).report.number)
    },
    async moderate(
      sub: string,
      type: string,
      id: string,
      action: string,
      options: { reason?: string; explanation?: string | null; law?: string; until?: string } = {},
    ) {
      const values = {
        ...(['remove', 'warn', 'suspend', 'remove_all_content', 'premoderate_reviews'].includes(
          action,
        )
          ? { reason: 'spam', explanation: EXPLANATION }
          : {}),
        ...options,
      }
      const [row] = await db.as(
        asMember(sub),
        'select moderate($1, $2, $3, $4, $5, $6, $7) as number',
        [type, id, action, values.reason, values.explanation, values.law, values.until],
      )
      return Number(row?.number)
    },
    /** The emails to a member or an address, the oldest first, with what those in the queue say. */
    readEmails: async (to: string) =>
      (await db.asOwner`select kind, case when sent_at is null then private.get_email_data(q) else data end as data
         from private.email_queue q where coalesce(user_id::text, address) = ${to} order by id`) as {
        kind: string
        data: Record<string, unknown>
      }[],
    countRows: async (table: string, where: string, values: readonly unknown[] = []) =>
      Number(await db.valueAsOwner(`select count(*) from ${table} where ${where}`, values)),
  }
}
