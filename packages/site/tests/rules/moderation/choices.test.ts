// What a moderator can choose in a case is what a decision accepts (spec 3 §1.2).

import { OWNER } from '@toolmark/backend/tests/support/databases/database.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { EXPLANATION } from '../../support/databases/moderation.ts'

const {
  db,
  ben,
  moderator,
  admin,
  createMember,
  createTool,
  createReview,
  createLaunch,
  sendReport,
  moderate,
  makeMaker,
  writeReply,
} = await shareCommunity()

/** The actions of `private.decide`, as the specification lists them. */
const ACTIONS = [
  'keep',
  'remove',
  'restore',
  'warn',
  'suspend',
  'unsuspend',
  'remove_all_content',
  'premoderate_reviews',
  'end_premoderation',
]

interface Found {
  choices: string[]
  restore_refusal: string | null
}

const readCase = async (type: string, id: string, reader = moderator) =>
  (await db.value(reader, 'select moderation_subject($1, $2) as found', [type, id])) as Found

const UNTIL = '2099-01-01'
const remove = (type: string, id: string) => moderate(moderator, type, id, 'remove')
const writeText = (member: string) =>
  db.asOwner("update private.profiles set bio = 'Boils water.' where user_id = $1", [member])

/** "Casino" is a word of the filter. */
const createHeldReview = async (author: string) =>
  db.create(author, 'reviews', {
    tool_id: await createTool(),
    user_id: author,
    rating: 4,
    title: 'Casino',
    content: 'Not once did it drip.',
  })

async function createAnswered() {
  const [founder, tool] = [await createMember(), await createTool()]
  await makeMaker(founder, tool)
  const review = await createReview(tool, await createMember())
  await writeReply(founder, review)
  return review
}

const createList = async () =>
  db.create(OWNER, 'lists', { user_id: await createMember(), name: 'Pots', visibility: 'public' })

const createNamedCompany = async (name: string) =>
  db.create(OWNER, 'companies', { name, created_by: await createMember() })

async function createLaunchOf(tool: string) {
  return createLaunch(tool, await createMember())
}

/** Creates a review, by a member of its own of a tool of its own, and changes what belongs to it. */
const reviewThat =
  (change: (review: { id: string; author: string; tool: string }) => Promise<unknown>) =>
  async () => {
    const [tool, author] = [await createTool(), await createMember()]
    const id = await createReview(tool, author)
    await change({ id, author, tool })
    return id
  }

/** Creates a subject and changes it. */
const changed =
  (create: () => Promise<string>, change: (id: string) => Promise<unknown>) => async () => {
    const id = await create()
    await change(id)
    return id
  }

const removed = (type: string, create: () => Promise<string>) =>
  changed(create, (id) => remove(type, id))

/** Type, state, the choices of a moderator, and how the subject gets there. */
const STATES: readonly [
  type: string,
  state: string,
  choices: readonly string[],
  create: () => Promise<string>,
][] = [
  ['review', 'visible', ['remove'], async () => createReview(await createTool(), ben)],
  ['review', 'reported', ['keep', 'remove'], reviewThat(({ id }) => sendReport(ben, 'review', id))],
  ['review', 'removed', ['restore'], reviewThat(({ id }) => remove('review', id))],
  ['review', 'removed with its tool', [], reviewThat(({ tool }) => remove('tool', tool))],
  [
    'review',
    'removed, of a tool that is removed',
    [],
    reviewThat(async ({ id, tool }) => {
      await remove('review', id)
      await remove('tool', tool)
    }),
  ],
  [
    'review',
    'removed with all content',
    [],
    reviewThat(({ author }) => moderate(moderator, 'profile', author, 'remove_all_content')),
  ],
  [
    'review',
    'held',
    ['restore', 'restore_and_exempt', 'remove', 'remove_and_suspend'],
    async () => createHeldReview(await createMember()),
  ],
  [
    'review',
    'held, of a suspended and exempted author',
    ['restore', 'remove'],
    async () => {
      const author = await createMember('Exempted')
      const id = await createHeldReview(author)
      await moderate(moderator, 'profile', author, 'suspend')
      await db.as(moderator, "select set_premoderation_exempt('Exempted', true)")
      return id
    },
  ],
  [
    'review',
    'deleted, with an open report',
    ['keep'],
    reviewThat(async ({ id, author }) => {
      await sendReport(ben, 'review', id)
      await db.as(author, 'delete from reviews where id = $1', [id])
    }),
  ],
  ['reply', 'visible', ['remove'], createAnswered],
  ['reply', 'removed', ['restore'], removed('reply', createAnswered)],
  [
    'reply',
    'removed, of a review that is removed',
    [],
    changed(removed('reply', createAnswered), (id) => remove('review', id)),
  ],
  ['tool', 'visible', ['remove', 'premoderate_reviews'], () => createTool()],
  [
    'tool',
    'whose reviews wait',
    ['remove', 'premoderate_reviews', 'end_premoderation'],
    changed(createTool, (id) =>
      moderate(moderator, 'tool', id, 'premoderate_reviews', { until: UNTIL }),
    ),
  ],
  ['tool', 'removed', ['restore'], removed('tool', createTool)],
  [
    'tool',
    'removed, whose website another has',
    [],
    changed(
      removed('tool', () => createTool('Removed Pot')),
      () => db.asOwner`insert into tools (name, description, category, website_url)
         values ('Other Pot', 'Boils water.', 'HR', 'https://removed-pot.example')`,
    ),
  ],
  [
    'tool',
    'merged into another',
    ['restore'],
    changed(createTool, async (id) =>
      db.as(moderator, 'select merge_tools($1, $2, $3)', [id, await createTool(), EXPLANATION]),
    ),
  ],
  ['launch', 'visible', ['remove'], async () => createLaunchOf(await createTool())],
  [
    'launch',
    'removed',
    ['restore'],
    removed('launch', async () => createLaunchOf(await createTool())),
  ],
  [
    'launch',
    'removed with its tool',
    [],
    async () => {
      const tool = await createTool()
      const id = await createLaunchOf(tool)
      await remove('tool', tool)
      return id
    },
  ],
  ['list', 'public', ['remove'], createList],
  ['list', 'removed', ['restore'], removed('list', createList)],
  [
    'profile',
    'with a username that the member chose',
    ['remove', 'warn', 'suspend', 'remove_all_content'],
    () => createMember(),
  ],
  [
    'profile',
    'suspended',
    ['remove', 'warn', 'suspend', 'unsuspend', 'remove_all_content'],
    changed(createMember, (id) => moderate(moderator, 'profile', id, 'suspend')),
  ],
  ['profile', 'without texts', ['restore', 'warn', 'suspend'], removed('profile', createMember)],
  [
    'profile',
    'with texts written since the removal',
    ['restore', 'remove', 'warn', 'suspend', 'remove_all_content'],
    changed(removed('profile', createMember), writeText),
  ],
  [
    'profile',
    'with a change that waits',
    [
      'restore',
      'restore_and_exempt',
      'remove',
      'remove_and_suspend',
      'warn',
      'suspend',
      'remove_all_content',
    ],
    changed(createMember, (id) =>
      db.as(id, "update profiles set bio = 'Casino' where user_id = $1", [id]),
    ),
  ],
  ['company', 'visible', ['remove'], () => createNamedCompany('Acme')],
  ['company', 'removed', ['restore'], removed('company', () => createNamedCompany('Acme Two'))],
  [
    'company',
    'in review',
    ['restore', 'remove'],
    async () =>
      db.create(await createMember(), 'companies', {
        name: 'Casino',
        website: 'https://c.example',
      }),
  ],
]

