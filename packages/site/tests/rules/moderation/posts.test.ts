// Each text that a member writes and a visitor sees has the rules for posts (spec 3 §1.3). The rights of members in the
// database list the columns, so a new column fails until it has a rule.

import { OWNER } from '@toolmark/backend/tests/support/databases/database.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON } from '../../support/databases/moderation.ts'
import { expectRefusal, FILTERED } from '../../support/databases/refusals.ts'

const content = await shareCommunity()
const {
  db,
  ana,
  moderator,
  createMember,
  createTool,
  createReview,
  moderate,
  createCompany,
  makeMaker,
} = content
beforeEach(async () => {
  await db.asOwner('delete from private.site_settings')
})

/** Columns with other rules than those for posts. */
const OTHER_RULES: Record<string, string> = {
  'audit_logs.action': 'its owner alone reads it',
  'audit_logs.metadata': 'its owner alone reads it',
  'audit_logs.resource_type': 'its owner alone reads it',
  'companies.industry': 'a choice',
  'companies.logo_url': 'an own upload (company_logo_url_own)',
  'companies.size': 'a choice',
  'company_members.role': 'a choice',
  'lists.visibility': 'a choice',
  'notification_preferences.email': 'a choice',
  'notification_preferences.kind': 'a choice',
  'product_launches.pictures': 'own uploads (launch_pictures_format)',
  'profiles.account_type': 'a choice',
  'profiles.avatar_url': 'an own upload (avatar_url_own)',
  'profiles.profile_visibility': 'a choice',
  'reviews.incentive': 'a choice',
  'reviews.relationship': 'a choice',
  'reviews.used_for': 'slugs of capabilities',
  'reviews.used_plan': 'a choice',
  'tools.more_categories': 'names of categories',
  'tools.slug': 'prepare_tool replaces it',
}

/** Functions other than those of staff that members call with texts, and what holds for the texts. */
const FUNCTIONS: Record<string, string> = {
  add_fact_source: 'add_fact_source refuses words of the filter (fact-sources.test.ts)',
  add_source_topics: 'staff and the service alone call it',
  add_tool_capabilities: 'slugs of capabilities',
  clear_attribute: 'staff and the service alone call it',
  create_campaign: 'the table review_campaigns has the rules',
  finish_source_read: 'staff and the service alone call it',
  import_tools: 'staff and the service alone call it',
  join_saved_tools: 'slugs of tools',
  merge_categories: 'staff and the service alone call it',
  order_attributes: 'staff and the service alone call it',
  order_categories: 'staff and the service alone call it',
  remove_attribute: 'staff and the service alone call it',
  remove_category: 'staff and the service alone call it',
  save_attribute: 'staff and the service alone call it',
  save_category: 'staff and the service alone call it',
  save_source: 'staff and the service alone call it',
  set_staff_role: 'staff and the service alone call it',
  submit_appeal: 'a moderator decides what is published',
  submit_report: 'moderators alone read it',
  suggest_tool_edit: 'suggest_tool_edit applies the rules (tool-edits.test.ts)',
  undo_unsubscribe: 'kinds of mails',
  unsubscribe: 'kinds of mails',
}

/** Makes a row with the rights of a member. @returns the id of its subject */
const POSTS: Record<string, (member: string, fields: Record<string, unknown>) => Promise<string>> =
  {
    reviews: async (member, fields) => content.writeReview(member, await createTool(), fields),
    tools: (member, fields) =>
      db.create(member, 'tools', {
        name: `Tool ${crypto.randomUUID()}`,
        description: 'Boils water.',
        category: 'HR',
        ...fields,
      }),
    product_launches: (member, fields) => content.addLaunch(member, null, fields),
    companies: (member, fields) => db.create(member, 'companies', { name: 'Pots', ...fields }),
    profiles: async (member, fields) => {
      await db.as(member, "update profiles set profile_visibility = 'public' where user_id = $1", [
        member,
      ])
      await change('profiles', member, member, fields)
      return member
    },
    review_replies: async (member, fields) => {
      const tool = await createTool()
      await makeMaker(member, tool)
      const review = await createReview(tool, ana)
      await db.insert(member, 'review_replies', {
        review_id: review,
        content: 'Thank you very much.',
        ...fields,
      })
      return review
    },
    lists: (member, fields) =>
      db.create(member, 'lists', {
        user_id: member,
        name: 'Kettles',
        visibility: 'public',
        ...fields,
      }),
    list_items: async (member, fields) => {
      const list = await POSTS.lists?.(member, {})
      await db.insert(member, 'list_items', {
        list_id: list,
        tool_id: await createTool(),
        ...fields,
      })
      return String(list)
    },
  }
