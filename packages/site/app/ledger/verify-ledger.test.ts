import { createClient } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import type { Database } from '../data/database.types.ts'
import { hashLeaf, hashText, hashTree, verifyLedger } from './verify-ledger.ts'

const computeRoot = async (leaves: readonly Uint8Array[]) =>
  Buffer.from(await hashTree(await Promise.all(leaves.map(hashLeaf)))).toString('hex')

// The leaves and roots of the reference implementation of Certificate Transparency (merkle_tree_test.cc).
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657'].concat(
  '606162636465666768696a6b6c6d6e6f',
)
test.each(
  [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ].map((root, count) => ({ root, count })),
)('hashTree of $count known leaves', async ({ root, count }) => {
  const leaves = LEAVES.slice(0, count).map((leaf) => new Uint8Array(Buffer.from(leaf, 'hex')))
  expect(await computeRoot(leaves)).toBe(root)
})

test('hashText is SHA-256 of UTF-8', async () => {
  expect(await hashText('Zoë')).toBe(
    'c6a12698582fc1104ea24107a2d7268145ff06ef859707729d01fd060897f067',
  )
})

test.each(['number.desc', 'checkpoint=gt.'])(
  'verifyLedger also waits when the last rows are refused (%s)',
  async (part) => {
    vi.useFakeTimers()
    let refusals = 2
    const answer: typeof fetch = async (input) => {
      if (!String(input).includes(part)) return Response.json([])
      refusals -= 1
      return refusals >= 0 ? Response.json({ code: 429 }, { status: 429 }) : Response.json([])
    }
    const supabase = createClient<Database>('http://site.example', 'key', {
      global: { fetch: answer },
    })
    const found = verifyLedger({ supabase })
    const checked = expect(found).resolves.toMatchObject({ checkpoints: 0, mismatch: null })
    await vi.advanceTimersByTimeAsync(10_000)
    await checked
    vi.useRealTimers()
  },
)

test('verifyLedger waits while the network has used up its time, for a minute at most', async () => {
  vi.useFakeTimers()
  const last = {
    number: 1,
    event_count: 0,
    root: '',
    previous: '',
    hash: '',
    created_at: '2026-01-01',
  }
  let refusals = 3
  const answer: typeof fetch = async (input) => {
    if (String(input).includes('ledger_events')) return Response.json([])
    if (String(input).includes('limit=1&') || String(input).endsWith('limit=1'))
      return Response.json([last])
    refusals -= 1
    return refusals >= 0 ? Response.json({ code: 429 }, { status: 429 }) : Response.json([last])
  }
  const supabase = createClient<Database>('http://site.example', 'key', {
    global: { fetch: answer },
  })
  const found = verifyLedger({ supabase })
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await found).toMatchObject({ mismatch: { checkpoint: 1 } })
  refusals = 100
  const failed = expect(verifyLedger({ supabase })).rejects.toMatchObject({ code: 429 })
  await vi.advanceTimersByTimeAsync(75_000)
  await failed
  vi.useRealTimers()
})
