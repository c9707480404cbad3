import { sendCommand, toCommandError } from '../../data/command.ts'
import { CommandError } from '../../data/command-error.ts'
import { getSupabase } from '../../session/session.ts'
import { IDENTITY } from '../../shared/identity.ts'
import { NO_APP } from '../auth-failures.ts'
import * as signInWords from '../words.ts'

/** The secret of an authenticator app. */
export interface Enrolment {
  factorId: string
  /** base32, for typing */
  secret: string
  /** `otpauth://`, for a link */
  uri: string
  /** The QR code of `uri`, as a data URL. */
  qrCode: string
}

/** @throws {CommandError} */
export async function startEnrolment(): Promise<Enrolment> {
  const { mfa } = (await getSupabase()).auth
  const { id, totp } = await sendCommand(
    mfa.enroll({
      factorType: 'totp',
      issuer: IDENTITY.name,
      // Two unfinished enrolments may not have the same name.
      friendlyName: signInWords.appName(new Date().toISOString()),
    }),
  )
  return { factorId: id, secret: totp.secret, uri: totp.uri, qrCode: totp.qr_code }
}

/** @throws {CommandError} */
export async function cancelEnrolment({ factorId }: Enrolment): Promise<void> {
  const { mfa } = (await getSupabase()).auth
  await sendCommand(mfa.unenroll({ factorId }))
}

/** @throws {CommandError} */
export async function sendCode(factorId: string, code: string): Promise<void> {
  const { mfa } = (await getSupabase()).auth
  await sendCommand(mfa.challengeAndVerify({ factorId, code }))
}

/**
 * Sends a code of the member's authenticator app, or a recovery code.
 * @throws {CommandError}
 */
export async function sendSecondFactor(code: string, isRecovery: boolean): Promise<void> {
  const { mfa } = (await getSupabase()).auth
  if (isRecovery) {
    await sendCommand(mfa.recoveryCodes.verify({ code }))
    return
  }
  const [factor] = (await sendCommand(mfa.listFactors())).totp
  if (!factor) throw new CommandError('refused', { code: NO_APP })
  await sendCode(factor.id, code)
}

/**
 * New recovery codes; older ones stop working.
 * @throws {CommandError}
 */
export async function makeRecoveryCodes(): Promise<string[]> {
  const { recoveryCodes } = (await getSupabase()).auth.mfa
  const first = await recoveryCodes.generate()
  return first.data?.codes ?? (await sendCommand(recoveryCodes.regenerate())).codes
}

/**
 * Removes every factor. The recovery codes go first, since they may not be the only factor.
 * @throws {CommandError}
 */
export async function disableSecondFactor(): Promise<void> {
  const { auth } = await getSupabase()
  const { error } = await auth.mfa.recoveryCodes.unenroll()
  // 404: the account has no recovery codes, or the server does not know them.
  if (error && error.status !== 404) throw toCommandError(error)
  const { totp } = await sendCommand(auth.mfa.listFactors())
  for (const { id } of totp) await sendCommand(auth.mfa.unenroll({ factorId: id }))
  // The session's own copy of the account still has the factors.
  await auth.refreshSession()
}
