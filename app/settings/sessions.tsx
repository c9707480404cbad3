import { useQuery } from '@tanstack/react-query'
import { sendCommand } from '../data/command.ts'
import { describeAs } from '../data/command-error.ts'
import { queries } from '../data/query.ts'
import { getSupabase } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { toastFailure, toastSuccess } from '../ui/feedback/toast.ts'
import { deviceName } from './device.ts'
import * as settingsWords from './words.ts'

/** The member's sessions, with a button to end each other one. */
export function Sessions({ userId }: { userId: string }) {
  const queryKey = ['sessions', userId]
  const {
    data: sessions,
    isError,
    refetch,
  } = useQuery({ queryKey, queryFn: () => readSessions(), staleTime: 0 }, queries)
  const end = async (session: string, device: string) => {
    const supabase = await getSupabase()
    await sendCommand(supabase.rpc('end_my_session', { session })).catch(
      describeAs(settingsWords.sessionsFailed),
    )
    await queries.invalidateQueries({ queryKey })
    return toastSuccess(settingsWords.sessionsEnded, settingsWords.sessionsEndedMore(device))
  }
  return (
    <section className="panel grid gap-3 p-6" aria-labelledby="sessions">
      <h2 id="sessions" className="display text-2xl">
        {settingsWords.sessionsTitle}
      </h2>
      {isError ? <LoadFailure onRetry={() => void refetch()} /> : null}
      <ul className="grid gap-3">
        {sessions?.map(({ id, user_agent, signed_in_at, last_used_at, is_current }) => {
          const device = deviceName(user_agent)
          return (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-3 last:border-0"
            >
              <div className="grid gap-0.5 text-sm">
                <span className="font-medium">
                  {is_current ? settingsWords.sessionsThisDevice(device) : device}
                </span>
                <span className="text-soft">
                  {settingsWords.sessionsTimes(signed_in_at, last_used_at)}
                </span>
              </div>
              {is_current ? null : (
                <Button
                  look="secondary"
                  aria-label={settingsWords.sessionsEndLabel(device, signed_in_at)}
                  onClick={() => toastFailure(end(id, device))}
                >
                  {settingsWords.sessionsEnd}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

async function readSessions() {
  const supabase = await getSupabase()
  const { data } = await supabase.rpc('my_sessions').throwOnError()
  return data
}
