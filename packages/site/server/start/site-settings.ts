import type { Weakness } from '@toolmark/backend/auth/users/passwords.ts'
import type { Settings } from '@toolmark/backend/settings/settings.ts'
import { findBrokenRules } from '../../app/shared/password-rules.ts'

/** The site's rule for the password of a new account, in the words of its sign-up form (spec 1 §5). */
export function findPasswordWeakness(password: string): Weakness | undefined {
  const broken = findBrokenRules(password)
  if (broken.length === 0) return undefined
  return {
    reasons: [...new Set(broken.map(({ reason }) => reason))],
    message: broken.map(({ problem }) => problem).join(', '),
  }
}

/**
 * Refuses settings that contradict the site: its forms have their own rules for passwords.
 * @throws {Error} of one line that names each of them
 */
export function requireSiteSettings(file: string, { auth }: Settings): void {
  const rules = ['minimum_password_length', 'password_requirements'] as const
  const set = rules.filter((key) => auth[key] !== undefined)
  if (set.length === 0) return
  const list = set.map((key) => `auth.${key}`).join(', ')
  throw new Error(`${file}: remove ${list} (the site has its own rules for passwords)`)
}
