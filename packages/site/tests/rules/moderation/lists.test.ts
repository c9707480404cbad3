// Reports of lists and decisions about them (spec 3 §1, spec 7 §3).

import { beforeEach, describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, APPEAL, asMember, EXPLANATION, SERVICE } from '../../support/databases/moderation.ts'
import { expectRefusal, INVOLVED, SUSPENDED } from '../../support/databases/refusals.ts'

let owner: string
let list: string
const {
  db,
  ben,
  moderator,
  createMember,
  createTool,
  sendReport,
  moderate,
  ana,
  countRows,
  readEmails,
  otherModerator,
} = await shareCommunity()
beforeEach(async () => {
  owner = await createMember()
  list = await addList()
})

/** A list of two tools. */
async function addList(visibility = 'public'): Promise<string> {
  const id = await db.create(owner, 'lists', {
    user_id: owner,
    name: 'Cheap pills',
    description: 'Buy now.',
    visibility,
  })
  for (const name of [`A ${crypto.randomUUID()}`, `B ${crypto.randomUUID()}`]) {
    await db.insert(owner, 'list_items', {
      list_id: id,
      tool_id: await createTool(name),
      note: 'Call me.',
    })
  }
  return id
}
const readList = () =>
  db.as(
    ANON,
    'select l.*, i.tool_id, i.note, i.position from lists l join list_items i on i.list_id = l.id where l.id = $1 order by i.position',
    [list],
  )
const readCase = () => db.value(moderator, "select moderation_subject('list', $1) as found", [list])
const setVisibility = (visibility: string) =>
  db.as(owner, 'update lists set visibility = $2 where id = $1', [list, visibility])

describe('a report of a list', () => {
  test.each(['public', 'unlisted'])(
    'is possible for everybody while it is %s',
    async (visibility) => {
      await setVisibility(visibility)
      expect(await sendReport(ben, 'list', list)).toBeGreaterThan(0)
      const visitor = `select submit_report('list', $1, 'spam', reporter_name => 'Vi', reporter_email => $2) as report`
      expect(await db.as(ANON, visitor, [list, `${list}@example.org`])).toHaveLength(1)
      await expectRefusal(
        sendReport(owner, 'list', list),
        '23514: This is your own content. You can edit or delete it instead.',
      )
      const queue = await db.as(
        moderator,
        'select subject_type, title, report_count, excerpt from moderation_queue() where subject_id = $1',
        [list],
      )
      expect(queue).toEqual([
        { subject_type: 'list', title: 'Cheap pills', report_count: 2, excerpt: 'Buy now.' },
      ])
      expect(await readCase()).toMatchObject({
        content: {
          name: 'Cheap pills',
          tools: [expect.stringMatching(/^A .*: Call me\.$/), expect.stringMatching(/^B /)],
          author: { user_id: owner },
          is_removed: false,
        },
        reports: [
          {},
          { snapshot: { name: 'Cheap pills', tools: [{}, {}].map(() => expect.any(String)) } },
        ],
      })
      await expectRefusal(db.as(ben, "select moderation_subject('list', $1)", [list]), '42501')
    },
  )

  test('does not find a private list, also not for moderators', async () => {
    await setVisibility('private')
    await expectRefusal(
      sendReport(ben, 'list', list),
      'PT404: We could not find what you want to report.',
    )
    await expectRefusal(readCase(), 'PT404')
    await expectRefusal(moderate(moderator, 'list', list, 'remove'), 'PT404')
  })

  test('stays open if its owner hides the list, and others cannot report it meanwhile', async () => {
    await sendReport(ben, 'list', list)
    await setVisibility('private')
    await expectRefusal(sendReport(ana, 'list', list), 'PT404')
    await moderate(moderator, 'list', list, 'remove')
    expect(await countRows('lists', 'id = $1', [list])).toBe(0)
  })
})

describe('a decision about a list', () => {
  test('removes it with its entries, tells its owner and the log, and restores it exactly', async () => {
    const before = await readList()
    expect(before).toHaveLength(2)
    await sendReport(ben, 'list', list)
    const number = await moderate(moderator, 'list', list, 'remove')
    expect(await readList()).toEqual([])
    expect(await db.as(ANON, 'select from shown_list($1)', [list])).toEqual([])
    expect(await readEmails(owner)).toMatchObject([
      {
        kind: 'content_decision',
        data: { subject_type: 'list', title: 'Cheap pills', action: 'remove' },
      },
    ])
    expect(
      await db.as(
        ANON,
        'select subject_type, subject_id, action from moderation_decisions where number = $1',
        [number],
      ),
    ).toEqual([{ subject_type: 'list', subject_id: list, action: 'remove' }])
    expect(
      await db.as(owner)`select kind, subject_type from notifications where subject_id = ${list}`,
    ).toEqual([{ kind: 'decision', subject_type: 'list' }])
    expect(await readCase()).toMatchObject({
      content: { is_removed: true, tools: [expect.any(String), expect.any(String)] },
    })
    expect(await db.as(owner, 'select number, content from my_moderation_decisions()')).toEqual([
      { number, content: expect.objectContaining({ name: 'Cheap pills' }) },
    ])
    await db.as(owner, 'select submit_appeal($1, $2)', [number, APPEAL])
    await moderate(moderator, 'list', list, 'restore')
    expect(await readList()).toEqual(before)
  })

  test('is made by moderators alone, and not by its owner', async () => {
    for (const caller of [asMember(ben), asMember(owner), ANON, SERVICE]) {
      await expectRefusal(
        db.as(caller, "select moderate('list', $1, 'remove', 'spam', $2)", [list, EXPLANATION]),
        '42501',
      )
    }
    await db.asOwner('update lists set user_id = $2 where id = $1', [list, otherModerator])
    await expectRefusal(moderate(otherModerator, 'list', list, 'remove'), INVOLVED)
    await sendReport(ben, 'list', list)
    await moderate(moderator, 'list', list, 'keep')
    expect(await readList()).toHaveLength(2)
  })
})

describe('the lists of a member', () => {
  test('who is suspended stay, change no more, and can be removed', async () => {
    await moderate(moderator, 'profile', owner, 'suspend')
    expect(await readList()).toHaveLength(2)
    await expectRefusal(setVisibility('private'), SUSPENDED)
    await expectRefusal(addList(), SUSPENDED)
    await moderate(moderator, 'list', list, 'remove')
    expect(await readList()).toEqual([])
  })

  test('whose content is all removed leave with it, and are not restored one by one', async () => {
    await db.asOwner`update private.profiles set username = 'user-0123abcd' where user_id = ${owner}`
    await moderate(moderator, 'profile', owner, 'remove_all_content')
    expect(await readList()).toEqual([])
    await expectRefusal(moderate(moderator, 'list', list, 'restore'), 'PT409')
    await moderate(moderator, 'profile', owner, 'restore')
    expect(await readList()).toHaveLength(2)
  })
})
