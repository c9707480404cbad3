import type { Receipt } from '../../data/rpc-results.ts'
import { REASONS, type Reason } from '../words/reasons.ts'

/** The other reasons are those of staff and of rules. */
export const REPORT_REASONS = (Object.keys(REASONS) as Reason[]).filter(
  (reason) => reason !== 'court_order' && reason !== 'premoderation',
)

/** The fields of the form, which has the names of the function's parameters. */
export interface ReportInput {
  subject_type: string
  subject_id: string
  reason: string
  details: string
  good_faith: boolean
  reporter_name: string
  reporter_email: string
}

/** @param address has the subject in `type` and `id` if the form does not have it */
export function readReportInput(form: FormData, address = new URLSearchParams()): ReportInput {
  const read = (name: string) => {
    const value = form.get(name)
    // PostgreSQL's type text cannot contain U+0000.
    return typeof value === 'string' ? value.replaceAll('\0', '') : ''
  }
  return {
    subject_type: read('subject_type') || (address.get('type') ?? ''),
    subject_id: read('subject_id') || (address.get('id') ?? ''),
    reason: read('reason'),
    details: read('details'),
    good_faith: form.has('good_faith'),
    reporter_name: read('reporter_name'),
    reporter_email: read('reporter_email'),
  }
}

export const toStatusPath = ({ number, key }: Receipt) => `/report/${number}?key=${key}`
