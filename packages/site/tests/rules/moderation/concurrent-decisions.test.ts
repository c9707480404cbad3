// Two decisions at the same time about a tool and what belongs to it, while the tool's row is locked. On PostgreSQL
// alone: PGlite runs one after the other.
import { isDeepStrictEqual } from 'node:util'
import type { TestCaller } from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, inject, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { APPEAL, asMember, EXPLANATION } from '../../support/databases/moderation.ts'

/** Changes that each one meets, in `npm run soak` all. */
const PARTNERS = Number(process.env.DECISION_PARTNERS ?? 2)

const describeOnPostgres = describe.runIf(inject('engine') === 'postgres')

const {
  db,
  createMember,
  createTool,
  createReview,
  createLaunch,
  sendReport,
  moderate,
  admin,
  moderator,
  otherModerator,
  suggestEdit,
} = await shareCommunity()

interface Subjects {
  author: string
  reader: string
  tool: string
  other: string
  review: string
  launch: string
  edit: string
  report: number
  appeal?: string
}

type Change = (subjects: Subjects) => [sub: string, text: string, ...values: unknown[]]

const decide =
  (type: 'tool' | 'review' | 'launch' | 'profile', action: string): Change =>
  (subjects) => [
    '',
    'select moderate($1, $2, $3, $4, $5)',
    type,
    subjects[type === 'profile' ? 'author' : type],
    action,
    ...(action === 'keep' || action === 'restore' ? [null, null] : ['spam', EXPLANATION]),
  ]
const resolveEdit =
  (accept: boolean): Change =>
  ({ edit }) => ['', 'select resolve_tool_edit($1, $2)', edit, accept]
const resolveAppeal =
  (outcome: string): Change =>
  ({ appeal }) => ['', 'select resolve_appeal($1, $2, $3)', appeal, outcome, EXPLANATION]
const merge =
  (from: 'tool' | 'other', into: 'tool' | 'other'): Change =>
  (subjects) => ['', 'select merge_tools($1, $2, $3)', subjects[from], subjects[into], EXPLANATION]

/** What staff decides, and what the author and the reporter can do in the meantime. */
const CHANGES: Record<string, Change> = {
  'remove tool': decide('tool', 'remove'),
  'keep tool': decide('tool', 'keep'),
  'premoderate tool': ({ tool }) => [
    '',
    "select moderate('tool', $1, 'premoderate_reviews', 'spam', $2, null, now() + interval '1 day')",
    tool,
    EXPLANATION,
  ],
  'merge tool': merge('tool', 'other'),
  'merge other tool': merge('other', 'tool'),
  'remove review': decide('review', 'remove'),
  'keep review': decide('review', 'keep'),
  'remove launch': decide('launch', 'remove'),
  'remove content of author': decide('profile', 'remove_all_content'),
  'accept edit': resolveEdit(true),
  'decline edit': resolveEdit(false),
  'delete review': ({ author, review }) => [author, 'delete from reviews where id = $1', review],
  'delete account': ({ author }) => [author, 'select delete_account(true)'],
  'withdraw report': ({ reader, report }) => [reader, 'select withdraw_report($1)', report],
}

/** Of a review that is removed, with an open appeal. */
const CHANGES_OF_REMOVED: Record<string, Change> = {
  'remove tool': decide('tool', 'remove'),
  'merge tool': merge('tool', 'other'),
  'restore review': decide('review', 'restore'),
  'reverse removal': resolveAppeal('reversed'),
  'uphold removal': resolveAppeal('upheld'),
  'remove content of author': decide('profile', 'remove_all_content'),
  'delete account': ({ author }) => [author, 'select delete_account(true)'],
}

/** Of a tool that is removed with its review. */
const CHANGES_OF_REMOVED_TOOL: Record<string, Change> = {
  'restore tool': decide('tool', 'restore'),
  'restore review': decide('review', 'restore'),
  'remove review': decide('review', 'remove'),
  'restore launch': decide('launch', 'restore'),
  'remove content of author': decide('profile', 'remove_all_content'),
  'merge other tool': merge('other', 'tool'),
  'delete account': ({ author }) => [author, 'select delete_account(true)'],
}

async function createSubjects(): Promise<Subjects> {
  const [author, reader] = [await createMember(), await createMember()]
  const [tool, other] = [await createTool(), await createTool()]
  const review = await createReview(tool, author)
  await createReview(other, author)
  const launch = await createLaunch(tool, author)
  const report = await sendReport(reader, 'review', review)
  await sendReport(reader, 'tool', tool)
  const edit = await suggestEdit(author, tool, { description: ['Boils water.', 'Boils tea.'] })
  return { author, reader, tool, other, review, launch, edit, report }
}

async function createRemovedReview(): Promise<Subjects> {
  const subjects = await createSubjects()
  const removal = await moderate(admin, 'review', subjects.review, 'remove')
  const [row] = await db.as(subjects.author)`select submit_appeal(${removal}, ${APPEAL}) as number`
  return { ...subjects, appeal: String(row?.number) }
}

