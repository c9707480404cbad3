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
const SYMBOL = /`\w+`|<>|<:>|<-|->|::|=>|[$()[\]{},=\\|.<>+\-*/&!:?;#@^~]|[^\s\w]/y

/** The first one that matches makes the token. */
const KINDS: readonly [pattern: RegExp, toToken: (found: string[]) => Omit<Token, 'line'>][] = [
  [
    /\[(json|str|q)\|([\s\S]*?)\|\]/y,
    ([, quoter = '', text = '']) => ({ kind: 'quote', quoter, text }),
  ],
  [/"((?:[^"\\]|\\[\s\S])*)"/y, ([, text = '']) => ({ kind: 'string', text: decodeString(text) })],
  [/\d+/y, ([text = '']) => ({ kind: 'number', text })],
  [/[A-Za-z_][\w.']*/y, ([text = '']) => ({ kind: 'name', text })],
  [SYMBOL, ([text = '']) => ({ kind: 'symbol', text })],
]

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
    if (!match(SPACE)) {
      for (const [pattern, toToken] of KINDS) {
        const found = match(pattern)
        if (!found) continue
        tokens.push({ ...toToken(found), line })
        break
      }
      if (at === start) at += 1
    }
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
