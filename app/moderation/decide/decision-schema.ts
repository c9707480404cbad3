import { z } from 'zod'
import * as caseWords from '../words/cases.ts'
import type { SubjectType } from '../words/reasons.ts'
import { type Choice, canEnd, needsEnd, needsLaw, needsReason } from './choices.ts'

export const EXPLANATION_MIN = 30
export const EXPLANATION_MAX = 2000
export const LAW_MAX = 500

export interface DecisionInput {
  /** Empty until one is chosen. */
  choice: Choice | ''
  reason: string
  explanation: string
  legal_basis: string
  /** A day as "yyyy-MM-dd", or empty. */
  expires_on: string
}

export const EMPTY_DECISION: DecisionInput = {
  choice: '',
  reason: '',
  explanation: '',
  legal_basis: '',
  expires_on: '',
}

/** As PostgreSQL counts. */
export const countCharacters = (text: string) => [...text.trim()].length

/** The end of a UTC day, which the decision still covers. */
export const toEnd = (day: string): string => new Date(`${day}T23:59:59Z`).toISOString()

const isExplained = (text: string) => {
  const length = countCharacters(text)
  return length >= EXPLANATION_MIN && length <= EXPLANATION_MAX
}

/** The rules of `moderate`, so that their messages appear at the fields. */
export const decisionSchema = z
  .object({
    choice: z.custom<Choice | ''>((value) => typeof value === 'string'),
    reason: z.string(),
    explanation: z.string(),
    legal_basis: z.string(),
    expires_on: z.string(),
  })
  .superRefine((input, context) => {
    const { choice, reason, explanation, legal_basis: law, expires_on: day } = input
    const refuse = (path: keyof DecisionInput, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (choice === '') return refuse('choice', caseWords.choiceRequired)
    if (needsReason(choice)) {
      if (reason === '') refuse('reason', caseWords.reasonRequired)
      if (needsLaw(reason) && law.trim() === '') refuse('legal_basis', caseWords.lawRequired)
    }
    const isGiven = explanation.trim() !== ''
    if ((needsReason(choice) || isGiven) && !isExplained(explanation)) {
      refuse('explanation', caseWords.explanationInvalid)
    }
    if (!canEnd(choice) || (day === '' && !needsEnd(choice))) return
    if (!day || !(Date.parse(`${day}T23:59:59Z`) > Date.now())) {
      refuse('expires_on', caseWords.endInPast)
    }
  })

export const appealSchema = z.object({
  outcome: z.string().min(1, caseWords.outcomeRequired),
  explanation: z.string().refine(isExplained, caseWords.explanationInvalid),
})

/** The subject in a call. */
export interface Subject {
  subject_type: SubjectType
  subject_id: string
}
