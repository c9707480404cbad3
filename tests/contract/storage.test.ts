// Storage's contract through the official client, over HTTP (spec 1 §7, §9: avatars).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestBackend, type TestBackend } from '../support/backend.ts'

let backend: TestBackend
let ana: Person
let ben: Person
beforeAll(async () => {
  backend = await startTestBackend()
  ana = await backend.person()
  ben = await backend.person()
})
afterAll(() => backend.close())

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const avatars = (person: { client: Person['client'] }) => person.client.storage.from('avatars')
const upload = (
  person: Person,
  path: string,
  bytes: Uint8Array<ArrayBuffer> | Buffer = PNG,
  upsert = false,
) =>
  avatars(person).upload(path, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), {
    upsert,
    cacheControl: '3600',
  })

describe('avatars', () => {
  test('the owner uploads into his own folder, everyone sees it, the owner removes it', async () => {
    const path = `${ana.id}/1.png`
    expect((await upload(ana, path)).error).toBeNull()
    const { publicUrl } = avatars(ana).getPublicUrl(path).data
    const seen = await fetch(publicUrl)
    expect(seen.status).toBe(200)
    expect(Buffer.from(await seen.arrayBuffer()).equals(PNG)).toBe(true)
    expect(seen.headers.get('content-type')).toBe('image/png')
    expect(seen.headers.get('cache-control')).toBe('max-age=3600')
    expect(seen.headers.get('x-content-type-options')).toBe('nosniff')
    expect(seen.headers.get('content-security-policy')).toContain('sandbox')
    const again = await fetch(publicUrl, {
      headers: { 'If-None-Match': seen.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)

    const list = await avatars(ana).list(ana.id)
    expect(list.data?.map(({ name }) => name)).toEqual(['1.png'])
    expect((await avatars(ana).remove([path])).data).toHaveLength(1)
    expect((await fetch(publicUrl)).status).toBe(404)
  })

  test('without overwrite a second upload is refused; with it the newer one is served', async () => {
    const path = `${ana.id}/2.png`
    await upload(ana, path)
    expect((await upload(ana, path)).error?.message).toBe('The resource already exists')
    expect((await upload(ana, path, PNG, true)).error).toBeNull()
  })

  test('another person’s folder is closed, and so is everything to visitors', async () => {
    expect((await upload(ben, `${ana.id}/3.png`)).error).not.toBeNull()
    await upload(ana, `${ana.id}/4.png`)
    expect((await avatars(ben).remove([`${ana.id}/4.png`])).data).toEqual([])
    const anonymous = avatars({ client: backend.client() })
    expect((await anonymous.upload(`${ana.id}/5.png`, new Blob([PNG]))).error).not.toBeNull()
  })

  test('what is no image is refused, whatever it is called', async () => {
    const { error } = await upload(ana, `${ana.id}/6.png`, Buffer.from('<svg onload="alert(1)"/>'))
    expect(error?.message).toContain('is not supported')
  })

  test('spec 1 §9: more than 2 MB is refused', async () => {
    const { error } = await upload(
      ana,
      `${ana.id}/7.png`,
      Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)]),
    )
    expect(error?.message).toBe('The object exceeded the maximum allowed size')
  })

  test.each(['..%2f..%2fkeys.json', 'a/../../b.png', 'a//b.png'])(
    'a path like %s leads nowhere',
    async (path) => {
      const response = await fetch(`${backend.url}/storage/v1/object/public/avatars/${path}`)
      expect(response.status).toBeGreaterThanOrEqual(400)
    },
  )

  test('nothing above was a fault of the server', () => expect(backend.logged).toEqual([]))
})
