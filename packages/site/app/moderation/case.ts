import type { CommandError } from '../data/command-error.ts'
import { queries } from '../data/query.ts'
import type { Case, CaseAppeal } from '../data/rpc-results.ts'
import { callFunction } from '../session/call-function.ts'
import type { SubjectType } from '../shared/subjects.ts'
import { toastError } from '../ui/feedback/toast.ts'
import * as uiWords from '../ui/words.ts'
import { useStaffRead } from './staff/staff-role.ts'

/** The id of its part of the page. */
export const toAppealId = ({ number }: Pick<CaseAppeal, 'number'>) => `appeal-${number}`

const KEY = 'moderation case'

export function useCase(type: SubjectType, id: string) {
  return useStaffRead([KEY, type, id], async (): Promise<Case> => {
    const subject = { subject_type: type, subject_id: id }
    return await callFunction('moderation_subject', subject)
  })
}

/** Shows that someone else decided the case, in a toast: the form may disappear. @throws other failures */
export async function showOtherDecision(failure: CommandError): Promise<void> {
  if (failure.code !== 'PT409' || !failure.publicMessage) throw failure
  await toastError(uiWords.error, failure.publicMessage)
  await refreshCases()
}

/** Reads the cases again: a decision about one may change another. */
export const refreshCases = () => queries.invalidateQueries({ queryKey: [KEY] })
