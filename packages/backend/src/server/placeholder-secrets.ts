import { isLocalUrl } from './client-address.ts'

/** Words of example values, of this repository's documents and of others: Supabase, PostgREST, jwt.io. */
const EXAMPLE =
  /(replace|change)[-_ .]?(me|it|this)|your[-_ .].*(secret|key|token|password)|super[-_ .]?secret|at[-_ .]least[-_ .]\d+|placeholder|example|really(really)+|the[-_ .]metrics[-_ .]token|^<.*>$|…|\.\.\./i

/** A text, or a part of it, over and over: `x` or `0123456789`. */
const REPEATED = /^(.{1,16}?)\1*(.{0,15})$/s

/** Passwords of addresses in documents; allowed for servers on the same machine. */
const EXAMPLE_PASSWORD = /^(user)?pass(word)?$|^secret$|^pw$/i

/** With fewer a text is no random one. */
const LEAST_DIFFERENT = 8

/** Whether a secret is in public documents, or is easy to guess. */
export function isPlaceholder(secret: string): boolean {
  const [, part = '', rest = ''] = REPEATED.exec(secret) ?? []
  const isRepeated = part !== '' && part.startsWith(rest) && secret.length >= 2 * part.length
  return EXAMPLE.test(secret) || isRepeated || new Set(secret).size < LEAST_DIFFERENT
}

/** Whether an address has the password of an example. */
export function hasPlaceholderPassword(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { password, hostname } = new URL(address)
  const text = decode(password)
  const origin = `http://${hostname}`
  const isOwnMachine = URL.canParse(origin) && isLocalUrl(origin)
  return text !== '' && (EXAMPLE.test(text) || (EXAMPLE_PASSWORD.test(text) && !isOwnMachine))
}

/** Whether a key is one of the published demonstration keys of Supabase. */
export function isDemoKey(key: string): boolean {
  const [, payload = ''] = key.split('.')
  return Buffer.from(payload, 'base64url').toString().includes('"supabase-demo"')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
