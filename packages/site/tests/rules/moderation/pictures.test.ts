// Where the uploaded pictures of removed content belong. tests/engine/jobs.test.ts moves their files.

import { OWNER } from '@toolmark/backend/tests/support/databases/database.ts'
import { beforeEach, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, asMember, SERVICE } from '../../support/databases/moderation.ts'
import { expectRefusal } from '../../support/databases/refusals.ts'

const { db, moderator, createMember, moderate, createTool, createLaunch, ana, admin } =
  await shareCommunity()
beforeEach(async () => {
  await db.asOwner('delete from private.picture_moves')
})

const toUrl = (path: string) => `https://site.example/storage/v1/object/public/${path}`

/** Takes what is due as the job does, and records it. */
async function takeMoves(): Promise<string[]> {
  const rows = await db.as(SERVICE, 'select * from claim_picture_moves(20)')
  for (const { id, place } of rows)
    await db.as(SERVICE, 'select complete_picture_move($1, $2)', [id, place])
  return [
    ...new Set(rows.map(({ bucket_id, name, place }) => `${bucket_id}/${name} ${place}`)),
  ].sort()
}

async function createMemberWithPicture(): Promise<{ member: string; picture: string }> {
  const member = await createMember()
  const picture = `avatars/${member}/1.webp`
  await db.asOwner`update private.profiles set avatar_url = ${toUrl(picture)} where user_id = ${member}`
  return { member, picture }
}

test('the picture of a profile is removed with it and visible again when it is restored', async () => {
  const { member, picture } = await createMemberWithPicture()
  expect(await takeMoves()).toEqual([])
  await moderate(moderator, 'profile', member, 'remove')
  expect(await takeMoves()).toEqual([`${picture} removed`])
  expect(await takeMoves()).toEqual([])
  await moderate(moderator, 'profile', member, 'restore')
  expect(await takeMoves()).toEqual([`${picture} visible`])
})

test('the old picture of a profile that has a new one is deleted when it is restored', async () => {
  const { member, picture } = await createMemberWithPicture()
  await moderate(moderator, 'profile', member, 'remove')
  await takeMoves()
  await db.asOwner('update private.profiles set avatar_url = $2 where user_id = $1', [
    member,
    toUrl(`avatars/${member}/2.webp`),
  ])
  await moderate(moderator, 'profile', member, 'restore')
  expect(await takeMoves()).toEqual([`${picture} deleted`])
})

test('the logo of a company is removed and restored with it', async () => {
  const company = await db.create(OWNER, 'companies', { name: 'Acme' })
  const logo = `logos/${company}/1.webp`
  await db.asOwner('update companies set logo_url = $2 where id = $1', [company, toUrl(logo)])
  await moderate(moderator, 'company', company, 'remove')
  expect(await takeMoves()).toEqual([`${logo} removed`])
  await moderate(moderator, 'company', company, 'restore')
  expect(await takeMoves()).toEqual([`${logo} visible`])
})

test('uploaded pictures of a launch go with its tool, unless another launch shows them', async () => {
  const maker = await createMember()
  const tool = await createTool()
  const launch = await createLaunch(tool, maker)
  const other = await createLaunch(await createTool(), maker)
  const set = (id: string, names: string[]) =>
    db.asOwner('update private.launches set pictures = $2::text[] where id = $1', [
      id,
      `{${names.map((name) => `uploaded/${maker}/${name}`).join(',')}}`,
    ])
  await set(launch, ['1.webp', '2.webp'])
  await set(other, ['2.webp'])
  await moderate(moderator, 'tool', tool, 'remove')
  expect(await takeMoves()).toEqual([
    `launches/${maker}/1.webp removed`,
    `launches/${maker}/2.webp visible`,
  ])
  await moderate(moderator, 'tool', tool, 'restore')
  expect(await takeMoves()).toContain(`launches/${maker}/1.webp visible`)
})

test('a picture is deleted when its removed content is purged, and with the account', async () => {
  const { member, picture } = await createMemberWithPicture()
  await moderate(moderator, 'profile', member, 'remove')
  await takeMoves()
  await db.as(SERVICE, "select purge_closed_reports(now() + interval '13 months')")
  expect(await takeMoves()).toContain(`${picture} deleted`)

  const second = await createMemberWithPicture()
  await moderate(moderator, 'profile', second.member, 'remove')
  await takeMoves()
  await db.as(second.member, 'select delete_account(false)')
  expect(await takeMoves()).toEqual([`${second.picture} deleted`])
})

test('a move that is claimed is due again after a minute, and at once if it was to another place', async () => {
  const { member, picture } = await createMemberWithPicture()
  await moderate(moderator, 'profile', member, 'remove')
  const claim = () => db.as(SERVICE, 'select * from claim_picture_moves(1)')
  const [first] = await claim()
  expect(first).toMatchObject({ place: 'removed' })
  expect(await claim()).toEqual([])
  await db.asOwner("update private.picture_moves set due_at = due_at - interval '1 minute'")
  expect(await claim()).toMatchObject([{ id: first?.id }])

  // Restored while the job moved the file to the bucket `removed`.
  await moderate(moderator, 'profile', member, 'restore')
  await db.as(SERVICE, 'select complete_picture_move($1, $2)', [first?.id, 'removed'])
  expect(await takeMoves()).toEqual([`${picture} visible`])
})

test('only the service role reads the bucket removed, and members write nothing into it', async () => {
  await db.asOwner(
    "insert into storage.objects (bucket_id, name) values ('removed', 'avatars/' || $1 || '/1.webp') on conflict do nothing",
    [ana],
  )
  for (const caller of [ANON, asMember(ana), asMember(admin)]) {
    expect(
      await db.as(caller, "select 1 from storage.objects where bucket_id = 'removed'"),
    ).toEqual([])
  }
  await expectRefusal(
    db.insert(ana, 'storage.objects', { bucket_id: 'removed', name: `avatars/${ana}/2.webp` }),
    '42501',
  )
})
