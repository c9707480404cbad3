import { expect, test } from 'vitest'
import { today } from '../ui/format/day.ts'
import {
  describeNotification,
  type Names,
  type Notification,
  toRowKey,
} from './read-notifications.ts'

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

const review = (id: string, data: Notification['data']): Notification => ({
  id,
  kind: 'review',
  subject_type: 'review',
  subject_id: id,
  data: { tool: 'Kettle', slug: 'kettle', ...data },
  created_at: '2026-11-01T00:00:00Z',
  read_at: null,
})

test.each([
  [{}, 0, '{name} reviewed {tool}', '/review/r'],
  [{}, 1, '{name} and one other member reviewed {tool}', '/tool/kettle#reviews'],
  [{}, 4, '{name} and 4 other members reviewed {tool}', '/tool/kettle#reviews'],
  [
    { is_maker: true, is_new: true },
    4,
    '{name} and 4 other members reviewed {tool}, which you manage',
    '/tool/kettle#reviews',
  ],
])('a review with %j and %d others in its row: "%s"', (data, others, text, path) => {
  expect(describeNotification(review('r', data), nobody, others)).toMatchObject({ text, path })
})

test.each([
  ['new reviews of one tool are one row', {}, {}, true],
  ['reviews of two tools are two rows', {}, { slug: 'teapot' }, false],
  [
    'changed reviews of a tool that the member manages are rows of their own',
    { is_maker: true },
    { is_maker: true },
    false,
  ],
  [
    'a new review and a changed one are two rows',
    { is_maker: true, is_new: true },
    { is_maker: true },
    false,
  ],
])('%s', (_, first, second, isOneRow) => {
  expect(toRowKey(review('a', first)) === toRowKey(review('b', second))).toBe(isOneRow)
})
