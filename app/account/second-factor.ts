import { getSupabase } from '../data/session.ts'
import { IDENTITY } from '../identity.ts'
import { type AuthFailure, accountMessage } from './auth-messages.ts'
import * as enteringWords from './words/entering.ts'

/** What starts an authenticator app. */
export interface Enrolment {
  factorId: string
  /** base32, to be typed */
  secret: string
  /** `otpauth://`, to be opened */
  uri: string
  /** A picture of the address, as an address of its own. */
  qrCode: string
}

/** @throws {Error} in the reader's words */
export async function startEnrolment(): Promise<Enrolment> {
  const { auth } = await getSupabase()
  const { data, error } = await auth.mfa.enroll({
    factorType: 'totp',
    issuer: IDENTITY.name,
    // Two that were begun may not have the same name.
    friendlyName: enteringWords.appName(new Date().toISOString()),
  })
  if (error) throw new Error(codeMessage(error))
  return {
    factorId: data.id,
    secret: data.totp.secret,
    uri: data.totp.uri,
    qrCode: data.totp.qr_code,
  }
}

/** @returns what to say when the code was refused */
export async function sendCode(factorId: string, code: string): Promise<string | undefined> {
  const { auth } = await getSupabase()
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code })
  return error ? codeMessage(error) : undefined
}

/** A code of the viewer's authenticator, or a recovery code. @returns why it was refused */
export async function passCodeStep(code: string, isRecovery: boolean): Promise<string | undefined> {
  const { auth } = await getSupabase()
  if (isRecovery) {
    const { error } = await auth.mfa.recoveryCodes.verify({ code })
    return error ? codeMessage(error) : undefined
  }
  const { data, error } = await auth.mfa.listFactors()
  const [factor] = data?.totp ?? []
  if (!factor) return error ? codeMessage(error) : enteringWords.codeRefusedNoApp
  return sendCode(factor.id, code)
}

/** New recovery codes; older ones stop working. @returns none where the server knows of none */
export async function makeRecoveryCodes(): Promise<string[]> {
  const { recoveryCodes } = (await getSupabase()).auth.mfa
  const first = await recoveryCodes.generate()
  if (!first.error) return first.data.codes
  return (await recoveryCodes.regenerate()).data?.codes ?? []
}

/** Takes every factor away, codes first: they may not stay alone. @returns why it failed */
export async function turnOff(): Promise<string | undefined> {
  const { auth } = await getSupabase()
  const codes = await auth.mfa.recoveryCodes.unenroll()
  if (codes.error && codes.error.status !== 404) return codeMessage(codes.error)
  const { data, error } = await auth.mfa.listFactors()
  if (error) return codeMessage(error)
  for (const { id } of data.totp) {
    const { error: refusal } = await auth.mfa.unenroll({ factorId: id })
    if (refusal) return codeMessage(refusal)
  }
  // The session's own copy of the account still shows them.
  await auth.refreshSession()
  return undefined
}

function codeMessage(refusal: AuthFailure & { message: string }): string {
  if (refusal.status === 429) return enteringWords.codeRefusedTooMany
  if (refusal.code === 'mfa_verification_failed') {
    return enteringWords.codeRefusedWrong
  }
  return accountMessage(refusal)
}
