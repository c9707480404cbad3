import { queries } from '../../data/query.ts'
import type { SiteSettings } from '../../data/rpc-results.ts'
import { callFunction } from '../../session/call-function.ts'
import { FormSkeleton } from '../../ui/feedback/loading.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { StaffFailure, StaffPage } from '../staff/staff-page.tsx'
import { useStaff, useStaffRead } from '../staff/staff-role.ts'
import * as staffWords from '../words/staff.ts'
import type { Route } from './+types/settings'
import { SettingsForm } from './settings-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: staffWords.settingsTitle,
    description: staffWords.settingsDescription,
    noIndex: true,
  })

/** The settings of the site (spec 3 §1.7). */
export default function SettingsScreen() {
  const { user } = useStaff()
  return (
    <StaffPage title={staffWords.settingsTitle} intro={staffWords.settingsIntro}>
      <Settings userId={user.id} />
    </StaffPage>
  )
}

const KEY = ['site settings']

async function readSettings(): Promise<SiteSettings> {
  return await callFunction('site_settings')
}

function Settings({ userId }: { userId: string }) {
  const { data, isError, error, refetch } = useStaffRead(KEY, readSettings, {
    // The form keeps what is typed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (data) {
    return (
      <SettingsForm
        saved={data}
        userId={userId}
        onSaved={(settings) => queries.setQueryData(KEY, settings)}
      />
    )
  }
  if (isError) return <StaffFailure error={error} onRetry={() => void refetch()} />
  return <FormSkeleton fields={6} />
}
