import { CircleDashed } from 'lucide-react'
import {
  findPasswordProblems,
  passwordStrength,
  SIGN_UP_PASSWORD_MIN,
} from '../../shared/password-rules.ts'
import * as passwordsWords from '../words/passwords.ts'

const LEVELS = { weak: 1, medium: 2, strong: 3 }
const COLORS = { weak: 'bg-bad', medium: 'bg-star', strong: 'bg-good' }

export function PasswordStrength({ password }: { password: string }) {
  if (password === '') return passwordsWords.STRENGTH.hint(SIGN_UP_PASSWORD_MIN)
  const strength = passwordStrength(password)
  const problems = findPasswordProblems(password)
  return (
    <span className="grid gap-1">
      <span aria-hidden className="flex gap-1">
        {[1, 2, 3].map((level) => (
          <span
            key={level}
            className={`h-1.5 flex-1 forced-color-adjust-none rounded-full ${level <= LEVELS[strength] ? COLORS[strength] : 'bg-line'}`}
          />
        ))}
      </span>
      <span aria-live="polite">
        {passwordsWords.STRENGTH[strength]}
        {problems.map((problem) => (
          <span key={problem} className="flex items-start gap-1.5">
            <CircleDashed aria-hidden size={14} className="mt-1 shrink-0" />
            {problem}
          </span>
        ))}
      </span>
    </span>
  )
}
