// Storage's contract with supabase-js, over HTTP (spec 1 §7, §9: avatars), and the pictures of launches.
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { shareTestBackend, type TestMember } from '../../support/backends/backend.ts'

const backend = await shareTestBackend()
const ana = await backend.createMember()
const ben = await backend.createMember()

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const getAvatars = (member: { client: TestMember['client'] }) =>
  member.client.storage.from('avatars')
const upload = (
  member: TestMember,
  path: string,
  bytes: Uint8Array<ArrayBuffer> | Buffer = PNG,
  upsert = false,
) =>
  getAvatars(member).upload(path, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), {
    upsert,
    cacheControl: '3600',
  })

describe('avatars', () => {
  test('the owner uploads into their folder, everybody reads the file, the owner removes it', async () => {
    const path = `${ana.id}/1.png`
    expect((await upload(ana, path)).error).toBeNull()
    const { publicUrl } = getAvatars(ana).getPublicUrl(path).data
    const response = await fetch(publicUrl)
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer()).equals(PNG)).toBe(true)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toBe('max-age=3600')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    const again = await fetch(publicUrl, {
      headers: { 'If-None-Match': response.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)

    const list = await getAvatars(ana).list(ana.id)
    expect(list.data?.map(({ name }) => name)).toEqual(['1.png'])
    expect((await getAvatars(ana).remove([path])).data).toHaveLength(1)
    expect((await fetch(publicUrl)).status).toBe(404)
  })

  test('a second upload is refused without upsert and accepted with it', async () => {
    const path = `${ana.id}/2.png`
    await upload(ana, path)
    expect((await upload(ana, path)).error?.message).toBe('The resource already exists')
    expect((await upload(ana, path, PNG, true)).error).toBeNull()
  })

  test('a file that is no image is refused, even if its name ends in png', async () => {
    const { error } = await upload(ana, `${ana.id}/6.png`, Buffer.from('<svg onload="alert(1)"/>'))
    expect(error?.message).toContain('is not supported')
  })

  test.each(['..%2f..%2fkeys.json', 'a/../../b.png', 'a//b.png'])(
    'the path %s returns 400 or above',
    async (path) => {
      const response = await fetch(`${backend.url}/storage/v1/object/public/avatars/${path}`)
      expect(response.status).toBeGreaterThanOrEqual(400)
    },
  )
})

describe('pictures', () => {
  test('uploads, moves and removals in another member’s folder or by visitors are refused', async () => {
    const path = `${ana.id}/4.png`
    expect((await upload(ana, path)).error).toBeNull()
    expect((await upload(ben, `${ana.id}/3.png`)).error).not.toBeNull()
    expect((await upload(ben, path, PNG, true)).error).not.toBeNull()
    expect((await upload(ben, 'root.png')).error).not.toBeNull()
    const files = getAvatars(ben)
    expect((await files.move(path, `${ben.id}/4.png`)).error).not.toBeNull()
    expect((await files.remove([path])).data).toEqual([])
    const visitor = getAvatars({ client: backend.createClient() })
    expect((await visitor.upload(`${ana.id}/5.png`, new Blob([PNG]))).error).not.toBeNull()
    expect((await getAvatars(ana).remove([path])).data).toHaveLength(1)
  })

  test('a file of more than 2 MB is refused (spec 1 §5)', async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)])
    const { error } = await upload(ana, `${ana.id}/7.png`, large)
    expect(error?.message).toBe('The object exceeded the maximum allowed size')
  })
})

