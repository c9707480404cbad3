// Buckets, folders, parts, copies and signed addresses, through the official client over HTTP.
import { readdirSync } from 'node:fs'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DatabaseError } from '../../backend/database/database.ts'
import { type Person, startTestBackend, type TestBackend } from '../support/backend.ts'

/** bytes */
const SIZE_LIMIT = 100_000

let backend: TestBackend
let service: Person['client']
let ana: Person
beforeAll(async () => {
  backend = await startTestBackend((settings) => {
    settings.storage.file_size_limit = SIZE_LIMIT
    settings.storage.buckets = {
      bulk: { public: false },
      papers: { public: false, file_size_limit: 1000 },
      avatars: { public: true },
    }
  })
  service = createClient(backend.url, backend.serviceKey, { auth: { persistSession: false } })
  ana = await backend.person()
})
afterAll(() => backend.close())

const papers = () => service.storage.from('papers')
const put = (name: string, text: string) =>
  papers().upload(name, new Blob([text], { type: 'text/plain' }))
const filesOnDisk = () =>
  readdirSync(backend.filesDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )

describe('pictures of somebody whose account goes', () => {
  const picture = new Blob([Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')])
  const upload = ({ client, id }: Person, name = `${crypto.randomUUID()}.gif`) =>
    client.storage.from('avatars').upload(`${id}/${name}`, picture, { upsert: true })

  test.each([
    ['by himself', ({ client }: Person) => client.rpc('delete_account', { keep_reviews: true })],
    ['by an administrator', ({ id }: Person) => service.auth.admin.deleteUser(id)],
  ])('%s go with it, files and all, and no more come', async (_, leave) => {
    const before = filesOnDisk().length
    const person = await backend.person()
    for (const name of ['a.gif', 'b.gif', 'b.gif']) {
      expect((await upload(person, name)).error).toBeNull()
    }
    expect((await upload(ana, 'kept.gif')).error).toBeNull()
    expect(filesOnDisk()).toHaveLength(before + 3)
    expect((await leave(person)).error).toBeNull()
    expect(
      await backend.db.asOwner('select 1 from storage.objects where name like $1', [
        `${person.id}/%`,
      ]),
    ).toEqual([])
    await expect.poll(() => filesOnDisk().length).toBe(before + 1)
    await expect.poll(() => backend.db.asOwner('select * from storage.removed_files')).toEqual([])
    expect((await upload(person)).error?.message).toContain('row-level security')
    await ana.client.storage.from('avatars').remove([`${ana.id}/kept.gif`])
  })
})

describe('buckets', () => {
  test('those of the settings are there, and keep the limits that migrations gave them', async () => {
    const { data } = await service.storage.listBuckets()
    const known = Object.fromEntries((data ?? []).map((bucket) => [bucket.id, bucket]))
    expect(known.papers).toMatchObject({ public: false, file_size_limit: 1000 })
    expect(known.avatars).toMatchObject({ public: true, file_size_limit: 2_097_152 })
    const { error } = await put('long.txt', 'x'.repeat(1001))
    expect(error?.message).toBe('The object exceeded the maximum allowed size')
  })

  test('the service key makes, changes, empties and deletes them', async () => {
    const { storage } = service
    expect((await storage.createBucket('drafts', { public: false })).error).toBeNull()
    expect((await storage.createBucket('drafts')).error?.message).toContain('already exists')
    const types = { public: true, allowedMimeTypes: ['image/*'], fileSizeLimit: '1KB' }
    expect((await storage.updateBucket('drafts', types)).error).toBeNull()
    expect((await storage.getBucket('drafts')).data).toMatchObject({
      public: true,
      file_size_limit: 1000,
      allowed_mime_types: ['image/*'],
    })
    const text = new Blob(['words'], { type: 'image/png' })
    expect((await storage.from('drafts').upload('a.png', text)).error?.message).toContain(
      'is not supported',
    )
    await storage.updateBucket('drafts', { public: true, allowedMimeTypes: null })
    expect((await storage.from('drafts').upload('a.txt', text)).error).toBeNull()
    expect((await storage.deleteBucket('drafts')).error).not.toBeNull()
    expect((await storage.emptyBucket('drafts')).error).toBeNull()
    expect((await storage.deleteBucket('drafts')).error).toBeNull()
    expect((await storage.getBucket('drafts')).error).not.toBeNull()
  })

  test('nobody else does', async () => {
    for (const { storage } of [ana.client, backend.client()]) {
      expect((await storage.listBuckets()).data).toEqual([])
      expect((await storage.getBucket('papers')).error).not.toBeNull()
      expect((await storage.createBucket('mine')).error?.message).toContain('row-level security')
      expect((await storage.updateBucket('papers', { public: true })).error).not.toBeNull()
      expect((await storage.emptyBucket('papers')).error).not.toBeNull()
      expect((await storage.deleteBucket('papers')).error).not.toBeNull()
    }
  })

  test.each(['sign', 'list', 'a/b', '', 'x'.repeat(101)])(
    'no bucket is called %j',
    async (name) => {
      expect((await service.storage.createBucket(name)).error).not.toBeNull()
    },
  )
})

describe('objects', () => {
  test('a folder lists its objects and folders, sorted, searched and page by page', async () => {
    for (const name of ['f/b.txt', 'f/a.txt', 'f/Also.txt', 'f/sub/one.txt', 'f/sub/two.txt']) {
      await put(name, name)
    }
    const names = async (options: Parameters<ReturnType<typeof papers>['list']>[1]) =>
      (await papers().list('f', options)).data?.map(({ name }) => name)
    const { data } = await papers().list('f')
    expect(data?.find(({ name }) => name === 'sub')?.id).toBeNull()
    expect(data?.find(({ name }) => name === 'a.txt')?.metadata).toMatchObject({
      size: 7,
      mimetype: 'text/plain',
    })
    expect(await names({ search: 'a' })).toEqual(expect.arrayContaining(['Also.txt', 'a.txt']))
    expect(await names({ search: 'sub' })).toEqual(['sub'])
    const all = (await names({})) ?? []
    expect(all).toHaveLength(4)
    expect([
      ...((await names({ limit: 2 })) ?? []),
      ...((await names({ limit: 2, offset: 2 })) ?? []),
    ]).toEqual(all)
    expect(await names({ sortBy: { column: 'name', order: 'desc' } })).toEqual([...all].reverse())
    expect((await papers().list('f', { limit: -1 })).error).not.toBeNull()
  })

  test('moved and copied ones keep their bytes', async () => {
    await put('here.txt', 'bytes')
    expect((await papers().move('here.txt', 'there.txt')).error).toBeNull()
    expect((await papers().copy('there.txt', 'again.txt')).data?.path).toBe('papers/again.txt')
    expect((await papers().download('here.txt')).error).not.toBeNull()
    await papers().remove(['there.txt'])
    expect(await (await papers().download('again.txt')).data?.text()).toBe('bytes')
    expect((await papers().copy('again.txt', '../../keys.json')).error).not.toBeNull()
    expect((await papers().move('nothing.txt', 'x.txt')).error).not.toBeNull()
  })

  test('nobody moves or copies what he may not see or change', async () => {
    await put('secret.txt', 'secret')
    const own = ana.client.storage.from('papers')
    expect((await own.copy('secret.txt', `${ana.id}/x.txt`)).error).not.toBeNull()
    const stolen = await own.copy('secret.txt', `${ana.id}/x.png`, { destinationBucket: 'avatars' })
    expect(stolen.error).not.toBeNull()
    expect((await own.move('secret.txt', 'mine.txt')).error).not.toBeNull()
    expect((await own.download('secret.txt')).error).not.toBeNull()
    expect((await own.createSignedUrl('secret.txt', 60)).error).not.toBeNull()
    expect((await papers().download('secret.txt')).error).toBeNull()
  })

  test('info and exists', async () => {
    await put('about.txt', 'four')
    expect((await papers().info('about.txt')).data).toMatchObject({ size: 4, name: 'about.txt' })
    expect((await papers().exists('about.txt')).data).toBe(true)
    expect((await papers().exists('no.txt')).data).toBe(false)
    expect((await backend.client().storage.from('papers').exists('about.txt')).data).toBe(false)
  })

  test('metadata of an upload is kept, whichever way it comes, and copied unless told otherwise', async () => {
    const metadata = { camera: 'Cinématographe', tags: ['first'] }
    const shown = async (name: string) => (await papers().info(name)).data?.metadata
    await papers().upload('form.txt', new Blob(['x']), { metadata })
    await papers().upload('body.txt', Buffer.from('x'), { metadata })
    await papers().copy('form.txt', 'same.txt')
    await papers().copy('form.txt', 'without.txt', { copyMetadata: false })
    await papers().move('body.txt', 'moved.txt')
    expect(await Promise.all(['form.txt', 'same.txt', 'moved.txt'].map(shown))).toEqual([
      metadata,
      metadata,
      metadata,
    ])
    expect(await shown('without.txt')).toEqual({})
    await papers().upload('form.txt', new Blob(['y']), { upsert: true, metadata: { other: 1 } })
    expect(await shown('form.txt')).toEqual({ other: 1 })
    await papers().update('form.txt', new Blob(['z']))
    expect(await shown('form.txt')).toEqual({})
  })

  test.each([
    ['too long', { text: 'x'.repeat(10_000) }, 413],
    ['too deep', JSON.parse(`{"a":${'['.repeat(200)}${']'.repeat(200)}}`), 400],
    ['no text', { text: 'a\u0000b' }, 400],
    ['half a character', { text: '\ud800' }, 400],
  ])('metadata that is %s is refused, and the upload with it', async (_name, metadata, status) => {
    const before = filesOnDisk().length
    for (const body of [new Blob(['x']), Buffer.from('x')]) {
      const { error } = await papers().upload('odd.txt', body, { metadata })
      expect(error).toMatchObject({ status })
    }
    expect(filesOnDisk()).toHaveLength(before)
    expect(backend.logged).toEqual([])
  })

  test('a file as large as may be has room for its metadata beside it', async () => {
    const bulk = service.storage.from('bulk')
    const whole = new Blob([new Uint8Array(SIZE_LIMIT)])
    const metadata = { text: '€'.repeat(9900) }
    expect((await bulk.upload('large.bin', whole, { metadata })).error).toBeNull()
    expect((await bulk.info('large.bin')).data?.metadata).toEqual(metadata)
    const more = new Blob([whole, 'x'])
    expect((await bulk.upload('larger.bin', more)).error).toMatchObject({ status: 413 })
    await bulk.remove(['large.bin'])
  })

  test('metadata that only looks odd is kept, and what is no object is not', async () => {
    const metadata = { path: 'C:\\u0000', smile: '😀', quoted: '\\ud800' }
    await papers().upload('looks.txt', Buffer.from('x'), { metadata })
    expect((await papers().info('looks.txt')).data?.metadata).toEqual(metadata)
    for (const header of ['%%%', 'W10=', 'bnVsbA==']) {
      const headers = { 'x-metadata': header, 'x-upsert': 'true' }
      const { error } = await papers().upload('looks.txt', Buffer.from('x'), { headers })
      expect(error).toBeNull()
      expect((await papers().info('looks.txt')).data?.metadata).toEqual({})
    }
  })

  test('an upload that is refused, and one that is replaced, leave no file behind', async () => {
    const before = filesOnDisk().length
    await put('kept.txt', 'first')
    await papers().upload('kept.txt', new Blob(['second']), { upsert: true })
    await put('kept.txt', 'third')
    await ana.client.storage.from('papers').upload('hers.txt', new Blob(['hers']))
    await backend
      .client()
      .storage.from('papers')
      .upload('nobodys.txt', new Blob(['nobodys']))
    expect(filesOnDisk()).toHaveLength(before + 1)
    expect(await (await papers().download('kept.txt')).data?.text()).toBe('second')
  })

  test('what was committed just before the connection broke keeps its bytes', async () => {
    const { database } = backend.db
    const { transactionAs } = database
    const storing: (() => Promise<{ error: { message: string } | null }>)[] = [
      () => put('broken-off.txt', 'whole'),
      () => papers().copy('broken-off.txt', 'broken-copy.txt'),
    ]
    for (const store of storing) {
      database.transactionAs = async (...work) => {
        await transactionAs.apply(database, work)
        throw new DatabaseError('08006', 'the connection is gone')
      }
      const { error } = await store()
      database.transactionAs = transactionAs
      expect(error).not.toBeNull()
      expect(backend.logged.splice(0)).toHaveLength(1)
    }
    for (const name of ['broken-off.txt', 'broken-copy.txt']) {
      expect(await (await papers().download(name)).data?.text()).toBe('whole')
    }
  })

  test('six overwrites at the same moment leave one whole object', async () => {
    const texts = Array.from({ length: 6 }, (_, index) => String(index).repeat(500))
    await put('busy.txt', 'before')
    const before = filesOnDisk().length
    const all = await Promise.all(
      texts.map((text) => papers().upload('busy.txt', new Blob([text]), { upsert: true })),
    )
    expect(all.every(({ error }) => error === null)).toBe(true)
    expect(texts).toContain(await (await papers().download('busy.txt')).data?.text())
    expect(filesOnDisk()).toHaveLength(before)
  })
})

describe('signed addresses', () => {
  const signed = async (name: string, seconds = 60) =>
    (await papers().createSignedUrl(name, seconds)).data?.signedUrl ?? ''

  test('show one object to anyone, and no other', async () => {
    await put('a b/ü.txt', 'signed')
    await put('other.txt', 'other')
    const address = await signed('other.txt')
    expect(await (await fetch(address)).text()).toBe('other')
    const token = new URL(address).searchParams.get('token')
    const stolen = `${backend.url}/storage/v1/object/sign/papers/a%20b/%C3%BC.txt`
    expect((await fetch(`${stolen}?token=${token}`)).status).toBe(400)
    expect((await fetch(`${stolen}?token=${backend.anonKey}`)).status).toBe(400)
    expect((await fetch(stolen)).status).toBe(400)
    expect(await (await fetch(await signed('a b/ü.txt'))).text()).toBe('signed')
  })

  test('are no key', async () => {
    await put('a.txt', 'a')
    const token = new URL(await signed('a.txt')).searchParams.get('token')
    const response = await fetch(`${backend.url}/rest/v1/categories`, {
      headers: { apikey: backend.anonKey, Authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(401)
  })

  test('for several: one that is not there has an error', async () => {
    await put('b.txt', 'b')
    const { data } = await papers().createSignedUrls(['b.txt', 'no.txt'], 60)
    expect(data?.map(({ error }) => error === null)).toEqual([true, false])
  })
})

describe('reading', () => {
  const get = async (headers: Record<string, string>, query = '') => {
    const address = `${backend.url}/storage/v1/object/papers/range.txt${query}`
    return fetch(address, {
      headers: { Authorization: `Bearer ${backend.serviceKey}`, ...headers },
    })
  }
  beforeAll(() => put('range.txt', '0123456789'))

  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-500', 206, '56789', 'bytes 5-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=4-2', 416, '', 'bytes */10'],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('%s: %d %j', async (range, status, text, contentRange) => {
    const response = await get({ Range: range })
    expect(response.status).toBe(status)
    expect(await response.text()).toBe(text)
    expect(response.headers.get('content-range')).toBe(contentRange)
  })

  test('what has not changed is not sent again', async () => {
    const { headers } = await get({})
    const since = headers.get('last-modified') ?? ''
    expect((await get({ 'If-Modified-Since': since })).status).toBe(304)
    expect((await get({ 'If-None-Match': `W/${headers.get('etag')}` })).status).toBe(304)
    expect((await get({ 'If-None-Match': '"other"', 'If-Modified-Since': since })).status).toBe(200)
    expect((await get({ Range: 'bytes=0-1', 'If-Range': '"older"' })).status).toBe(200)
  })

  test('as a download it has a name of the asker’s choice', async () => {
    const { headers } = await get({}, '?download=caf%C3%A9%22.txt')
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''caf%C3%A9%22.txt")
  })
})

describe('bad input', () => {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${backend.url}/storage/v1/${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${backend.serviceKey}`, ...init.headers },
    })

  test.each([
    ['object/public/%00/x.txt', {}],
    ['object/papers/%00', {}],
    ['object/papers/a%2F..%2F..%2Fb', {}],
    ['bucket/%00', {}],
    ['object/list/papers', { method: 'POST', body: '{"prefix": "\\u0000"}' }],
    ['object/list/papers', { method: 'POST', body: '{' }],
    ['object/papers', { method: 'DELETE', body: '{"prefixes": ["\\u0000"]}' }],
    ['object/papers', { method: 'DELETE', body: '{"prefixes": "all"}' }],
    ['object/move', { method: 'POST', body: '{"bucketId": "papers"}' }],
    ['object/sign/papers/a.txt', { method: 'POST', body: '{"expiresIn": "long"}' }],
    ['object/nothing/x.txt', { method: 'POST', body: 'x' }],
    [
      'object/papers/form.txt',
      { method: 'POST', body: 'x', headers: { 'Content-Type': 'multipart/form-data; boundary=y' } },
    ],
    ['bucket', { method: 'POST', body: '{"name": 5}' }],
  ] as [string, RequestInit][])('%s %j is refused in storage’s own shape', async (path, init) => {
    const response = await call(path, init)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(Object.keys((await response.json()) as object).sort()).toEqual([
      'error',
      'message',
      'statusCode',
    ])
  })

  test('a junk token is refused in storage’s own shape', async () => {
    const response = await call('object/papers/x.txt', {
      headers: { Authorization: 'Bearer junk' },
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: 'Unauthorized' })
  })

  test('nothing above was a fault of the server', () => expect(backend.logged).toEqual([]))
})
