import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../app/data/database.types.ts'
import { isHash, type Verification, verifyLedger } from '../../app/ledger/verify-ledger.ts'
import * as ledgerWords from '../../app/ledger/words.ts'
import { listMetaContents } from '../claims/find-token.ts'
import { type Command, UsageError } from './command.ts'

export const verifyLedgerCommand: Command = {
  npm: 'npm run ledger:verify --',
  summary: 'verifies the audit ledger of any site from its public API',
  usage: 'toolmark ledger verify URL [SAVED_HASH]',
  words: [1, 2],
  help: 'It computes all hashes from the events, and says whether the chain still has a hash that you saved before. The exit code is 1 if a hash does not agree.',
  async run({ positionals: [address = '', savedHash], print }) {
    const site = URL.parse(address)
    if (!site?.protocol.startsWith('http')) throw new UsageError()
    if (savedHash && !isHash(savedHash)) throw new Error(ledgerWords.savedForm)
    const found = await verifyLedger({
      supabase: await connectAsVisitor(site),
      savedHash: savedHash?.toLowerCase(),
    })
    for (const line of describe(found)) print(line)
    return { data: found, exitCode: found.mismatch || found.hasSavedHash === false ? 1 : 0 }
  },
}

function describe({
  events,
  checkpoints,
  lastHash,
  mismatch,
  hasSavedHash,
}: Verification): string[] {
  const saved =
    hasSavedHash === null ? [] : [hasSavedHash ? ledgerWords.savedFound : ledgerWords.savedMissing]
  if (mismatch) return [ledgerWords.mismatch[mismatch.about](mismatch.checkpoint), ...saved]
  if (lastHash === null) return [ledgerWords.nothingYet, ...saved]
  return [ledgerWords.sound(events, checkpoints), `${ledgerWords.lastHash}: ${lastHash}`, ...saved]
}

/** Finds the API and its public key in a page of the site. */
async function connectAsVisitor(site: URL) {
  const page = new URL('/ledger', site)
  const response = await fetch(page).catch((error: unknown) => {
    throw new Error(`${site.origin} does not answer`, { cause: error })
  })
  const html = await response.text()
  const [key] = listMetaContents(html, 'supabase-key')
  if (!response.ok || !key) throw new Error(`${site.origin} has no ledger`)
  return createClient<Database>(listMetaContents(html, 'supabase-url')[0] || site.origin, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}
