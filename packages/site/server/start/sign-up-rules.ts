import type { SignUpRules } from '@toolmark/backend/auth/context.ts'

/** The site's rules for new accounts: invitations, blocked domains (spec 4 §3), and names (spec 1 §5). */
export const signUpRules: SignUpRules = async (db, email, use, metadata = {}) => {
  const [row] = await db.query<{ refusal: { error_code: string; msg: string } | null }>(
    `select coalesce(private.${use === 'change' ? 'refuse_address' : 'refuse_sign_up'}($1), private.refuse_names($2::jsonb)) as refusal`,
    [email, JSON.stringify(metadata)],
  )
  return row?.refusal ?? undefined
}
