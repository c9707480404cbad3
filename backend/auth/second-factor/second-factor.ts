import { Hono } from 'hono'
import type { BackendEnv } from '../../caller.ts'
import type { AuthContext } from '../context.ts'
import {
  deleteCodes,
  generateCodes,
  regenerateCodes,
  sendCodesStatus,
  verifyCode,
} from './recovery-codes.ts'
import { challenge, enroll, unenroll, verifyTotp } from './totp-factor.ts'

/** The routes of `/factors`: codes of an authenticator app (RFC 6238) and recovery codes. */
export function secondFactorRoutes(auth: AuthContext): Hono<BackendEnv> {
  const app = new Hono<BackendEnv>()
  app.post('/', (c) => enroll(auth, c))
  app.get('/recovery-codes', (c) => sendCodesStatus(auth, c))
  app.post('/recovery-codes', (c) => generateCodes(auth, c))
  app.post('/recovery-codes/verify', (c) => verifyCode(auth, c))
  app.post('/recovery-codes/regenerate', (c) => regenerateCodes(auth, c))
  app.delete('/recovery-codes', (c) => deleteCodes(auth, c))
  app.post('/:id/challenge', (c) => challenge(auth, c))
  app.post('/:id/verify', (c) => verifyTotp(auth, c))
  app.delete('/:id', (c) => unenroll(auth, c))
  return app
}
