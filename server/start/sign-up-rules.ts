import type { SignUpRules } from '../../backend/auth/context.ts'

/** The site's rules for new accounts: invitations and blocked domains (spec 4 §3). */
export const signUpRules: SignUpRules = async (db, email, use) => {
  const [row] = await db.query<{ refusal: { error_code: string; msg: string } | null }>(
    `select private.${use === 'change' ? 'refuse_address' : 'refuse_sign_up'}($1) as refusal`,
    [email],
  )
  return row?.refusal ?? undefined
}
