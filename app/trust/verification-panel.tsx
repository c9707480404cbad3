import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { Rich } from '../ui/format/rich-text.tsx'
import * as trustWords from './words.ts'

export function VerificationPanel() {
  return (
    <section aria-labelledby="verification">
      <h2 id="verification" className="display mb-4 text-2xl">
        {trustWords.verificationTitle}
      </h2>
      <p className="mb-4 text-soft">
        <Rich
          text={trustWords.verificationMore}
          parts={{
            guidelines: (words) => (
              <Link to="/guidelines#reviews" className="text-link underline">
                {words}
              </Link>
            ),
            log: (words) => (
              <Link to="/moderation-log" className="text-link underline">
                {words}
              </Link>
            ),
          }}
        />
      </p>
      <div className="grid gap-4 md:grid-cols-2">
        {trustWords.verificationLists.map(({ title, points }) => (
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
