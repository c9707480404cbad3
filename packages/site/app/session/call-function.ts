import { sendCommand } from '../data/command.ts'
import type { Database } from '../data/database.types.ts'
import { getSupabase } from './session.ts'

type Functions = Database['public']['Functions']
type ArgsOf<Name extends keyof Functions> = Functions[Name]['Args']

/**
 * Calls a function of the database as the viewer.
 * @returns its result
 * @throws {CommandError}
 */
export async function callFunction<Name extends keyof Functions>(
  name: Name,
  ...[args]: ArgsOf<Name> extends never ? [] : [args: ArgsOf<Name>]
): Promise<Functions[Name]['Returns']> {
  const supabase = await getSupabase()
  return sendCommand(supabase.rpc(name, args))
}
