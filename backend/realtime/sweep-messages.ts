import type { Database } from '../database/database.ts'

/** How often old messages are deleted, in milliseconds. */
const BUS_INTERVAL_MS = 30_000
const MESSAGES_INTERVAL_MS = 3_600_000

/**
 * Deletes messages between processes after a minute, and those of `realtime.send` after three days, as
 * Supabase.
 * @returns ends the work
 */
export function sweepMessages(database: Database, log: (error: unknown) => void): () => void {
  const repeat = (interval: number, statement: string) =>
    setInterval(() => {
      database.asOwner(statement).catch(log)
    }, interval).unref()
  const timers = [
    repeat(
      MESSAGES_INTERVAL_MS,
      "delete from realtime.messages where inserted_at < now() - interval '3 days'",
    ),
  ]
  if (database.engine === 'postgres') {
    timers.push(
      repeat(
        BUS_INTERVAL_MS,
        "delete from realtime.bus_messages where created_at < now() - interval '1 minute'",
      ),
    )
  }
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
