import { toast } from 'sonner'
import { afterEach, expect, test, vi } from 'vitest'
import * as dataWords from '../../data/words.ts'
import { toastSessionEnded, toastSignIn } from './toast.ts'

vi.mock('./toaster.tsx', () => ({ showToaster: () => toast }))
vi.stubGlobal('location', { pathname: '/tool/figma', search: '', assign: vi.fn() })
afterEach(() => void toast.dismiss())

const readToasts = () =>
  toast.getToasts().map((shown) => {
    if (!('title' in shown)) throw new Error('a toast was dismissed')
    return [shown.title, shown.description]
  })
const ENDED = dataWords.sessionEnded
const BOTH = ['Please sign in to vote', `${ENDED}. ${dataWords.sessionEndedMore}`]

test.each([
  ['the end of a session', [() => toastSessionEnded()], [ENDED, dataWords.sessionEndedMore]],
  ['a press of a visitor', [() => toastSignIn('Please sign in to vote')], [BOTH[0], undefined]],
  [
    'two requests that are refused at once',
    [() => toastSessionEnded(), () => toastSessionEnded()],
    [ENDED, dataWords.sessionEndedMore],
  ],
  [
    'a command that notices the end',
    [() => toastSessionEnded(), () => toastSessionEnded('Please sign in to vote')],
    BOTH,
  ],
  [
    'a press right after the end',
    [() => toastSessionEnded(), () => toastSignIn('Please sign in to vote', 'review-1')],
    BOTH,
  ],
] as const)('%s is one message', async (_case, calls, expected) => {
  await Promise.all(calls.map((call) => call()))
  expect(readToasts()).toEqual([expected])
})

test('a press right after the end of the session leads to the sign-in and back to what was pressed', async () => {
  await Promise.all([toastSessionEnded(), toastSignIn('Please sign in to vote', 'review-1')])
  const [shown] = toast.getToasts()
  if (!shown || !('action' in shown)) throw new Error('there is no message with a button')
  const { label, onClick } = shown.action as { label: string; onClick: () => void }
  onClick()
  expect([label, vi.mocked(location.assign).mock.lastCall]).toEqual([
    dataWords.sessionEndedSignIn,
    [`/auth?next=${encodeURIComponent('/tool/figma#review-1')}`],
  ])
})
