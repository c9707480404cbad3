import type { User } from '@supabase/supabase-js'
import { describeAs } from '../data/command-error.ts'
import { queries, useRead } from '../data/query.ts'
import { callFunction } from '../session/call-function.ts'
import { getSupabase } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { LoadFailure } from '../ui/feedback/loading.tsx'
import { toastFailure, toastSuccess } from '../ui/feedback/toast.ts'
import { formatTime } from '../ui/format/day.ts'
import * as settingsWords from './words.ts'

const SHOWN = 10

/** The account's latest events; only its owner can read them. */
export function AccountEvents({ user }: { user: User }) {
  const {
    data: events,
    isError,
    refetch,
  } = useRead(['account events', user.id], () => readEvents(), { staleTime: 0 })
  return (
    <>
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
    </>
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

const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** A user agent as people know it: `Firefox on Windows`. */
export function deviceName(userAgent: string | null): string {
  const find = (known: typeof BROWSERS | typeof SYSTEMS) =>
    known.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)]
  if (browser && system) return settingsWords.deviceBrowserOn(browser, system)
  return browser ?? system ?? settingsWords.deviceUnknown
}

/** The member's sessions, with a button to end each other one. */
export function Sessions({ user }: { user: User }) {
  const queryKey = ['sessions', user.id]
  const { data: sessions, isError, refetch } = useRead(queryKey, readSessions, { staleTime: 0 })
  const end = async (session: string, device: string) => {
    await callFunction('end_my_session', { session }).catch(
      describeAs(settingsWords.sessionsFailed),
    )
    await queries.invalidateQueries({ queryKey })
    return toastSuccess(settingsWords.sessionsEnded, settingsWords.sessionsEndedMore(device))
  }
  return (
    <>
      {isError ? <LoadFailure onRetry={() => void refetch()} /> : null}
      <ul className="grid gap-3">
        {sessions?.map(({ id, user_agent, signed_in_at, last_used_at, is_current }) => {
          const device = deviceName(user_agent)
          return (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-3 last:border-0 last:pb-0"
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
    </>
  )
}

const readSessions = () => callFunction('my_sessions')
