import { CommandError } from '../../data/command-error.ts'
import { getSupabase } from '../../session/session.ts'
import * as sourcesWords from '../words/sources.ts'
import type { ReadAnswer } from './proposal.ts'

/** What to read: an address, or a file that has its name as the address. */
export interface ListRequest {
  address: string
  file?: File | undefined
  /** Empty: found by the name of the file. */
  kind: string
  mapping?: Record<string, string | null> | undefined
}

/**
 * Reads a list on the server, which writes nothing.
 * @throws {CommandError}
 */
export async function readList({ address, file, kind, mapping }: ListRequest): Promise<ReadAnswer> {
  const supabase = await getSupabase()
  const { data } = await supabase.auth.getSession()
  if (!data.session) throw new CommandError('signed-out')
  const body = new FormData()
  body.set('address', address)
  if (kind !== '') body.set('kind', kind)
  if (mapping) body.set('mapping', JSON.stringify(mapping))
  if (file) body.set('file', file)
  const headers = { Authorization: `Bearer ${data.session.access_token}` }
  const response = await fetch('/admin/sources/read', { method: 'POST', headers, body }).catch(
    (cause: unknown) => {
      throw new CommandError('offline', { cause })
    },
  )
  if (response.ok) return (await response.json()) as ReadAnswer
  const { message = '' } = (await response.json().catch(() => ({}))) as { message?: string }
  const publicMessage = response.status === 413 ? sourcesWords.tooLarge : message
  throw new CommandError(response.status < 500 ? 'refused' : 'unexpected', {
    message,
    ...(publicMessage === '' ? {} : { publicMessage }),
  })
}
