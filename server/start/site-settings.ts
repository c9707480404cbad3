import { findBrokenRules } from '../../app/shared/password-rules.ts'
import type { Weakness } from '../../backend/auth/users/passwords.ts'
import type { Settings } from '../../backend/settings/settings.ts'

/** The site's rule for the password of a new account, in the words of its sign-up form (spec 1 §5). */
export function findPasswordWeakness(password: string): Weakness | undefined {
  const broken = findBrokenRules(password)
  if (broken.length === 0) return undefined
  return {
    reasons: [...new Set(broken.map(({ reason }) => reason))],
    message: broken.map(({ problem }) => problem).join(', '),
  }
}

const OWN_RULES = 'the site has its own rules for passwords'

/**
 * Refuses settings that contradict the site: its forms have their own rules for passwords and no field
 * for a mailed code, and it has no screens for anonymous users.
 * @throws {Error} of one line that names each of them
 */
export function requireSiteSettings(file: string, { auth }: Settings): void {
  const contradictions: [key: string, isSet: boolean, reason: string][] = [
    ['minimum_password_length', auth.minimum_password_length !== undefined, OWN_RULES],
    ['password_requirements', auth.password_requirements !== undefined, OWN_RULES],
    [
      'email.secure_password_change',
      auth.email.secure_password_change,
      'the forms of the site have no field for the code',
    ],
    [
      'enable_anonymous_sign_ins',
      auth.enable_anonymous_sign_ins,
      'the site has no screens for anonymous users',
    ],
  ]
  const set = contradictions.filter(([, isSet]) => isSet)
  if (set.length === 0) return
  const list = set.map(([key, , reason]) => `auth.${key} (${reason})`).join(', ')
  throw new Error(`${file}: remove ${list}`)
}
