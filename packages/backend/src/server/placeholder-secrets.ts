import { isLocalUrl } from './client-address.ts'

/** Words of example values, of this repository's documents and of others: Supabase, PostgREST, jwt.io. */
const EXAMPLE =
  /(replace|change)[-_ .]?(me|it|this)|your[-_ .].*(secret|key|token|password)|super[-_ .]?secret|at[-_ .]least[-_ .]\d+|placeholder|example|really(really)+|the[-_ .]metrics[-_ .]token|^<.*>$|…|\.\.\./i

/** What tells the reader to write something else there, and values for trying something out. */
const INSTRUCTION =
  /(generate|insert|enter|paste|put|set|type|add|fill)[-_ .].*(secret|key|token|value|password|random|here)|random[-_ .](secret|value|string|key|text)|openssl[-_ .]rand|must[-_ .]be[-_ .]|do[-_ .]not[-_ .]use|not[-_ .]for[-_ .]production|insecure|(dev|development|test|testing|dummy|demo|sample|default|secret)[-_ .](jwt|secret|key|token|password|value)/i

/** A variable whose value no program has put in: `${NAME}`, `$(NAME)`, `{{ name }}`, `env(NAME)`, `%NAME%`, `@NAME@`. */
const UNEXPANDED =
  /\$\{\w+[^}]*\}|\$\([a-z][^)]*\)|\{\{.*\}\}|\benv\(\w+\)|^\$[A-Z_]{4,}$|%[A-Z][A-Z_]{3,}%|@[A-Z][A-Z_]{3,}@|__[A-Z][A-Z_]{3,}__/i

const isExample = (text: string) =>
  [EXAMPLE, INSTRUCTION, UNEXPANDED].some((pattern) => pattern.test(text))

/** A text, or a part of it, over and over: `x` or `0123456789`. */
const REPEATED = /^(.{1,16}?)\1*(.{0,15})$/s

/** Passwords of addresses in documents; allowed for servers on the same machine. */
const EXAMPLE_PASSWORD = /^(user|my)?pass(w[o0]rd)?\d*$|^secret$|^pw$/i

/** With fewer a text is no random one. */
const LEAST_DIFFERENT = 8

/** Rows and columns of keyboards. */
const KEYBOARD_ROWS = [
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '8ik,',
  '9ol.',
  '0p;/',
  '`1234567890-=',
  'qwertyuiop[]',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
]

/** Of random characters at most a fifth continue those before them, also of hexadecimal ones. */
const LEAST_UNEXPECTED = { share: 0.4, ofCharacters: 32 }

const isNeighbor = (one: string, other: string) =>
  KEYBOARD_ROWS.some((row) => row.includes(one + other) || row.includes(other + one))

/**
 * How many characters do not continue those before them: as letters, digits and keys follow each other, also two such
 * sequences in turns, or as in an earlier place of the text.
 */
function countUnexpected(secret: string): number {
  const text = [...secret.toLowerCase()]
  const codes = text.map((sign) => sign.codePointAt(0) ?? 0)
  const step = (place: number, width: number) =>
    (codes[place] ?? Number.NaN) - (codes[place - width] ?? Number.NaN)
  const isNext = (place: number, width: number) =>
    Math.abs(step(place, width)) <= 1 ||
    (place >= width && isNeighbor(text[place - width] ?? '', text[place] ?? ''))
  return text.filter((_sign, place) => {
    if (isNext(place, 1) || step(place, 1) === step(place - 1, 1)) return false
    if (isNext(place, 2) && isNext(place - 1, 2)) return false
    const end = text.slice(Math.max(place - 2, 0), place + 1).join('')
    return end.length < 3 || text.join('').indexOf(end) >= place - 2
  }).length
}

/** Whether a secret is in public documents, or is easy to guess. */
export function isPlaceholder(secret: string): boolean {
  const least = LEAST_UNEXPECTED.share * Math.min(secret.length, LEAST_UNEXPECTED.ofCharacters)
  const [, part = '', rest = ''] = REPEATED.exec(secret) ?? []
  const isRepeated = part !== '' && part.startsWith(rest) && secret.length >= 2 * part.length
  const isSequence = countUnexpected(secret) < least
  return isExample(secret) || isRepeated || isSequence || new Set(secret).size < LEAST_DIFFERENT
}

/** Whether an address has the password of an example. */
export function hasPlaceholderPassword(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { username, password, hostname } = new URL(address)
  const text = decode(password)
  const origin = `http://${hostname}`
  const isOwnMachine = URL.canParse(origin) && isLocalUrl(origin)
  const isGuessed =
    EXAMPLE_PASSWORD.test(text) || text.toLowerCase() === decode(username).toLowerCase()
  return text !== '' && (isExample(text) || (isGuessed && !isOwnMachine))
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
