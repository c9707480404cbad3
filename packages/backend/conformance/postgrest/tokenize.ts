/** A token of the subset of Haskell that PostgREST's specs use. */
export interface Token {
  kind: 'string' | 'quote' | 'name' | 'number' | 'symbol'
  /** The decoded text; of a quasi-quotation its content. */
  text: string
  /** The quoter of a quasi-quotation: json or str. */
  quoter?: string
  line: number
}

const SPACE = /(?:\s+|--(?=[\s|-]|\w)[^\n]*|\{-[\s\S]*?-\})/y
const QUOTE = /\[(json|str|q)\|([\s\S]*?)\|\]/y
const STRING = /"((?:[^"\\]|\\[\s\S])*)"/y
const NUMBER = /\d+/y
const NAME = /[A-Za-z_][\w.']*/y
const SYMBOL = /`\w+`|<>|<:>|<-|->|::|=>|[$()[\]{},=\\|.<>+\-*/&!:?;#@^~]|[^\s\w]/y

export function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  let line = 1
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (!found) return undefined
    at += found[0].length
    return found
  }
  while (at < source.length) {
    const start = at
    const startLine = line
    const add = (token: Omit<Token, 'line'>) => tokens.push({ ...token, line: startLine })
    let found = match(SPACE)
    if (!found) {
      found = match(QUOTE)
      if (found) add({ kind: 'quote', quoter: found[1] ?? '', text: found[2] ?? '' })
    }
    if (!found) {
      found = match(STRING)
      if (found) add({ kind: 'string', text: decodeString(found[1] ?? '') })
    }
    if (!found) {
      found = match(NUMBER)
      if (found) add({ kind: 'number', text: found[0] })
    }
    if (!found) {
      found = match(NAME)
      if (found) add({ kind: 'name', text: found[0] })
    }
    if (!found) {
      found = match(SYMBOL)
      if (found) add({ kind: 'symbol', text: found[0] })
    }
    if (!found) at += 1
    line += source.slice(start, at).split('\n').length - 1
  }
  return tokens
}

const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '"': '"',
  '\\': '\\',
  "'": "'",
}

function decodeString(text: string): string {
  return text.replaceAll(
    /\\(?:(\d+)|x([\da-fA-F]+)|(\s+)\\|(&)|(.))/g,
    (_, decimal, hex, gap, empty, letter) => {
      if (decimal) return String.fromCodePoint(Number(decimal))
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
      if (gap || empty) return ''
      return ESCAPES[letter] ?? letter
    },
  )
}
