import { sendCommand } from '../data/command.ts'
import { getSupabase } from '../session/session.ts'
import type { ProfileInput } from './profile-schema.ts'

/** @throws {CommandError} `conflict` if the username is taken */
export async function updateProfile(
  userId: string,
  { first_name, last_name, ...profile }: ProfileInput,
): Promise<void> {
  const profiles = (await getSupabase()).from('profiles')
  const row = { ...profile, first_name: first_name || null, last_name: last_name || null }
  await sendCommand(profiles.update(row).eq('user_id', userId).select('user_id').single())
}