const KINDS: Record<string, { type: string; key: string }> = {
  reviews: { type: 'review', key: 'id' },
  tools: { type: 'tool', key: 'id' },
  product_launches: { type: 'launch', key: 'id' },
  companies: { type: 'company', key: 'id' },
  profiles: { type: 'profile', key: 'user_id' },
  review_replies: { type: 'reply', key: 'review_id' },
  lists: { type: 'list', key: 'id' },
  list_items: { type: 'list', key: 'list_id' },
}
const change = (table: string, member: string, id: string, fields: Record<string, unknown>) =>
  Object.keys(fields).length === 0
    ? undefined
    : db.as(
        member,
        `update ${table} set ${Object.keys(fields).map((name, index) => `${name} = $${index + 2}`)} where ${KINDS[table]?.key} = $1`,
        [id, ...Object.values(fields)],
      )
/** What visitors see of a subject. */
const readShown = async (table: string, id: string) =>
  JSON.stringify(await db.as(ANON, `select * from ${table} where ${KINDS[table]?.key} = $1`, [id]))

/** The columns that the rules for addresses check as well. */
const ADDRESSES = /website|image|logo|domain|_url/

interface WrittenColumn {
  table: string
  name: string
  is_list: boolean
  can_change: boolean
}
const columns = (await db.asOwner(
  `select c.relname as table, a.attname as name, a.atttypid = 'text[]'::regtype as is_list,
     has_column_privilege('authenticated', c.oid, a.attnum, 'update') as can_change
   from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relnamespace = 'public'::regnamespace and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'varchar'::regtype, 'bpchar'::regtype, 'json'::regtype)
     and (has_column_privilege('authenticated', c.oid, a.attnum, 'insert') or has_column_privilege('authenticated', c.oid, a.attnum, 'update'))
   order by 1, 2`,
)) as unknown as WrittenColumn[]
const posts = columns.filter(({ table, name }) => !OTHER_RULES[`${table}.${name}`])

test('each column with text that members write has a rule', async () => {
  // Those that a trigger filters; the views of launches and profiles are of the tables of the schema private.
  const rows =
    await db.asOwner`select case c.relname when 'launches' then 'product_launches' else c.relname end || '.' || name as column
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid,
       unnest(string_to_array(substring(p.prosrc from 'refuse_filtered_text[(]''{([^}]+)'), ',')) as name`
  const guarded = new Set(rows.map(({ column }) => column))
  expect(posts.filter(({ table, name }) => !guarded.has(`${table}.${name}`))).toEqual([])
  const written = new Set(columns.map(({ table, name }) => `${table}.${name}`))
  expect(Object.keys(OTHER_RULES).filter((column) => !written.has(column))).toEqual([])
})

describe.each(posts.map((column) => [`${column.table}.${column.name}`, column] as const))(
  '%s',
  (_, { table, name, is_list, can_change }) => {
    /** A value with a word that the filter knows, in the form of the column. */
    const write = (word: string) => {
      const value =
        ADDRESSES.test(name) && name !== 'domain'
          ? `https://${word}.example/`
          : name === 'domain'
            ? `${word}.example`
            : name === 'username'
              ? `${word}-${crypto.randomUUID().slice(0, 8)}`
              : name.endsWith('_name')
                ? word
                : `A fine ${word} for all ${crypto.randomUUID().slice(0, 8)}`
      return { [name]: is_list ? [value] : value }
    }
    const setFilter = (action: string) =>
      db.asOwner("insert into private.site_settings values ('word_filter', $1)", [
        JSON.stringify([{ text: 'casino', action }]),
      ])
    const post = async (member: string, fields: Record<string, unknown>) =>
      String(await POSTS[table]?.(member, fields))

    test('refuses a word of the filter, in a new row and in a change', async () => {
      const member = await createMember()
      const id = await post(member, {})
      await setFilter('reject')
      await expectRefusal(post(member, write('Casino')), FILTERED)
      if (can_change)
        await expectRefusal(Promise.resolve(change(table, member, id, write('Casino'))), FILTERED)
      expect(await readShown(table, await post(await createMember(), write('teapot')))).toContain(
        'teapot',
      )
    })

    test('waits for a moderator with a word that is held, in a new row and in a change', async () => {
      await setFilter('hold')
      for (const isChange of can_change ? [false, true] : [false]) {
        const member = await createMember()
        const id = await post(member, isChange ? {} : write('Casino'))
        if (isChange) await change(table, member, id, write('Casino'))
        expect(await readShown(table, id)).not.toMatch(/casino/i)
        const waiting = await db.as(
          moderator,
          "select excerpt || title as shown from moderation_queue('pending', page_size => 100) where subject_id = $1",
          [id],
        )
        expect(waiting).toHaveLength(1)
        await moderate(moderator, KINDS[table]?.type ?? '', id, 'restore')
        expect(await readShown(table, id)).toMatch(/casino/i)
      }
    })

    test.skipIf(ADDRESSES.test(name) || (name.endsWith('name') && table === 'profiles'))(
      'has no controls of writing direction, no control characters, fillers and tags',
      async () => {
        const id = await post(
          await createMember(),
          write('tea\u202e\u0007\u2066\u3164\ufff9\u{e0041}pot'),
        )
        const shown = await readShown(table, id)
        expect(shown).toMatch(/tea ?pot/)
        expect(shown).not.toMatch(/[\u202e\u2066\u3164\ufff9\u{e0041}]|\\u0007/u)
      },
    )
  },
)

