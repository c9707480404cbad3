import type { User } from '@supabase/supabase-js'
import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { describeAs } from '../data/command-error.ts'
import { useOwnProfile } from '../people/own-profile.ts'
import * as peopleWords from '../people/words.ts'
import { callFunction } from '../session/call-function.ts'
import { useMember } from '../session/signed-in.tsx'
import { IDENTITY } from '../shared/identity.ts'
import * as signInWords from '../sign-in/words.ts'
import { Button } from '../ui/button.tsx'
import { toastFailure } from '../ui/feedback/toast.ts'
import { formatDay, today } from '../ui/format/day.ts'
import { pageMeta } from '../ui/page-meta.ts'
import * as uiWords from '../ui/words.ts'
import type { Route } from './+types/account-settings'
import { ChangeEmail, ChangePassword } from './change-credentials.tsx'
import { DangerZone } from './delete-account.tsx'
import { EmailChoices } from './email-choices.tsx'
import { AccountEvents, Sessions } from './sessions.tsx'
import { TwoStep } from './two-step.tsx'
import * as settingsWords from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: settingsWords.pageTitle,
    description: settingsWords.description,
    noIndex: true,
  })

interface ContentProps {
  user: User
}

const SECTIONS: readonly [id: string, title: string, React.ComponentType<ContentProps>][] = [
  ['your-account', settingsWords.information, Information],
  ['change-email', settingsWords.changeEmailTitle, ChangeEmail],
  ['change-password', settingsWords.changePasswordTitle, ChangePassword],
  ['two-step-sign-in', signInWords.codeTitle, TwoStep],
  ['your-sessions', settingsWords.sessionsTitle, Sessions],
  ['emails', settingsWords.emailsTitle, EmailChoices],
  ['your-data', settingsWords.dataTitle, DownloadData],
  ['account-events', settingsWords.eventsTitle, AccountEvents],
  ['danger-zone', settingsWords.dangerTitle, DangerZone],
]

export default function AccountSettings() {
  const user = useMember()
  // The server does not render the page. On a phone only the first section is open.
  const [isWide] = useState(() => matchMedia(WIDE).matches)
  return (
    <div className="page grid gap-6 py-6">
      <h1 className="display text-title">{settingsWords.title}</h1>
      <div className="grid items-start gap-6 lg:grid-cols-[220px_minmax(0,45rem)] lg:gap-12">
        <SectionList />
        <div className="panel divide-y divide-line">
          {SECTIONS.map(([id, title, Content], index) => (
            <section key={id} aria-labelledby={`${id}-title`}>
              <details id={id} open={isWide || index === 0} className="group px-4 sm:px-6">
                <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4">
                  <h2 id={`${id}-title`} className="display text-lg">
                    {title}
                  </h2>
                  <ChevronDown aria-hidden size={20} className="shrink-0 group-open:rotate-180" />
                </summary>
                <div className="grid gap-4 pt-2 pb-6">
                  <Content user={user} />
                </div>
              </details>
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

/** The width from which the list of sections is beside them. */
const WIDE = '(width >= 64rem)'

/** Links to the sections. It stays in view and marks the section that is read. */
function SectionList() {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const mark = () => setCurrent(findCurrent())
    const open = () => {
      const target = document.getElementById(location.hash.slice(1))
      const section = target?.closest('details')
      if (section) section.open = true
      target?.scrollIntoView()
      mark()
    }
    // The sections are rendered after the session is known, too late for the browser to scroll to one.
    open()
    addEventListener('hashchange', open)
    for (const event of EVENTS) addEventListener(event, mark, { passive: true })
    return () => {
      removeEventListener('hashchange', open)
      for (const event of EVENTS) removeEventListener(event, mark)
    }
  }, [])
  return (
    <nav aria-label={settingsWords.sections} className="sticky top-20 max-lg:hidden">
      <ul>
        {SECTIONS.map(([id, title], index) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={index === current ? 'location' : undefined}
              className="flex min-h-8 items-center border-l-2 border-line px-4 text-soft hover:underline aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const EVENTS = ['scroll', 'resize'] as const

/** The last section that begins in the upper third of the window; at the end of the page, the last one. */
function findCurrent(): number {
  const isAtEnd = scrollY + innerHeight > document.documentElement.scrollHeight - 2
  const line = isAtEnd ? innerHeight : innerHeight / 3
  const tops = SECTIONS.map(([id]) => document.getElementById(id)?.getBoundingClientRect().top ?? 0)
  const linked = SECTIONS.findIndex(([id]) => location.hash === `#${id}`)
  // Short sections begin there together; the one that a link led to is meant.
  const top = tops[linked] ?? -1
  if (top >= 0 && top < line) return linked
  return Math.max(
    0,
    tops.findLastIndex((start) => start < line),
  )
}

function Information({ user }: ContentProps) {
  const { data: profile } = useOwnProfile(user.id)
  const [personal, business] = peopleWords.ACCOUNT_TYPES
  const [, type] = profile?.account_type === business[0] ? business : personal
  const rows = [
    [settingsWords.email, user.email ?? uiWords.nothing],
    [settingsWords.username, profile?.username ?? uiWords.nothing],
    [peopleWords.accountType, profile ? type : uiWords.nothing],
    [settingsWords.since, formatDay(user.created_at)],
  ] as const
  return (
    <>
      <dl className="grid gap-3">
        {rows.map(([term, value]) => (
          <div key={term} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-soft">{term}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <Link to="/my-reports" className="justify-self-start py-1 text-link hover:underline">
        {settingsWords.reports}
      </Link>
    </>
  )
}

/** All data of the member, as one file. */
function DownloadData() {
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    const data = await callFunction('download_my_data').catch(describeAs(settingsWords.dataFailed))
    const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = `${IDENTITY.name.toLowerCase()}-${today()}.json`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <>
      <p className="text-soft">{settingsWords.dataText}</p>
      <div>
        <Button
          look="secondary"
          disabled={isBusy}
          onClick={() => toastFailure(download().finally(() => setBusy(false)))}
        >
          {isBusy ? settingsWords.dataPreparing : settingsWords.dataDownload}
        </Button>
      </div>
    </>
  )
}
