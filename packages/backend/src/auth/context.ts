import type { Context } from 'hono'
import type { BackendEnv } from '../caller.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { Keys } from '../keys/keys.ts'
import type { MailLook } from '../mail/mail-layout.ts'
import type { Mail } from '../mail/mailer.ts'
import type { Settings } from '../settings/settings.ts'
import type { CreateCounter } from '../shared-counters.ts'
import { createProviders } from './external/providers.ts'
import { createLimits, type Limits } from './limits.ts'
import type { MailUse } from './mail/mail-quota.ts'
import type { ClientInfo, SessionOptions } from './sessions.ts'
import type { Weakness } from './users/passwords.ts'

/**
 * Says why an account cannot be made, or an address not be used. It must not depend on whether there is
 * an account, because the answer would reveal it. A trigger that enforces the same rules raises the message as a violation of the constraint
 * `sign_up_rules`, with the error code as its details.
 * @param db the transaction in which the account would be made or changed
 * @param use 'change' if a member takes another address
 * @param metadata that a person has typed for a new account
 */
export type SignUpRules = (
  db: Transaction,
  email: string,
  use: 'sign-up' | 'change',
  metadata?: object,
) => Promise<{ error_code: string; msg: string } | undefined>

export interface AuthOptions {
  database: Database
  keys: Keys
  /** Resolves when the mail cannot be lost. */
  sendMail: (mail: Mail) => Promise<void>
  settings: Settings['auth']
  /** The public origin; mailed links lead there. */
  siteUrl: string
  /** The path of the page that redeems a mailed link; by default the link itself redeems the token. */
  linkPath?: string | undefined
  /** Origin of this process, if it differs from `siteUrl`: always an allowed redirect. */
  ownUrl?: string
  siteName: string
  /** Where members write if a change of their account is not theirs. */
  contact?: string
  /** Colors of the mail; the default is black on white. */
  mailLook?: MailLook
  /** The product's rule for a new account's password, unless the settings have one. */
  passwordRules?: (password: string) => Weakness | undefined
  /** The rules of the product for new accounts. The service key is exempt. */
  signUpRules?: SignUpRules
  /** Logs an error for the operator. */
  log: (error: unknown) => void
  /** Called once in each hour in which half of a share of the mail is sent. */
  onMailHalfUsed?: (use: MailUse) => void
  /** Of the limits that protect accounts and mail. */
  createCounter: CreateCounter
  /** The number of processes, each of which counts networks for itself. */
  countProcesses: () => number
}

export type AuthRequest = Context<BackendEnv>

/** What the routes of this service share. */
export interface AuthContext extends AuthOptions {
  limits: Limits
  sessionOptions: SessionOptions
  providers: ReturnType<typeof createProviders>
}

export function createContext(options: AuthOptions): AuthContext {
  return {
    ...options,
    providers: createProviders(options.settings.external),
    limits: createLimits(options.settings, options),
    sessionOptions: {
      keys: options.keys,
      accessTokenLifetime: options.settings.jwt_expiry,
      timebox: options.settings.sessions.timebox,
      inactivityTimeout: options.settings.sessions.inactivity_timeout,
      issuer: `${options.siteUrl}/auth/v1`,
    },
  }
}

/** The client of a session, which its user can see in a list of sessions. */
export const getClientInfo = (c: AuthRequest): ClientInfo => ({
  userAgent: c.req.header('user-agent')?.slice(0, 300) ?? null,
  address: c.env.clientAddress,
})