test('a name or a title of several lines becomes one line', async () => {
  const member = await createMember()
  for (const [table, column] of [
    ['tools', 'name'],
    ['companies', 'name'],
    ['lists', 'name'],
    ['reviews', 'title'],
    ['product_launches', 'tagline'],
    ['profiles', 'job_title'],
  ] as const) {
    const id = await POSTS[table]?.(member, { [column]: ' Tea\r\n\tpot\u2028\u00a0 of  clay ' })
    expect(
      await db.as(ANON, `select ${column} as shown from ${table} where ${KINDS[table]?.key} = $1`, [
        id,
      ]),
    ).toEqual([{ shown: 'Tea pot of clay' }])
  }
})

test.each([
  ['a filler', '\u3164', ''],
  ['a blank of Braille', '\u2800\u2800', ''],
  ['joiners and variation selectors', '\u200d\ufe0f \u200c', ''],
  ['tags of no flag', '\u{e0041}\u{e007f}', ''],
  ['a flag with tags', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['an emoji with a joiner', '\u{1f469}\u200d\u{1f4bb}'],
  ['a heart with a variation selector', '\u2764\ufe0f'],
  ['Persian with a joiner', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
  ['a variant of a Chinese letter', '\u845b\u{e0100}'],
])('a line and a paragraph keep what is seen of %s', async (_case, written, kept = written) => {
  const [row] = await db.asOwner(
    'select private.clean_line($1) as line, private.clean_paragraphs($1) as paragraph',
    [written],
  )
  expect(row).toEqual({ line: kept, paragraph: kept })
})

test('each function that members call with texts for others has a rule', async () => {
  const rows = await db.asOwner`select distinct p.proname as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and has_function_privilege('authenticated', p.oid, 'execute')
       and p.prosrc !~ 'private\\.require_(decider|staff)'
       and p.proargtypes::oid[] && array['text'::regtype, 'text[]'::regtype, 'jsonb'::regtype]::oid[]
     order by 1`
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(FUNCTIONS).sort())
})

describe('a held profile or company', () => {
  const setFilter = () =>
    db.asOwner("insert into private.site_settings values ('word_filter', $1)", [
      JSON.stringify([{ text: 'casino', action: 'hold' }]),
    ])

  test('shows what it had before, and takes all waiting changes with one approval', async () => {
    const member = await createMember()
    const company = await createCompany(member, { name: 'Samovars' })
    await setFilter()
    await change('companies', member, company, { description: 'A casino.', size: '11-50' })
    await change('companies', member, company, { name: 'Casino', industry: 'retail' })
    const read = () =>
      db.as(ANON)`select name, description, size, industry from companies where id = ${company}`
    expect(await read()).toEqual([
      { name: 'Samovars', description: null, size: null, industry: null },
    ])
    await moderate(moderator, 'company', company, 'restore')
    expect(await read()).toEqual([
      { name: 'Casino', description: 'A casino.', size: '11-50', industry: 'retail' },
    ])
  })

  test('stays as it was if the change is declined', async () => {
    const member = await createMember()
    await setFilter()
    await change('profiles', member, member, { job_title: 'Brewer' })
    await change('profiles', member, member, { bio: 'A casino.', job_title: 'Dealer' })
    await moderate(moderator, 'profile', member, 'remove')
    expect(
      await db.as(member, 'select bio, job_title from profiles where user_id = $1', [member]),
    ).toEqual([{ bio: null, job_title: 'Brewer' }])
  })
})

describe('a list', () => {
  const read = async (list: string) =>
    (await db.as(ANON, 'select from lists where id = $1', [list])).length
  const publish = (member: string, list: string, visibility = 'public') =>
    db.as(member, 'update lists set visibility = $2 where id = $1', [list, visibility])

  test.each(['public', 'unlisted'])('that becomes %s is a first post', async (visibility) => {
    const member = await createMember()
    await db.asOwner("insert into private.site_settings values ('premoderate_first_posts', '1')")
    const list = String(await POSTS.lists?.(member, { visibility: 'private' }))
    await publish(member, list, visibility)
    expect(await db.as(ANON, 'select from shown_list($1)', [list])).toEqual([])
    await moderate(moderator, 'list', list, 'restore')
    expect(await db.as(ANON, 'select from shown_list($1)', [list])).toHaveLength(1)
    const second = String(await POSTS.lists?.(member, {}))
    expect(await read(second)).toBe(1)
  })

  test('waits with a link in its name, its description, or a note of when it was private', async () => {
    const member = await createMember()
    await db.asOwner("insert into private.site_settings values ('premoderate_links', 'true')")
    expect(
      await read(String(await POSTS.lists?.(member, { name: 'Buy at http://spam.example' }))),
    ).toBe(0)
    const list = String(await POSTS.lists?.(member, { visibility: 'private' }))
    await db.insert(member, 'list_items', {
      list_id: list,
      tool_id: await createTool(),
      note: 'See www.spam.example',
    })
    expect(await db.as(member, 'select from lists where id = $1', [list])).toHaveLength(1)
    await publish(member, list)
    expect(await read(list)).toBe(0)
    expect(await read(String(await POSTS.lists?.(member, {})))).toBe(1)
  })

  test('stands on pages of its tools if a trusted member made or copied it', async () => {
    const tool = await createTool()
    const addList = async (owner: string) => {
      const list = String(await POSTS.lists?.(owner, {}))
      await db.insert(owner, 'list_items', { list_id: list, tool_id: tool })
      return list
    }
    const shown = async () =>
      (await db.as(ANON, 'select id from lists_with_tool($1)', [tool])).map(({ id }) => id)
    const trusted = await createMember()
    await createReview(await createTool(), trusted)
    await db.asOwner`update private.profiles set created_at = now() - interval '9 days' where user_id = ${trusted}`
    const [own, foreign] = [await addList(trusted), await addList(await createMember())]
    for (let i = 0; i < 3; i++) await db.as(await createMember(), 'select copy_list($1)', [foreign])
    expect(await shown()).toEqual([own])
    // The order of /lists.
    const order = await db.as(
      ANON,
      'select id from lists where id = any ($1) order by trusted_copies desc, id desc',
      [[own, foreign]],
    )
    expect(order.map(({ id }) => id)).toEqual([own, foreign].sort().reverse())
    await db.as(trusted, 'select copy_list($1)', [foreign])
    expect(await shown()).toEqual([foreign, own])
    expect(
      await db.as(ANON, 'select copies, trusted_copies from lists where id = $1', [foreign]),
    ).toEqual([{ copies: 4, trusted_copies: 1 }])
  })
})

test('a sign-up takes no text that would be refused or held', async () => {
  await db.asOwner`insert into private.site_settings values ('premoderate_links', 'true'),
       ('word_filter', '[{"text": "casino", "action": "hold"}, {"text": "poker", "action": "reject"}]')`
  const member = await db.createUser({
    metadata: {
      username: 'casino-king',
      first_name: 'Poker',
      last_name: 'Li',
      job_title: 'See www.spam.example',
      company_name: 'Tea Ltd',
    },
  })
  const [profile] = await db.asOwner('select * from private.profiles where user_id = $1', [member])
  expect(profile).toMatchObject({
    username: expect.stringMatching(/^user-[0-9a-f]{8}$/),
    first_name: null,
    last_name: 'Li',
    job_title: null,
    company_name: 'Tea Ltd',
  })
})

test('rows that the operator writes wait for no moderator', async () => {
  await db.asOwner("insert into private.site_settings values ('premoderate_first_posts', '9')")
  const list = await db.create(OWNER, 'lists', { user_id: ana, name: 'Tea', visibility: 'public' })
  expect(await db.as(ANON, 'select from lists where id = $1', [list])).toHaveLength(1)
})
