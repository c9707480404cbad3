// What SQL does while an area is off (spec 9 §1).
import { shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { afterEach, expect, test } from 'vitest'
import { AREA_PARTS, AREAS } from '../../app/shared/area-table.ts'
import { expectRefusal } from '../support/databases/refusals.ts'

const db = await shareTestDatabase()
const ana = { role: 'authenticated', claims: { sub: await db.createUser() } } as const
const anonymous = { role: 'anon', claims: {} } as const
const service = { role: 'service_role', claims: {} } as const

const setOff = (areas: Record<string, readonly string[]>) =>
  db.database.as(service, 'select set_off_areas($1::jsonb)', [JSON.stringify(areas)])
afterEach(() => setOff({}))

test('the policies of areas are on the tables of AREA_PARTS', async () => {
  const rows = await db.asOwner(
    `select substring(qual from $$is_area_on\\('(\\w+)'$$) as area, schemaname || '.' || tablename as name
     from pg_policies where policyname = 'area_is_on' order by 1, 2`,
  )
  expect(rows).toEqual(
    [...AREAS]
      .sort()
      .flatMap((area) =>
        [...(AREA_PARTS[area].tables ?? [])].sort().map((name) => ({ area, name })),
      ),
  )
})

test('kinds of notifications have the areas of AREA_PARTS', async () => {
  const kinds = AREAS.flatMap((area) => (AREA_PARTS[area].kinds ?? []).map((kind) => [kind, area]))
  for (const [kind, area] of [...kinds, ['review', null], ['edit', null]]) {
    const [row] = await db.asOwner('select private.get_area_of_kind($1) as area', [kind])
    expect([kind, row]).toEqual([kind, { area }])
  }
})

test('tables of an area that is off have no rows for members and refuse their writes, and have them again', async () => {
  const insert = `insert into lists (user_id, name, visibility) values (auth.uid(), 'Mine', 'public')`
  await db.database.as(ana, insert)
  const count = async (caller: typeof ana | typeof anonymous | typeof service) =>
    (await db.database.as<{ count: number }>(caller, 'select count(*) from lists'))[0]?.count
  expect([await count(anonymous), await count(ana)]).toEqual([1, 1])
  await setOff({ lists: [] })
  expect([await count(anonymous), await count(ana), await count(service)]).toEqual([0, 0, 1])
  await expectRefusal(db.database.as(ana, insert), '42501')
  expect(await db.database.as(ana, `update lists set name = 'Other' returning id`)).toEqual([])
  expect(await db.database.as(ana, 'delete from lists returning id')).toEqual([])
  await setOff({})
  expect(await count(ana)).toBe(1)
  await db.database.as(ana, 'delete from lists')
})

test.each([
  ['/rpc/order_list', 'PT404'],
  ['/rpc/order%5Flist', 'PT404'],
  ['/rpc/order_list/', 'PT404'],
  ['/rpc/count_tools', null],
  ['/lists', null],
])('refuse_off_functions for %s ends with %s', async (path, code) => {
  const request = { headers: '{}', method: 'POST', path }
  const call = (caller: typeof ana | typeof service) =>
    db.database.as({ ...caller, request }, 'select refuse_off_functions()')
  await call(ana)
  await setOff({ lists: ['order_list'] })
  if (code) await expectRefusal(call(ana), code)
  else await call(ana)
  await call(service)
})

test('set_off_areas is for the service role alone', async () => {
  for (const caller of [anonymous, ana]) {
    await expectRefusal(db.database.as(caller, `select set_off_areas('{}')`), '42501')
  }
})
