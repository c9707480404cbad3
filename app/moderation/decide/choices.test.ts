import { describe, expect, it } from 'vitest'
import type { Case, CaseAuthor, CaseDecision, CaseReport } from '../../data/rpc-results.ts'
import type { SubjectType } from '../words/reasons.ts'
import { listChoices } from './choices.ts'

const NOW = Date.parse('2026-11-24T12:00:00Z')
const AUTHOR: CaseAuthor = {
  user_id: 'a',
  username: 'Ana',
  is_suspended: false,
  is_staff: false,
  is_exempt: false,
}
const open = { status: 'open' } as CaseReport
const closed = { status: 'resolved' } as CaseReport
const decision = (number: number, action: string, expires_at: string | null = null) =>
  ({ number, action, expires_at }) as CaseDecision

interface State {
  reports?: CaseReport[]
  decisions?: CaseDecision[]
  removedBy?: number
  author?: Partial<CaseAuthor>
  fields?: Record<string, unknown>
}

function createCase({ reports = [], decisions = [], removedBy, author, fields }: State): Case {
  return {
    content: {
      ...fields,
      is_removed: removedBy !== undefined,
      removed_by: removedBy ?? null,
      author: { ...AUTHOR, ...author },
      tool: null,
    },
    reports,
    decisions,
    notes: [],
    is_party: false,
  }
}
const choose = (type: SubjectType, state: State) => listChoices(type, createCase(state), NOW)

describe('listChoices of a review', () => {
  it('that is visible returns keep only with an open report', () => {
    expect(choose('review', {}).choices).toEqual(['remove'])
    expect(choose('review', { reports: [closed] }).choices).toEqual(['remove'])
    expect(choose('review', { reports: [closed, open] }).choices).toEqual(['keep', 'remove'])
  })

  it('that was removed returns restore', () => {
    expect(choose('review', { removedBy: 7, decisions: [decision(7, 'remove')] })).toEqual({
      choices: ['restore'],
      isHeld: false,
      removedWith: null,
    })
  })

  it('that went with its tool returns nothing, and the decision about the tool', () => {
    expect(choose('review', { removedBy: 7, decisions: [decision(3, 'keep')] })).toEqual({
      choices: [],
      isHeld: false,
      removedWith: 7,
    })
  })

  it('that is held returns the four buttons of the queue', () => {
    const held = { removedBy: 7, decisions: [decision(7, 'hold')] }
    expect(choose('review', held)).toEqual({
      choices: ['restore', 'restore_and_exempt', 'remove', 'remove_and_suspend'],
      isHeld: true,
      removedWith: null,
    })
    const settled = { ...held, author: { is_exempt: true, is_suspended: true } }
    expect(choose('review', settled).choices).toEqual(['restore', 'remove'])
  })

  it('that its author has deleted returns keep for its open reports', () => {
    const deleted = { content: null, decisions: [], notes: [], is_party: false }
    expect(listChoices('review', { ...deleted, reports: [open] }).choices).toEqual(['keep'])
    expect(listChoices('review', { ...deleted, reports: [closed] }).choices).toEqual([])
  })
})

describe('listChoices of a profile', () => {
  it('returns unsuspend only for a suspended member', () => {
    const fields = { username: 'Ana' }
    expect(choose('profile', { fields }).choices).toEqual([
      'remove',
      'warn',
      'suspend',
      'remove_all_content',
    ])
    expect(choose('profile', { fields, author: { is_suspended: true } }).choices).toContain(
      'unsuspend',
    )
  })

  it('whose texts are removed returns restore, and remove only for texts written since', () => {
    const removed = { removedBy: 4, decisions: [decision(4, 'remove_all_content')] }
    const cleared = choose('profile', { ...removed, fields: { username: 'user-0123abcd' } })
    expect(cleared.choices).toEqual(['restore', 'warn', 'suspend', 'remove_all_content'])
    const rewritten = { username: 'user-0123abcd', bio: 'Hello' }
    expect(choose('profile', { ...removed, fields: rewritten }).choices).toContain('remove')
  })
})

it('listChoices of a company returns remove unless its texts are removed', () => {
  expect(choose('company', { fields: { name: 'Acme' } }).choices).toEqual(['remove'])
  const removed = { removedBy: 4, decisions: [decision(4, 'remove')] }
  expect(choose('company', { ...removed, fields: { name: 'Removed company' } }).choices).toEqual([
    'restore',
  ])
})

describe('listChoices of a tool', () => {
  const until = (day: string) => decision(5, 'premoderate_reviews', day)

  it('returns end_premoderation until the end or a decision that ends it', () => {
    const list = (...decisions: CaseDecision[]) => choose('tool', { decisions }).choices
    expect(list()).toEqual(['remove', 'premoderate_reviews'])
    expect(list(until('2026-12-01T00:00:00Z'))).toContain('end_premoderation')
    expect(list(until('2026-11-01T00:00:00Z'))).not.toContain('end_premoderation')
    expect(list(decision(6, 'end_premoderation'), until('2026-12-01T00:00:00Z'))).not.toContain(
      'end_premoderation',
    )
  })

  it('that is removed returns no premoderation', () => {
    const state = { removedBy: 5, decisions: [decision(5, 'remove')] }
    expect(choose('tool', state).choices).toEqual(['restore'])
  })
})
