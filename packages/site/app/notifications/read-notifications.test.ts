import { expect, test } from 'vitest'
import { today } from '../ui/format/day.ts'
import { describeNotification, type Names, type Notification } from './read-notifications.ts'

const nobody: Names = { reviews: {}, people: {}, companies: {} }

test.each([
  ['2020-02-03', '{tool} launched on {day}'],
  [today(), '{tool} launches today'],
  ['2099-02-03', '{tool} launches on {day}'],
])('a launch on %s: "%s"', (launch_date, text) => {
  const launch: Notification = {
    id: 'n',
    kind: 'launch',
    subject_type: 'launch',
    subject_id: 'l',
    data: { tool: 'Kettle', launch_date },
    created_at: '2026-11-01T00:00:00Z',
    read_at: null,
  }
  expect(describeNotification(launch, nobody)?.text).toBe(text)
})