async function createRemovedTool(): Promise<Subjects> {
  const subjects = await createSubjects()
  await moderate(admin, 'tool', subjects.tool, 'remove')
  return subjects
}

/** Where each subject is, what the log says of it, and how its reports, edits and appeals ended. */
async function readState({ author, tool, other, review, launch, edit, appeal }: Subjects) {
  const ids = `{${[author, tool, other, review, launch]}}`
  const [row] = await db.asOwner(
    `select
       (select jsonb_object_agg(name, coalesce(
         (select 'visible ' || coalesce((case r.tool_id when $3 then 'tool' when $4 then 'other' end), '') from reviews r where r.id = s.id),
         (select 'visible ' || coalesce((case l.tool_id when $3 then 'tool' when $4 then 'other' end), '') from private.launches l where l.id = s.id),
         (select 'visible ' || t.description from tools t where t.id = s.id),
         (select string_agg(d.subject_type || ' ' || d.action || ' ' || case r.row_data ->> 'tool_id' when $3::text then 'tool' when $4::text then 'other' else '' end, ', ' order by d.number)
           from private.removed_content r
           join moderation_decisions d on d.number = r.decision where r.row_id = s.id), 'gone') order by name)
        from (values ('tool', $3), ('other', $4), ('review', $5), ('launch', $6::uuid)) s (name, id)) as places,
       (select array_agg(d.subject_type || ' ' || d.action order by d.subject_type, d.action) from moderation_decisions d
        left join private.decision_parties p on p.decision = d.number
        where d.subject_id = any ($1::uuid[]) or d.subject_type = 'profile' and p.affected_user = $2) as log,
       (select array_agg(r.subject_type || ' ' || r.status order by r.subject_type) from private.reports r
        where r.subject_id = any ($1::uuid[])) as reports,
       (select e.status from tool_edits e where e.id = $7) as edit,
       (select a.status from private.appeals a where a.number = $8) as appeal`,
    [ids, author, tool, other, review, launch, edit, appeal ?? null],
  )
  return row
}

type Outcome = 'done' | 'refused'

/** A refusal names its reason; a row that is gone is no refusal. */
async function run(caller: string, change: Change, subjects: Subjects): Promise<Outcome> {
  const [sub, text, ...values] = change(subjects)
  const as: TestCaller = asMember(sub || caller)
  try {
    await db.as(as, text, values)
    return 'done'
  } catch (error) {
    // The author has no session after deleting the account.
    expect((error as { code: string }).code).toMatch(sub ? /^(PT40[49]|42501)$/ : /^PT40[49]$/)
    return 'refused'
  }
}

/** Waits until each change has ended or waits for a lock. */
async function settle(ended: { count: number }, started: number): Promise<void> {
  for (;;) {
    const [row] =
      await db.asOwner`select count(distinct l.pid)::integer as waiting from pg_locks l join pg_stat_activity a using (pid)
       where not l.granted and a.datname = current_database()`
    if (ended.count + Number(row?.waiting) >= started) return
  }
}

interface Result {
  outcomes: Outcome[]
  state: unknown
}

async function runAtOnce(one: Change, two: Change, subjects: Subjects): Promise<Result> {
  const ended = { count: 0 }
  const start = (caller: string, change: Change) =>
    run(caller, change, subjects).finally(() => {
      ended.count += 1
    })
  const running: Promise<Outcome>[] = []
  await db.database.transactionAsOwner(async ({ query }) => {
    await query('select from tools where id in ($1, $2) order by id for update', [
      subjects.tool,
      subjects.other,
    ])
    running.push(start(moderator, one))
    await settle(ended, 1)
    running.push(start(otherModerator, two))
    await settle(ended, 2)
  })
  return { outcomes: await Promise.all(running), state: await readState(subjects) }
}

async function runInOrder(one: Change, two: Change, subjects: Subjects): Promise<Result> {
  const outcomes = [await run(moderator, one, subjects), await run(otherModerator, two, subjects)]
  return { outcomes, state: await readState(subjects) }
}

describeOnPostgres.each([
  ['visible content', CHANGES, createSubjects],
  ['a removed review', CHANGES_OF_REMOVED, createRemovedReview],
  ['a removed tool', CHANGES_OF_REMOVED_TOOL, createRemovedTool],
] as const)('two changes of %s at the same time', (_, changes, create) => {
  test.each(Object.keys(changes))(
    'give the result of one after the other: "%s" and others',
    async (name) => {
      const one = changes[name] as Change
      const names = Object.keys(changes)
      const following = names.slice(names.indexOf(name))
      for (const otherName of following.slice(0, PARTNERS)) {
        // A second deletion of the same account is refused or changes nothing.
        if (name === 'delete account' && otherName === name) continue
        const two = changes[otherName] as Change
        const result = await runAtOnce(one, two, await create())
        const inOrder = await runInOrder(one, two, await create())
        if (isDeepStrictEqual(result, inOrder)) continue
        const { outcomes, state } = await runInOrder(two, one, await create())
        const turned = { outcomes: outcomes.toReversed(), state }
        expect([inOrder, turned], `${name}, ${otherName}`).toContainEqual(result)
      }
    },
  )
})
