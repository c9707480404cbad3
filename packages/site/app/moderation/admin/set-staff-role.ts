import { queries } from '../../data/query.ts'
import { callFunction } from '../../session/call-function.ts'
import { refreshStaffRole, type StaffRole } from '../staff/staff-role.ts'

/** The key of the query for all members of staff. */
export const STAFF_KEY = 'staff members'

/** @param role null removes the member from staff @throws {CommandError} */
export async function setStaffRole(username: string, role: StaffRole | null): Promise<void> {
  // The generated types have no null for parameters.
  await callFunction('set_staff_role', { username, role: role as StaffRole })
  // Administrators can change their own role.
  await Promise.all([refreshStaffRole(), queries.invalidateQueries({ queryKey: [STAFF_KEY] })])
}
