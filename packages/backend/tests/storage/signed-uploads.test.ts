// Signed upload URLs and listV2 with supabase-js, over HTTP.
import { createClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { shareTestBackend } from '../support/backends/backend.ts'

const backend = await shareTestBackend((settings) => {
  settings.storage.buckets = { papers: { public: false }, avatars: { public: true } }
})
const { service } = backend
const ana = await backend.createMember()

const getPapers = () => service.storage.from('papers')
const textOf = (text: string) => new Blob([text], { type: 'text/plain' })
const PICTURE = new Blob([Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')])

describe('a signed upload', () => {
  const sign = async (name: string, upsert = false) => {
    const { data, error } = await getPapers().createSignedUploadUrl(name, { upsert })
    expect(error).toBeNull()
    return data?.token ?? ''
  }
  const uploadSigned = (name: string, token: string, text: string) =>
    backend.createClient().storage.from('papers').uploadToSignedUrl(name, token, textOf(text))
  const readText = async (name: string) => (await getPapers().download(name)).data?.text()

  test('stores the file of a client without a token of its own, once', async () => {
    const token = await sign('a/once.txt')
    const { data, error } = await uploadSigned('a/once.txt', token, 'one')
    expect([data?.path, data?.fullPath, error]).toEqual(['a/once.txt', 'papers/a/once.txt', null])
    const again = await uploadSigned('a/once.txt', token, 'two')
    expect(again.error?.message).toBe('The resource already exists')
    expect(await readText('a/once.txt')).toBe('one')
  })

  test('replaces a file if the URL was signed with upsert', async () => {
    await getPapers().upload('a/again.txt', textOf('one'))
    const refused = await getPapers().createSignedUploadUrl('a/again.txt')
    expect(refused.error?.message).toBe('The resource already exists')
    const token = await sign('a/again.txt', true)
    expect((await uploadSigned('a/again.txt', token, 'two')).error).toBeNull()
    expect(await readText('a/again.txt')).toBe('two')
  })

  test.each([
    ['of another object', async () => sign('a/other.txt')],
    [
      'of a download',
      async () => {
        await getPapers().upload('a/read.txt', textOf('x'))
        const { data } = await getPapers().createSignedUrl('a/read.txt', 60)
        return new URL(data?.signedUrl ?? '').searchParams.get('token') ?? ''
      },
    ],
    ['of a session', async () => ana.token],
    ['without a signature', async () => 'token'],
  ])('with a token %s is refused', async (_label, createToken) => {
    const { error } = await uploadSigned('a/read.txt', await createToken(), 'y')
    expect(error?.message).toBe('The signature is not valid, or too old')
  })

  test('has the rights of the member who signed the URL', async () => {
    const avatars = ana.client.storage.from('avatars')
    const other = await avatars.createSignedUploadUrl(`${crypto.randomUUID()}/a.gif`)
    expect(other.error?.message).toContain('row-level security')
    const name = `${ana.id}/a.gif`
    const { data } = await avatars.createSignedUploadUrl(name)
    const upload = (token = '') =>
      backend.createClient().storage.from('avatars').uploadToSignedUrl(name, token, PICTURE)
    expect((await upload(data?.token)).error).toBeNull()
    const [row] = await backend.db
      .asOwner`select owner_id from storage.objects where name = ${name}`
    expect(row).toEqual({ owner_id: ana.id })
    // The token signs no one in.
    const asToken = createClient(backend.url, data?.token ?? '', {
      auth: { persistSession: false },
    })
    expect((await asToken.from('todos').select('id')).status).toBe(401)
  })
})

describe('listV2', () => {
  const NAMES = ['list/b.txt', 'list/a.txt', 'list/deep/c.txt', 'list/deep/er/d.txt', 'list/z.txt']
  beforeAll(async () => {
    for (const name of NAMES) await getPapers().upload(name, textOf(name))
  })
  type Options = Parameters<ReturnType<typeof getPapers>['listV2']>[0]
  /** The names on each page. */
  async function readPages(options: Options) {
    const pages: string[][] = []
    let cursor: string | undefined
    do {
      const { data, error } = await getPapers().listV2({
        ...options,
        ...(cursor ? { cursor } : {}),
      })
      expect(error).toBeNull()
      const folders = data?.folders.map(({ name }) => name) ?? []
      pages.push([...folders, ...(data?.objects.map(({ name }) => name) ?? [])])
      cursor = data?.hasNext ? data.nextCursor : undefined
    } while (cursor)
    return pages
  }

  test('lists all objects with a prefix, with their keys and metadata', async () => {
    const { data } = await getPapers().listV2({ prefix: 'list/' })
    expect(data?.hasNext).toBe(false)
    expect(data?.objects.map(({ key }) => key)).toEqual([...NAMES].sort())
    expect(data?.objects[0]).toMatchObject({ name: 'list/a.txt', metadata: { size: 10 } })
  })

  test('with a delimiter, lists the folders below the prefix', async () => {
    const { data } = await getPapers().listV2({ prefix: 'list/', with_delimiter: true })
    expect(data?.folders).toEqual([{ key: 'list/deep', name: 'list/deep/' }])
    expect(data?.objects.map(({ name }) => name)).toEqual([
      'list/a.txt',
      'list/b.txt',
      'list/z.txt',
    ])
  })

  test.each<[string, Options, string[][]]>([
    [
      'by name',
      {},
      [['list/a.txt', 'list/b.txt'], ['list/deep/c.txt', 'list/deep/er/d.txt'], ['list/z.txt']],
    ],
    [
      'by name, backwards, with folders',
      { with_delimiter: true, sortBy: { column: 'name', order: 'desc' } },
      [
        ['list/deep/', 'list/z.txt'],
        ['list/b.txt', 'list/a.txt'],
      ],
    ],
    [
      'by age',
      { sortBy: { column: 'created_at', order: 'asc' } },
      [NAMES.slice(0, 2), NAMES.slice(2, 4), NAMES.slice(4)],
    ],
  ])('continues %s after a cursor', async (_label, options, expected) => {
    expect(await readPages({ prefix: 'list/', limit: 2, ...options })).toEqual(expected)
  })

  test.each(['%', Buffer.from('[1]').toString('base64url'), ''])(
    'a cursor that is not one (%j) returns 400',
    async (cursor) => {
      const { error } = await getPapers().listV2({ prefix: 'list/', cursor })
      expect(error?.message).toBe('The cursor is not valid')
    },
  )

  test('a cursor with a time that is none returns 400', async () => {
    const cursor = Buffer.from('["soon","list/a.txt"]').toString('base64url')
    const { error } = await getPapers().listV2({ cursor, sortBy: { column: 'created_at' } })
    expect(error?.message).toBe('The cursor is not valid')
  })
})

test('a bucket takes sizes with units in any case', async () => {
  for (const [size, bytes] of [
    ['1mb', 1_000_000],
    ['1MiB', 1_048_576],
    ['5', 5],
  ] as const) {
    await service.storage.updateBucket('papers', { public: false, fileSizeLimit: size })
    const { data } = await service.storage.getBucket('papers')
    expect(data?.file_size_limit).toBe(bytes)
  }
})
