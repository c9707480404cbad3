import { findBrokenRules } from '../app/shared/password-rules.ts'
import type { Weakness } from '../backend/auth/users/passwords.ts'
import type { Settings } from '../backend/settings/settings.ts'

/** The site's rule for the password of a new account, in the words of its sign-up form (spec 1 §5). */
export function findWeakness(password: string): Weakness | undefined {
  const broken = findBrokenRules(password)
  if (broken.length === 0) return undefined
  return {
    reasons: [...new Set(broken.map(({ reason }) => reason))],
    message: broken.map(({ problem }) => problem).join(', '),
  }
}

/**
 * Refuses settings that contradict the site: its forms have their own rules for passwords and no field
 * for a mailed code, and its members have a confirmed address.
 * @throws {Error} of one line
 */
export function requireSiteSettings(file: string, { auth }: Settings): void {
  const refuse = (key: string, reason: string) => {
    throw new Error(`${file}: auth.${key}: ${reason}; remove the setting`)
  }
  for (const key of ['minimum_password_length', 'password_requirements'] as const) {
    if (auth[key] !== undefined) refuse(key, 'the site has its own rules for passwords')
  }
  if (auth.email.secure_password_change) {
    refuse('email.secure_password_change', 'the forms of the site have no field for the code')
  }
  if (auth.enable_anonymous_sign_ins) {
    refuse('enable_anonymous_sign_ins', 'members of the site have a confirmed address')
  }
}
