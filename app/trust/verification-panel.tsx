import { Check } from 'lucide-react'

const LISTS = [
  {
    title: 'Identity',
    points: [
      'Every account confirms an e-mail address before it can write.',
      'Work addresses can be tied to a company.',
      'Usernames of the site itself cannot be taken.',
    ],
  },
  {
    title: 'Content quality',
    points: [
      'A review has a title, at least ten characters and at most a thousand.',
      'Markup and scripts are taken out before anything is kept.',
      'Readers say which reviews helped them, never about their own.',
    ],
  },
  {
    title: 'Usage verification',
    points: [
      'One review a person and tool.',
      'Reviewers can show what they do and where.',
      'An average is computed from its reviews, and cannot be written.',
    ],
  },
  {
    title: 'Ongoing monitoring',
    points: [
      'Sign-ups, sign-ins and mails are limited per address and per person.',
      'Counts follow every change of a review, also when an account goes.',
      'The rules are published with the software: anyone may check them.',
    ],
  },
] as const

export function VerificationPanel() {
  return (
    <section aria-labelledby="verification">
      <h2 id="verification" className="display mb-4 text-2xl">
        Verification
      </h2>
      <div className="grid gap-4 md:grid-cols-2">
        {LISTS.map(({ title, points }) => (
          <section key={title} className="panel p-6">
            <h3 className="mb-3 font-semibold">{title}</h3>
            <ul className="grid gap-2 text-sm">
              {points.map((point) => (
                <li key={point} className="flex gap-2">
                  <Check aria-hidden size={16} className="mt-0.5 shrink-0 text-good" />
                  {point}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  )
}
