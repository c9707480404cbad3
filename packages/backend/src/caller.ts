import type { Caller } from './database/database.ts'
import { type Claims, type Keys, TokenError } from './keys/keys.ts'

/** What each route knows of its request. */
export interface BackendEnv {
  /** The network address that limits are counted for. */
  Bindings: { clientAddress: string }
  Variables: { identity: Identity }
}

/** The token of one request: a bearer token, else the application's key. It is verified once. */
export class Identity {
  readonly #keys: Keys
  readonly #token: string | undefined
  readonly #hasOtherScheme: boolean
  /** Whether the token is a bearer token, not the application's key. */
  readonly hasBearer: boolean
  #claims: Promise<Claims> | undefined

  constructor({ headers }: Request, keys: Keys) {
    const authorization = headers.get('authorization')
    const bearer = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
    this.#keys = keys
    this.hasBearer = bearer !== undefined
    this.#token = bearer ?? headers.get('apikey') ?? undefined
    this.#hasOtherScheme = Boolean(authorization) && bearer === undefined
  }

  /**
   * @returns nothing without a token
   * @throws {TokenError}
   */
  async loadClaims(): Promise<Claims | undefined> {
    if (!this.#token) return undefined
    this.#claims ??= this.#keys.verify(this.#token)
    return this.#claims
  }

  /**
   * The caller that statements run as; anonymous without a token.
   * @throws {TokenError} also for an `Authorization` header without a bearer token
   */
  async loadCaller(): Promise<Caller> {
    if (this.#hasOtherScheme) throw new TokenError('invalid')
    const claims = await this.loadClaims()
    return claims ? { role: claims.role, claims } : { role: 'anon', claims: {} }
  }
}