describe('limits of a member', () => {
  const setUsage = (member: TestMember, count: number) =>
    backend.db.asOwner`insert into private.daily_usage (user_id, kind, day, count)
       values (${member.id}, 'uploads', (now() at time zone 'utc')::date, ${count})
       on conflict (user_id, kind, day) do update set count = excluded.count`
  const addStored = (member: TestMember, size: number) =>
    backend.db.asOwner`insert into storage.objects (bucket_id, name, owner_id, metadata)
       values ('avatars', ${member.id} || '/stored-' || gen_random_uuid() || '.png', ${member.id}, jsonb_build_object('size', ${size}::bigint))`
  const daily = "You have reached today's limit of 100 uploads. Please try again tomorrow."

  test('the 100th upload of a day is stored, and the 101st returns 429', async () => {
    const cleo = await backend.createMember()
    await setUsage(cleo, 99)
    expect((await upload(cleo, `${cleo.id}/100.png`)).error).toBeNull()
    const refused = await upload(cleo, `${cleo.id}/101.png`)
    expect(refused.error).toMatchObject({ status: 429, message: daily })
    // Deleting does not lower the count, and another member is not affected.
    await getAvatars(cleo).remove([`${cleo.id}/100.png`])
    expect((await upload(cleo, `${cleo.id}/102.png`)).error).toMatchObject({ status: 429 })
    expect((await upload(ben, `${ben.id}/limits.png`)).error).toBeNull()
    expect((await getAvatars(cleo).list(cleo.id)).data).toEqual([])
  })

  test('concurrent uploads do not exceed the daily limit', async () => {
    const cleo = await backend.createMember()
    await setUsage(cleo, 98)
    const uploads = await Promise.all(
      [1, 2, 3, 4].map((number) => upload(cleo, `${cleo.id}/${number}.png`)),
    )
    expect(uploads.filter(({ error }) => error === null)).toHaveLength(2)
    expect((await getAvatars(cleo).list(cleo.id)).data).toHaveLength(2)
  })

  test('uploads of more than 50 MB in total return 413 until files are deleted', async () => {
    const cleo = await backend.createMember()
    const maxBytes = 50 * 1024 * 1024
    await addStored(cleo, maxBytes - PNG.length)
    expect((await upload(cleo, `${cleo.id}/fits.png`)).error).toBeNull()
    const refused = await upload(cleo, `${cleo.id}/more.png`)
    expect(refused.error).toMatchObject({
      status: 413,
      message: 'Your uploads take up 50 MB, which is the limit. Please delete some first.',
    })
    // A replacement counts only the new file.
    expect((await upload(cleo, `${cleo.id}/fits.png`, PNG, true)).error).toBeNull()
    await getAvatars(cleo).remove([`${cleo.id}/fits.png`])
    expect((await upload(cleo, `${cleo.id}/more.png`)).error).toBeNull()
  })
})

/** Sends the whole request before it reads the response. @returns the first line of the response */
async function sendThenRead(head: string, body: Uint8Array): Promise<string> {
  const { hostname, port } = new URL(backend.url)
  const socket = connect(Number(port), hostname).pause()
  socket.write(head)
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(body, () => resolve())
  })
  socket.resume()
  const [response] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return response.toString().split('\r\n')[0] ?? ''
}

test('an upsert of another member’s file sets the sender as its owner', async () => {
  const [founder, joiner] = [await backend.createMember(), await backend.createMember()]
  const { data: company } = await founder.client
    .from('companies')
    .insert({ name: `Shared ${crypto.randomUUID()}` })
    .select('id')
    .single()
  await backend.db.asOwner(
    "insert into company_members (company_id, user_id, role, is_admin) values ($1, $2, 'admin', true)",
    [company?.id, joiner.id],
  )
  const path = `${company?.id}/logo.png`
  const uploadLogo = (member: TestMember) =>
    member.client.storage
      .from('logos')
      .upload(path, new Blob([PNG], { type: 'image/png' }), { upsert: true })
  const readOwner = () =>
    backend.db.rowAsOwner('select owner_id from storage.objects where name = $1', [path])
  expect((await uploadLogo(founder)).error).toBeNull()
  expect(await readOwner()).toEqual({ owner_id: founder.id })
  expect((await uploadLogo(joiner)).error).toBeNull()
  expect(await readOwner()).toEqual({ owner_id: joiner.id })
})

test('a form of sixty files returns 413', async () => {
  const form = new FormData()
  const file = new Blob([PNG, new Uint8Array(1_000_000)], { type: 'image/png' })
  for (let number = 0; number < 60; number += 1) form.append(`file${number}`, file, 'a.png')
  const request = new Response(form)
  const body = new Uint8Array(await request.arrayBuffer())
  const head = [
    `POST /storage/v1/object/avatars/${ana.id}/many.png HTTP/1.1`,
    'Host: localhost',
    `apikey: ${backend.anonKey}`,
    `Content-Type: ${request.headers.get('content-type')}`,
    `Content-Length: ${body.length}`,
  ]
  expect(await sendThenRead(`${head.join('\r\n')}\r\n\r\n`, body)).toBe(
    'HTTP/1.1 413 Payload Too Large',
  )
})

test('responses to a token have Cache-Control: private, no-store; public files have their own', async () => {
  const path = `${ana.id}/caching.png`
  await upload(ana, path)
  const asBearer = { Authorization: `Bearer ${ana.token}` }
  const readCaching = async (address: string, headers?: Record<string, string>) =>
    (await backend.send('GET', address, undefined, headers)).headers.get('cache-control')
  for (const address of [
    'rest/v1/profiles?limit=1',
    'rest/v1/nothing',
    'auth/v1/user',
    `storage/v1/object/avatars/${path}`,
  ]) {
    expect([address, await readCaching(address, asBearer)]).toEqual([address, 'private, no-store'])
  }
  const asKey = { apikey: ana.token }
  expect(await readCaching('rest/v1/profiles?limit=1', asKey)).toBe('private, no-store')
  const file = `storage/v1/object/public/avatars/${path}`
  expect(await readCaching(file, asBearer)).toBe('max-age=3600')
  expect(await readCaching('rest/v1/tools?limit=1')).toBeNull()
})
