// Buckets, folders, ranges, copies and signed URLs with supabase-js, over HTTP.
import { beforeAll, describe, expect, test } from 'vitest'
import { shareTestBackend } from '../support/backends/backend.ts'

const SIZE_LIMIT_BYTES = 100_000

const backend = await shareTestBackend((settings) => {
  settings.storage.file_size_limit = SIZE_LIMIT_BYTES
  settings.storage.buckets = {
    bulk: { public: false },
    papers: { public: false, file_size_limit: 1000 },
    avatars: { public: true },
  }
})
const { service } = backend
const ana = await backend.createMember()

const getPapers = () => service.storage.from('papers')
const uploadText = (name: string, text: string) =>
  getPapers().upload(name, new Blob([text], { type: 'text/plain' }))

describe('buckets', () => {
  test('buckets of the settings exist and keep the limits of the migrations', async () => {
    const { data } = await service.storage.listBuckets()
    const known = Object.fromEntries((data ?? []).map((bucket) => [bucket.id, bucket]))
    expect(known.papers).toMatchObject({ public: false, file_size_limit: 1000 })
    expect(known.avatars).toMatchObject({ public: true, file_size_limit: 2_097_152 })
    const { error } = await uploadText('long.txt', 'x'.repeat(1001))
    expect(error?.message).toBe('The object exceeded the maximum allowed size')
  })

  test('the service key creates, updates, empties and deletes a bucket', async () => {
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

  test('members and visitors cannot read, create, update, empty or delete a bucket', async () => {
    for (const { storage } of [ana.client, backend.createClient()]) {
      expect((await storage.listBuckets()).data).toEqual([])
      expect((await storage.getBucket('papers')).error).not.toBeNull()
      expect((await storage.createBucket('mine')).error?.message).toContain('row-level security')
      expect((await storage.updateBucket('papers', { public: true })).error).not.toBeNull()
      expect((await storage.emptyBucket('papers')).error).not.toBeNull()
      expect((await storage.deleteBucket('papers')).error).not.toBeNull()
    }
  })

  test.each(['sign', 'list', 'a/b', '', 'x'.repeat(101)])(
    'a bucket named %j is refused',
    async (name) => {
      expect((await service.storage.createBucket(name)).error).not.toBeNull()
    },
  )
})

describe('objects', () => {
  test('list returns objects and folders, sorted, filtered and by page', async () => {
    for (const name of ['f/b.txt', 'f/a.txt', 'f/Also.txt', 'f/sub/one.txt', 'f/sub/two.txt']) {
      await uploadText(name, name)
    }
    const listNames = async (options: Parameters<ReturnType<typeof getPapers>['list']>[1]) =>
      (await getPapers().list('f', options)).data?.map(({ name }) => name)
    const { data } = await getPapers().list('f')
    expect(data?.find(({ name }) => name === 'sub')?.id).toBeNull()
    expect(data?.find(({ name }) => name === 'a.txt')?.metadata).toMatchObject({
      size: 7,
      mimetype: 'text/plain',
    })
    expect(await listNames({ search: 'a' })).toEqual(expect.arrayContaining(['Also.txt', 'a.txt']))
    expect(await listNames({ search: 'sub' })).toEqual(['sub'])
    const all = (await listNames({})) ?? []
    expect(all).toHaveLength(4)
    expect([
      ...((await listNames({ limit: 2 })) ?? []),
      ...((await listNames({ limit: 2, offset: 2 })) ?? []),
    ]).toEqual(all)
    expect(await listNames({ sortBy: { column: 'name', order: 'desc' } })).toEqual(
      [...all].reverse(),
    )
    expect((await getPapers().list('f', { limit: -1 })).error).not.toBeNull()
  })

  test('moved and copied objects have the same content', async () => {
    await uploadText('here.txt', 'bytes')
    expect((await getPapers().move('here.txt', 'there.txt')).error).toBeNull()
    expect((await getPapers().copy('there.txt', 'again.txt')).data?.path).toBe('papers/again.txt')
    expect((await getPapers().download('here.txt')).error).not.toBeNull()
    await getPapers().remove(['there.txt'])
    expect(await (await getPapers().download('again.txt')).data?.text()).toBe('bytes')
    expect((await getPapers().copy('again.txt', '../../keys.json')).error).not.toBeNull()
    expect((await getPapers().move('nothing.txt', 'x.txt')).error).not.toBeNull()
  })

  test('a member cannot copy, move, download or sign an object without rights', async () => {
    await uploadText('secret.txt', 'secret')
    const membersPapers = ana.client.storage.from('papers')
    expect((await membersPapers.copy('secret.txt', `${ana.id}/x.txt`)).error).not.toBeNull()
    const stolen = await membersPapers.copy('secret.txt', `${ana.id}/x.png`, {
      destinationBucket: 'avatars',
    })
    expect(stolen.error).not.toBeNull()
    expect((await membersPapers.move('secret.txt', 'mine.txt')).error).not.toBeNull()
    expect((await membersPapers.download('secret.txt')).error).not.toBeNull()
    expect((await membersPapers.createSignedUrl('secret.txt', 60)).error).not.toBeNull()
    expect((await getPapers().download('secret.txt')).error).toBeNull()
  })

  test('info returns size and name, and exists true only for a readable object', async () => {
    await uploadText('about.txt', 'four')
    expect((await getPapers().info('about.txt')).data).toMatchObject({ size: 4, name: 'about.txt' })
    expect((await getPapers().exists('about.txt')).data).toBe(true)
    expect((await getPapers().exists('no.txt')).data).toBe(false)
    expect((await backend.createClient().storage.from('papers').exists('about.txt')).data).toBe(
      false,
    )
  })

  test('metadata of forms and bodies is stored, and copied except with copyMetadata: false', async () => {
    const metadata = { camera: 'Cinématographe', tags: ['first'] }
    const readMetadata = async (name: string) => (await getPapers().info(name)).data?.metadata
    await getPapers().upload('form.txt', new Blob(['x']), { metadata })
    await getPapers().upload('body.txt', Buffer.from('x'), { metadata })
    await getPapers().copy('form.txt', 'same.txt')
    await getPapers().copy('form.txt', 'without.txt', { copyMetadata: false })
    await getPapers().move('body.txt', 'moved.txt')
    expect(await Promise.all(['form.txt', 'same.txt', 'moved.txt'].map(readMetadata))).toEqual([
      metadata,
      metadata,
      metadata,
    ])
    expect(await readMetadata('without.txt')).toEqual({})
    await getPapers().upload('form.txt', new Blob(['y']), { upsert: true, metadata: { other: 1 } })
    expect(await readMetadata('form.txt')).toEqual({ other: 1 })
    await getPapers().update('form.txt', new Blob(['z']))
    expect(await readMetadata('form.txt')).toEqual({})
  })

  test.each([
    ['too long', { text: 'x'.repeat(10_000) }, 413],
    ['too deep', JSON.parse(`{"a":${'['.repeat(200)}${']'.repeat(200)}}`), 400],
    ['with U+0000', { text: 'a\u0000b' }, 400],
    ['with half a character', { text: '\ud800' }, 400],
  ])('an upload with metadata %s is refused', async (_label, metadata, status) => {
    const before = backend.listFiles().length
    for (const body of [new Blob(['x']), Buffer.from('x')]) {
      const { error } = await getPapers().upload('odd.txt', body, { metadata })
      expect(error).toMatchObject({ status })
    }
    expect(backend.listFiles()).toHaveLength(before)
    expect(backend.loggedErrors).toEqual([])
  })

  test('the header Cache-Control of an upload is checked, and has an upper bound', async () => {
    const send = (value: string, name: string) =>
      fetch(`${backend.url}/storage/v1/object/papers/${name}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${backend.serviceKey}`,
          'Content-Type': 'text/plain',
          'Cache-Control': value,
        },
        body: 'text',
      })
    for (const value of ['max-age=\u00e9', 'max-age=-1', 'max-age=1, x', 'public;', 'max-age'])
      expect([value, (await send(value, 'refused.txt')).status]).toEqual([value, 400])
    expect((await getPapers().info('refused.txt')).error).not.toBeNull()
    expect((await send('public, max-age=99999999999', 'cached.txt')).status).toBe(200)
    const { data } = await getPapers().info('cached.txt')
    expect(data?.cacheControl).toBe('public, max-age=31536000')
    await getPapers().remove(['cached.txt'])
  })

  test('a file of the maximum size can have metadata of the maximum size', async () => {
    const bulk = service.storage.from('bulk')
    const largest = new Blob([new Uint8Array(SIZE_LIMIT_BYTES)])
    const metadata = { text: '€'.repeat(9900) }
    expect((await bulk.upload('large.bin', largest, { metadata })).error).toBeNull()
    expect((await bulk.info('large.bin')).data?.metadata).toEqual(metadata)
    const more = new Blob([largest, 'x'])
    expect((await bulk.upload('larger.bin', more)).error).toMatchObject({ status: 413 })
    await bulk.remove(['large.bin'])
  })

  test('metadata with escaped backslashes is stored, and a header without an object is ignored', async () => {
    const metadata = { path: 'C:\\u0000', smile: '😀', quoted: '\\ud800' }
    await getPapers().upload('looks.txt', Buffer.from('x'), { metadata })
    expect((await getPapers().info('looks.txt')).data?.metadata).toEqual(metadata)
    for (const header of ['%%%', 'W10=', 'bnVsbA==']) {
      const headers = { 'x-metadata': header, 'x-upsert': 'true' }
      const { error } = await getPapers().upload('looks.txt', Buffer.from('x'), { headers })
      expect(error).toBeNull()
      expect((await getPapers().info('looks.txt')).data?.metadata).toEqual({})
    }
  })

  test('refused and replaced uploads leave no file', async () => {
    const before = backend.listFiles().length
    await uploadText('first.txt', 'first')
    await getPapers().upload('first.txt', new Blob(['second']), { upsert: true })
    await uploadText('first.txt', 'third')
    await ana.client.storage.from('papers').upload('hers.txt', new Blob(['hers']))
    await backend
      .createClient()
      .storage.from('papers')
      .upload('visitor.txt', new Blob(['visitor']))
    expect(backend.listFiles()).toHaveLength(before + 1)
    expect(await (await getPapers().download('first.txt')).data?.text()).toBe('second')
  })

  test('six concurrent overwrites leave one complete object', async () => {
    const texts = Array.from({ length: 6 }, (_, index) => String(index).repeat(500))
    await uploadText('busy.txt', 'before')
    const before = backend.listFiles().length
    const all = await Promise.all(
      texts.map((text) => getPapers().upload('busy.txt', new Blob([text]), { upsert: true })),
    )
    expect(all.every(({ error }) => error === null)).toBe(true)
    expect(texts).toContain(await (await getPapers().download('busy.txt')).data?.text())
    expect(backend.listFiles()).toHaveLength(before)
  })
})

