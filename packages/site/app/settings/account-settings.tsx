import type { User } from '@supabase/supabase-js'
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
import { Section } from '../ui/panels.tsx'
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

type SettingsArea = readonly [id: string, title: string, toCard: (user: User) => React.ReactNode]

const SECTIONS: readonly SettingsArea[] = [
  ['your-account', settingsWords.information, (user) => <Information user={user} />],
  [
    'change-email',
    settingsWords.changeEmailTitle,
    ({ id, email = '' }) => <ChangeEmail userId={id} email={email} />,
  ],
  [
    'change-password',
    settingsWords.changePasswordTitle,
    ({ id, email = '' }) => <ChangePassword userId={id} email={email} />,
  ],
  ['two-step-sign-in', signInWords.codeTitle, (user) => <TwoStep user={user} />],
  ['your-sessions', settingsWords.sessionsTitle, ({ id }) => <Sessions userId={id} />],
  ['emails', settingsWords.emailsTitle, ({ id }) => <EmailChoices userId={id} />],
  ['your-data', settingsWords.dataTitle, () => <DownloadData />],
  ['account-events', settingsWords.eventsTitle, ({ id }) => <AccountEvents userId={id} />],
  ['danger-zone', settingsWords.dangerTitle, () => <DangerZone />],
]

export default function AccountSettings() {
  const user = useMember()
  return (
    <div className="page grid gap-8 py-8">
      <h1 className="display text-4xl">{settingsWords.title}</h1>
      <div className="grid items-start gap-8 lg:grid-cols-[220px_minmax(0,44rem)] lg:gap-12">
        <SectionList />
        <div className="grid gap-8">
          {SECTIONS.map(([id, , toCard]) => (
            <div key={id} id={id}>
              {toCard(user)}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Links to the sections. Beside the cards it stays in view and marks the section that is read. */
function SectionList() {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    // The sections are rendered after the session is known, too late for the browser to scroll to one.
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
    const mark = () => setCurrent(findCurrent())
    mark()
    for (const event of EVENTS) addEventListener(event, mark, { passive: true })
    return () => {
      for (const event of EVENTS) removeEventListener(event, mark)
    }
  }, [])
  return (
    <nav aria-label={settingsWords.sections} className="max-lg:panel lg:sticky lg:top-20">
      <ul className="max-lg:divide-y max-lg:divide-line">
        {SECTIONS.map(([id, title], index) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={index === current ? 'location' : undefined}
              className="flex min-h-11 items-center px-4 hover:underline lg:min-h-8 lg:border-l-2 lg:border-line lg:text-soft lg:aria-[current]:border-ink lg:aria-[current]:font-semibold lg:aria-[current]:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const EVENTS = ['scroll', 'resize', 'hashchange'] as const

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

function Information({ user }: { user: User }) {
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
    <Section id="account" title={settingsWords.information}>
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
    </Section>
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
    <Section id="data" title={settingsWords.dataTitle} className="panel grid gap-3 p-6">
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
    </Section>
  )
}
