import { sendCommand } from '../../data/command.ts'
import { queries } from '../../data/query.ts'
import { getSupabase } from '../../session/session.ts'

export interface Invitation {
  email: string
  created_at: string
  expires_at: string
  used_at: string | null
}

/** The key of the query for all of them. */
export const INVITATIONS_KEY = 'invitations'

const refresh = () => queries.invalidateQueries({ queryKey: [INVITATIONS_KEY] })

export async function readInvitations(): Promise<Invitation[]> {
  const supabase = await getSupabase()
  return (await sendCommand(supabase.rpc('list_invitations'))) as Invitation[]
}

/** Also sends an invitation again. @throws {CommandError} */
export async function sendInvitation(email: string, note = ''): Promise<void> {
  const supabase = await getSupabase()
  await sendCommand(supabase.rpc('invite', { email, note }))
  await refresh()
}

/** @throws {CommandError} */
export async function revokeInvitation(email: string): Promise<void> {
  const supabase = await getSupabase()
  await sendCommand(supabase.rpc('revoke_invitation', { email }))
  await refresh()
}