describe('signed URLs', () => {
  const signUrl = async (name: string, seconds = 60) =>
    (await getPapers().createSignedUrl(name, seconds)).data?.signedUrl ?? ''

  test('a signed URL returns its object to visitors, and its token no other', async () => {
    await uploadText('a b/ü.txt', 'signed')
    await uploadText('other.txt', 'other')
    const address = await signUrl('other.txt')
    expect(await (await fetch(address)).text()).toBe('other')
    const token = new URL(address).searchParams.get('token')
    const stolen = `${backend.url}/storage/v1/object/sign/papers/a%20b/%C3%BC.txt`
    expect((await fetch(`${stolen}?token=${token}`)).status).toBe(400)
    expect((await fetch(`${stolen}?token=${backend.anonKey}`)).status).toBe(400)
    expect((await fetch(stolen)).status).toBe(400)
    expect(await (await fetch(await signUrl('a b/ü.txt'))).text()).toBe('signed')
  })

  test('the token of a signed URL is no access token', async () => {
    await uploadText('a.txt', 'a')
    const token = new URL(await signUrl('a.txt')).searchParams.get('token')
    const headers = { Authorization: `Bearer ${token}` }
    const response = await backend.send('GET', 'rest/v1/categories', undefined, headers)
    expect(response.status).toBe(401)
  })

  test('createSignedUrls returns an error for a missing object', async () => {
    await uploadText('b.txt', 'b')
    const { data } = await getPapers().createSignedUrls(['b.txt', 'no.txt'], 60)
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
  beforeAll(() => uploadText('range.txt', '0123456789'))

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
  ])('the range %s returns %d %j', async (range, status, text, contentRange) => {
    const response = await get({ Range: range })
    expect(response.status).toBe(status)
    expect(await response.text()).toBe(text)
    expect(response.headers.get('content-range')).toBe(contentRange)
  })

  test('conditional requests of an unchanged object return 304', async () => {
    const { headers } = await get({})
    const since = headers.get('last-modified') ?? ''
    expect((await get({ 'If-Modified-Since': since })).status).toBe(304)
    expect((await get({ 'If-None-Match': `W/${headers.get('etag')}` })).status).toBe(304)
    expect((await get({ 'If-None-Match': '"other"', 'If-Modified-Since': since })).status).toBe(200)
    expect((await get({ Range: 'bytes=0-1', 'If-Range': '"older"' })).status).toBe(200)
  })

  test('download with a transform is refused', async () => {
    const { error } = await getPapers().download('range.txt', { transform: { width: 10 } })
    expect(error).toMatchObject({ status: 404, message: 'no Route matched with those values' })
  })

  test('the parameter download sets the file name', async () => {
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
  ] as [string, RequestInit][])(
    '%s %j returns a 4xx status in the error format of Storage',
    async (path, init) => {
      const response = await call(path, init)
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.status).toBeLessThan(500)
      expect(Object.keys((await response.json()) as object).sort()).toEqual([
        'error',
        'message',
        'statusCode',
      ])
    },
  )

  test('a malformed token returns 401 in the error format of Storage', async () => {
    const response = await call('object/papers/x.txt', {
      headers: { Authorization: 'Bearer junk' },
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: 'Unauthorized' })
  })
})