describe('the choices of a case are the actions that a decision accepts', () => {
  beforeAll(async () => {
    await db.asOwner`insert into private.site_settings (key, value)
       values ('word_filter', '[{"text": "casino", "action": "hold"}]')`
    // Decides and takes the decision back.
    await db.asOwner(
      `create function private.try_decision(wanted_type text, wanted_id uuid, action text, decider uuid) returns text
       language plpgsql as $$
       begin
         perform private.decide(wanted_type, wanted_id, action, 'spam', '${EXPLANATION}', null,
           case when action in ('suspend', 'premoderate_reviews') then timestamptz '${UNTIL}' end, decider);
         raise exception 'accepted' using errcode = 'ZZ000';
       exception when sqlstate 'ZZ000' or sqlstate 'PT409' or sqlstate 'PT404' or check_violation then return sqlerrm;
       end $$`,
    )
  })

  test.each(STATES)('%s: %s', async (type, _state, choices, create) => {
    const id = await create()
    const found = await readCase(type, id)
    expect(found.choices).toEqual(choices)
    const answers: Record<string, string> = {}
    for (const action of ACTIONS) answers[action] = await tryDecision(type, id, action)
    const accepted = ACTIONS.filter((action) => answers[action] === 'accepted')
    expect(accepted.sort()).toEqual(choices.filter((choice) => ACTIONS.includes(choice)).sort())
    const isRemoved = (await readContent(type, id))?.is_removed === true
    expect(found.restore_refusal).toBe(
      isRemoved && !choices.includes('restore') ? answers.restore : null,
    )
  })
})

const tryDecision = async (type: string, id: string, action: string) => {
  const [row] =
    await db.asOwner`select private.try_decision(${type}, ${id}, ${action}, ${moderator}) as answer`
  return String(row?.answer)
}

const readContent = async (type: string, id: string) =>
  ((await readCase(type, id)) as Found & { content: { is_removed: boolean } | null }).content

test('a party, and a moderator before the profile of staff, have no choices', async () => {
  const own = await createReview(await createTool(), moderator)
  expect((await readCase('review', own)).choices).toEqual([])
  expect((await readCase('review', own, admin)).choices).toEqual(['remove'])
  const staff = await createMember()
  await db.asOwner("insert into private.staff (user_id, role) values ($1, 'moderator')", [staff])
  expect((await readCase('profile', staff)).choices).toEqual([])
  expect((await readCase('profile', staff, admin)).choices).toContain('suspend')
})

test('the last administrator cannot be suspended, and a second one can', async () => {
  const second = await createMember()
  await db.asOwner("insert into private.staff (user_id, role) values ($1, 'admin')", [second])
  expect((await readCase('profile', admin, second)).choices).toContain('suspend')
  const [row] = await db.asOwner("select private.list_choices('profile', $1) as found", [admin])
  expect(row?.found).toEqual({ choices: [], restore_refusal: null })
  await db.asOwner('delete from private.staff where user_id = $1', [second])
  expect(await tryDecision('profile', admin, 'suspend')).toMatch(/at least one administrator/)
})
