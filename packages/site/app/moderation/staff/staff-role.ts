import type { User } from '@supabase/supabase-js'
import type { QueryFunction, QueryKey } from '@tanstack/react-query'
import { useOutletContext } from 'react-router'
import { CommandError } from '../../data/command-error.ts'
import { queries, type ReadOptions, useRead } from '../../data/query.ts'
import { callFunction } from '../../session/call-function.ts'
import * as staffWords from '../words/staff.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The time since a moment, such as "3 hours"; days from two on. */
export function formatWaiting(since: string, now = Date.now()): string {
  const waited = Math.max(0, now - Date.parse(since))
  if (waited >= 2 * DAY_MS) return staffWords.days(Math.floor(waited / DAY_MS))
  if (waited >= HOUR_MS) return staffWords.hours(Math.floor(waited / HOUR_MS))
  return staffWords.minutes(Math.floor(waited / MINUTE_MS))
}

/** The time until a moment, in the same words. */
export const formatTimeUntil = (end: string): string =>
  formatWaiting(new Date().toISOString(), Date.parse(end))

/** An administrator may do everything that a moderator may (spec 3 §1.3). */
export type StaffRole = 'moderator' | 'admin'

const KEY = 'staff role'

/** The member's own role; null for members without one. */
export function useStaffRole(userId: string) {
  return useRead([KEY, userId], async (): Promise<StaffRole | null> => {
    const role: string | null = await callFunction('my_staff_role')
    return role === 'admin' || role === 'moderator' ? role : null
  })
}

/** Reads the role again after a change, or after the server has refused the member. */
export const refreshStaffRole = () => queries.invalidateQueries({ queryKey: [KEY] })

/** Whether the server's answer is final. */
export const isRefused = (error: unknown): error is CommandError =>
  error instanceof CommandError && error.reason === 'refused'

/** For reads of staff: another attempt does not change a refusal. */
export const retryUnlessRefused = (failures: number, error: unknown): boolean =>
  failures < 2 && !isRefused(error)

/** Reads data for staff, each time that a page shows it. */
export const useStaffRead = <Data>(
  key: QueryKey,
  read: QueryFunction<Data>,
  options?: ReadOptions<Data>,
) => useRead(key, read, { staleTime: 0, retry: retryUnlessRefused, ...options })

/** How much waits for staff; undefined until it is read. */
export const useWaitingCounts = () =>
  useStaffRead(['moderation counts'], async () => callFunction('moderation_counts')).data

export interface Staff {
  user: User
  role: StaffRole
  /** What the page needs. */
  needs: StaffRole
}

/** The viewer of a page for staff, within `staff-layout.tsx`. */
export const useStaff = () => useOutletContext<Staff>()
