import { TOTP } from 'otpauth'

const STEP_MS = 30_000

/**
 * The code of an authenticator app.
 * @param drift steps of 30 s from now; each code is accepted once
 */
export const createCode = (secret: string, drift = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + drift * STEP_MS })
