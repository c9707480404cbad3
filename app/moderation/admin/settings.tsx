import { useQuery } from '@tanstack/react-query'
import { sendCommand } from '../../data/command.ts'
import { queries } from '../../data/query.ts'
import type { SiteSettings } from '../../data/rpc-results.ts'
import { getSupabase } from '../../session/session.ts'
import { FormSkeleton } from '../../ui/feedback/skeleton.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { StaffFailure } from '../staff/staff-failure.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { retryUnlessRefused, useStaff } from '../staff/staff-role.ts'
import type { Route } from './+types/settings'
import { SettingsForm } from './settings-form.tsx'
import * as adminWords from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: adminWords.settingsTitle,
    description: adminWords.settingsDescription,
    noIndex: true,
  })

/** The settings of the site (spec 3 §1.7). */
export default function SettingsScreen() {
  const { user } = useStaff()
  return (
    <StaffPage title={adminWords.settingsTitle} intro={adminWords.settingsIntro}>
      <Settings userId={user.id} />
    </StaffPage>
  )
}

const KEY = ['site settings']

async function readSettings(): Promise<SiteSettings> {
  const supabase = await getSupabase()
  return await sendCommand(supabase.rpc('site_settings'))
}

function Settings({ userId }: { userId: string }) {
  const { data, isError, error, refetch } = useQuery(
    {
      queryKey: KEY,
      queryFn: readSettings,
      // The form keeps what is typed.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: retryUnlessRefused,
    },
    queries,
  )
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
