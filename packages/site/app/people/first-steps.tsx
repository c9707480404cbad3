import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { useSession } from '../session/session.ts'
import { isAreaOn } from '../shared/areas.ts'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import { Section } from '../ui/panels.tsx'
import { useOwnProfile, useOwnStats } from './own-profile.ts'
import * as peopleWords from './words.ts'

const DAY_MS = 86_400_000
const SHOWN_DAYS = 30

/** Three first steps of a member who joined in the last 30 days, until all are done. */
export function FirstSteps({ userId }: { userId: string }) {
  const { data: profile } = useOwnProfile(userId)
  const { data: stats } = useOwnStats(userId)
  if (!profile || !stats) return null
  if (Date.now() - Date.parse(profile.created_at) > SHOWN_DAYS * DAY_MS) return null
  const steps = [
    { ...peopleWords.profile, to: '/profile-settings', isDone: Boolean(profile.bio) },
    { ...peopleWords.review, to: '/write-review', isDone: stats.total_reviews > 0 },
    ...(isAreaOn('profiles')
      ? [{ ...peopleWords.follow, to: '/trust?tab=reviews', isDone: stats.following_count > 0 }]
      : []),
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <Section id="first-steps" title={peopleWords.title}>
      <ol className="grid gap-4 md:grid-cols-3">
        {steps.map(({ to, label, text, isDone }, index) => (
          <li key={to} className="flex gap-3">
            <span
              aria-hidden
              className={`grid size-8 shrink-0 place-items-center rounded-full border text-sm font-semibold ${isDone ? 'border-transparent bg-good text-on-ink' : 'border-edge'}`}
            >
              {isDone ? <Check size={16} /> : index + 1}
            </span>
            <div className="min-w-0">
              {isDone ? (
                <p className="font-medium text-soft">
                  <Rich text={peopleWords.done} parts={{ label, hidden }} />
                </p>
              ) : (
                <Link to={to} className="font-medium text-link hover:underline">
                  {label}
                </Link>
              )}
              <p className="text-sm text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** The first steps of a new member; loaded only for members. */
export default function MemberSteps() {
  const { user } = useSession()
  return user ? (
    <div className="page empty:hidden">
      <FirstSteps userId={user.id} />
    </div>
  ) : null
}
