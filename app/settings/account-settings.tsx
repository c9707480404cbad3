import { useState } from 'react'
import { Link } from 'react-router'
import { sendCommand } from '../data/command.ts'
import { describeAs } from '../data/command-error.ts'
import { useOwnProfile } from '../people/own-profile.ts'
import * as peopleWords from '../people/words.ts'
import { getSupabase } from '../session/session.ts'
import { useMember } from '../session/signed-in.tsx'
import { IDENTITY } from '../shared/identity.ts'
import { Button } from '../ui/button.tsx'
import { toastFailure } from '../ui/feedback/toast.ts'
import { formatDay, today } from '../ui/format/day.ts'
import { pageMeta } from '../ui/page-meta.ts'
import * as uiWords from '../ui/words.ts'
import type { Route } from './+types/account-settings'
import { ChangeEmail } from './change-email.tsx'
import { ChangePassword } from './change-password.tsx'
import { DangerZone } from './delete-account.tsx'
import { AccountEvents, Sessions } from './sessions.tsx'
import { TwoStep } from './two-step.tsx'
import * as settingsWords from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: settingsWords.pageTitle,
    description: settingsWords.description,
    noIndex: true,
  })

export default function AccountSettings() {
  const user = useMember()
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
    <div className="page grid max-w-3xl gap-8 py-8">
      <h1 className="display text-4xl">{settingsWords.title}</h1>
      <section className="panel p-6" aria-labelledby="account">
        <h2 id="account" className="display mb-4 text-2xl">
          {settingsWords.information}
        </h2>
        <dl className="grid gap-3">
          {rows.map(([term, value]) => (
            <div key={term} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-soft">{term}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        <Link to="/my-reports" className="mt-4 inline-block py-1 text-link hover:underline">
          {settingsWords.reports}
        </Link>
      </section>
      <ChangeEmail userId={user.id} email={user.email ?? ''} />
      <ChangePassword email={user.email ?? ''} />
      <TwoStep user={user} />
      <Sessions userId={user.id} />
      <DownloadData />
      <AccountEvents userId={user.id} />
      <DangerZone userId={user.id} />
    </div>
  )
}

/** All data of the member, as one file. */
function DownloadData() {
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    const supabase = await getSupabase()
    const data = await sendCommand(supabase.rpc('download_my_data')).catch(
      describeAs(settingsWords.dataFailed),
    )
    const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = `${IDENTITY.name.toLowerCase()}-${today()}.json`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <section className="panel grid gap-3 p-6" aria-labelledby="data">
      <h2 id="data" className="display text-2xl">
        {settingsWords.dataTitle}
      </h2>
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
    </section>
  )
}
