import { useQuery } from '@tanstack/react-query'
import { queries } from '../data/query.ts'
import { getSupabase } from '../session/session.ts'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { formatTime } from '../ui/format/day.ts'
import { deviceName } from './device.ts'
import * as settingsWords from './words.ts'

const SHOWN = 10

/** The account's latest events; only its owner can read them. */
export function AccountEvents({ userId }: { userId: string }) {
  const {
    data: events,
    isError,
    refetch,
  } = useQuery(
    { queryKey: ['account events', userId], queryFn: () => readEvents(), staleTime: 0 },
    queries,
  )
  return (
    <section className="panel p-6" aria-labelledby="events">
      <h2 id="events" className="display mb-3 text-2xl">
        {settingsWords.eventsTitle}
      </h2>
      {isError ? <LoadFailure onRetry={() => void refetch()} /> : null}
      {events?.length ? (
        <ol className="grid gap-2 text-sm">
          {events.map(({ id, action, created_at, metadata }) => (
            <li key={id} className="grid gap-0.5 border-b border-line pb-2 last:border-0">
              <span className="flex flex-wrap justify-between gap-x-4">
                <span className="font-medium">{settingsWords.EVENT_KINDS[action] ?? action}</span>
                <time dateTime={created_at} className="text-soft">
                  {formatTime(created_at)}
                </time>
              </span>
              {readDevice(metadata) ? (
                <span className="truncate text-soft">{readDevice(metadata)}</span>
              ) : null}
            </li>
          ))}
        </ol>
      ) : null}
      {events?.length === 0 ? <p className="text-soft">{settingsWords.eventsNone}</p> : null}
    </section>
  )
}

async function readEvents() {
  const supabase = await getSupabase()
  const { data } = await supabase
    .from('audit_logs')
    .select('id, action, metadata, created_at')
    .order('created_at', { ascending: false })
    .order('id')
    .limit(SHOWN)
    .throwOnError()
  return data
}

function readDevice(metadata: unknown): string | undefined {
  const agent = (metadata as { user_agent?: unknown } | null)?.user_agent
  return typeof agent === 'string' ? deviceName(agent) : undefined
}
