import { type Token, tokenize } from './tokenize.ts'

/** A request of a spec and the response that it expects, in the order of the file. */
export interface SpecCase {
  line: number
  method: string
  path: string
  headers: [string, string][]
  body: string
  /** Without it the request only prepares the next ones. */
  expected?: { status: number; body: ExpectedBody }
}

/** `json` is compared by value, `text` by character, `any` not at all. */
type ExpectedBody =
  | { kind: 'json'; value: unknown }
  | { kind: 'text'; text: string }
  | { kind: 'any' }

type Value =
  | { kind: 'text'; text: string }
  | { kind: 'json'; text: string }
  | { kind: 'number'; value: number }
  | { kind: 'list'; items: Value[] }
  | { kind: 'tuple'; items: Value[] }
  | { kind: 'range'; text: string }
  | { kind: 'unknown'; name: string }

class UnknownError extends Error {}

/** @returns the cases, and the lines of requests whose arguments this reader does not understand */
export function readSpec(source: string): { cases: SpecCase[]; unread: number[] } {
  const tokens = tokenize(source)
  const reader = new Reader(tokens)
  const cases: SpecCase[] = []
  const unread: number[] = []
  while (!reader.atEnd()) {
    reader.readBinding()
    const line = reader.peek()?.line ?? 0
    const method = reader.takeMethod()
    if (method === undefined) {
      reader.skip()
      continue
    }
    const start = reader.at
    try {
      cases.push({ line, ...reader.readCase(method) })
    } catch (error) {
      if (!(error instanceof UnknownError)) throw error
      unread.push(line)
      reader.at = start
    }
  }
  return { cases, unread }
}

const METHODS: Record<string, string> = {
  get: 'GET',
  post: 'POST',
  patch: 'PATCH',
  put: 'PUT',
  delete: 'DELETE',
  options: 'OPTIONS',
}

class Reader {
  at = 0
  readonly #tokens: Token[]
  readonly #bound = new Map<string, Value>()

  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }

  atEnd = () => this.at >= this.#tokens.length
  peek = (ahead = 0) => this.#tokens[this.at + ahead]
  skip = () => {
    this.at += 1
  }

  #is(text: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token?.text === text && (token.kind === 'symbol' || token.kind === 'name')
  }

  /** Remembers `let name = expression`. */
  readBinding(): void {
    if (!this.#is('=', 1) || this.peek()?.kind !== 'name' || this.peek()?.text.startsWith('match'))
      return
    const start = this.at
    const name = this.peek()?.text ?? ''
    this.at += 2
    try {
      this.#bound.set(name, this.#application())
    } catch {
      this.at = start
    }
  }

  takeMethod(): string | undefined {
    const token = this.peek()
    if (token?.kind !== 'name') return undefined
    if (token.text === 'request' && this.peek(1)?.text.startsWith('method')) {
      this.at += 2
      return this.peek(-1)?.text.slice('method'.length).toUpperCase()
    }
    const next = this.peek(1)
    const method = METHODS[token.text]
    if (method && (next?.kind === 'string' || next?.text === '(' || next?.text === '$')) {
      this.skip()
      return `short ${method}`
    }
    return undefined
  }

  readCase(named: string): Omit<SpecCase, 'line'> {
    const isShort = named.startsWith('short ')
    const method = isShort ? named.slice('short '.length) : named
    const path = textOf(this.#atom())
    const headers = isShort ? [] : headersOf(this.#atom())
    const hasBody = isShort ? /^(POST|PATCH|PUT)$/.test(method) : true
    const body = hasBody ? textOf(this.#atom()) : ''
    if (isShort && hasBody) headers.push(['Content-Type', 'application/json'])
    if (!this.#is('`shouldRespondWith`')) return { method, path, headers, body }
    this.skip()
    if (this.#is('$')) this.skip()
    const first = this.#atom()
    let status = first.kind === 'number' ? first.value : 200
    if (this.#is('{')) status = this.#matchers() ?? status
    return { method, path, headers, body, expected: { status, body: expectedOf(first) } }
  }

  /** `{ matchStatus = 200, matchHeaders = [...] }` */
  #matchers(): number | undefined {
    let depth = 0
    let status: number | undefined
    do {
      if (this.#is('{')) depth += 1
      if (this.#is('}')) depth -= 1
      if (this.#is('matchStatus') && this.peek(2)?.kind === 'number')
        status = Number(this.peek(2)?.text)
      this.skip()
    } while (depth > 0 && !this.atEnd())
    return status
  }

  /** A function with its arguments, or values joined with `<>`. */
  #application(): Value {
    let value = this.#call()
    while (this.#is('<>') || this.#is('++')) {
      this.skip()
      value = join(value, this.#call())
    }
    return value
  }

  #call(): Value {
    const token = this.peek()
    const apply = token?.kind === 'name' ? FUNCTIONS[token.text] : undefined
    if (!apply) return this.#atom()
    this.skip()
    const args: Value[] = []
    for (let index = 0; index < apply.arity; index += 1) {
      if (this.#is('$')) {
        this.skip()
        args.push(this.#application())
      } else args.push(this.#atom())
    }
    return apply.build(args)
  }

  #atom(): Value {
    const token = this.peek()
    if (!token) throw new UnknownError()
    this.skip()
    if (token.kind === 'string') return { kind: 'text', text: token.text }
    if (token.kind === 'quote') {
      if (token.text.includes('#{')) throw new UnknownError()
      return token.quoter === 'json'
        ? { kind: 'json', text: token.text }
        : { kind: 'text', text: heredocOf(token.text) }
    }
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text) }
    if (token.text === '(') {
      const first = this.#application()
      const items = [first]
      while (this.#is(',')) {
        this.skip()
        items.push(this.#application())
      }
      if (this.#is('::')) while (!this.#is(')') && !this.atEnd()) this.skip()
      if (!this.#is(')')) throw new UnknownError()
      this.skip()
      return items.length === 1 ? first : { kind: 'tuple', items }
    }
    if (token.text === '[') {
      const items: Value[] = []
      while (!this.#is(']')) {
        items.push(this.#application())
        if (this.#is(',')) this.skip()
        else if (!this.#is(']')) throw new UnknownError()
      }
      this.skip()
      return { kind: 'list', items }
    }
    if (token.kind === 'name') {
      if (token.text === 'mempty' || token.text === 'BL.empty') return { kind: 'text', text: '' }
      if (HEADER_NAMES[token.text]) return { kind: 'text', text: HEADER_NAMES[token.text] ?? '' }
      const bound = this.#bound.get(token.text)
      if (bound) return bound
      if (FUNCTIONS[token.text]?.arity === 0)
        return FUNCTIONS[token.text]?.build([]) ?? { kind: 'unknown', name: token.text }
    }
    throw new UnknownError()
  }
}

const HEADER_NAMES: Record<string, string> = {
  hAccept: 'Accept',
  hContentType: 'Content-Type',
  hAuthorization: 'Authorization',
  hRange: 'Range',
  hCookie: 'Cookie',
}

const pair = (name: string, value: string): Value => ({
  kind: 'tuple',
  items: [
    { kind: 'text', text: name },
    { kind: 'text', text: value },
  ],
})

const rangeHeaders = (range: Value | undefined): Value[] => {
  if (range?.kind !== 'range') throw new UnknownError()
  return [pair('Range-Unit', 'items'), pair('Range', range.text)]
}

const FUNCTIONS: Record<string, { arity: number; build: (args: Value[]) => Value }> = {
  ByteRangeFromTo: {
    arity: 2,
    build: ([from, to]) => ({ kind: 'range', text: `${numberOf(from)}-${numberOf(to)}` }),
  },
  ByteRangeFrom: { arity: 1, build: ([from]) => ({ kind: 'range', text: `${numberOf(from)}-` }) },
  rangeHdrs: { arity: 1, build: ([range]) => ({ kind: 'list', items: rangeHeaders(range) }) },
  rangeHdrsWithCount: {
    arity: 1,
    build: ([range]) => ({
      kind: 'list',
      items: [pair('Prefer', 'count=exact'), ...rangeHeaders(range)],
    }),
  },
  acceptHdrs: {
    arity: 1,
    build: ([type]) => ({ kind: 'list', items: [pair('Accept', textOf(type))] }),
  },
  authHeaderJWT: { arity: 1, build: ([token]) => pair('Authorization', `Bearer ${textOf(token)}`) },
  toS: { arity: 1, build: ([text]) => text ?? { kind: 'text', text: '' } },
}

function numberOf(value: Value | undefined): number {
  if (value?.kind !== 'number') throw new UnknownError()
  return value.value
}

function textOf(value: Value | undefined): string {
  if (value?.kind === 'json') return JSON.stringify(parseLenient(value.text)) ?? value.text
  if (value?.kind !== 'text') throw new UnknownError()
  return value.text
}

function headersOf(value: Value): [string, string][] {
  if (value.kind === 'text' && value.text === '') return []
  if (value.kind !== 'list') throw new UnknownError()
  return value.items.map((item) => {
    if (item.kind !== 'tuple') throw new UnknownError()
    return [textOf(item.items[0]), textOf(item.items[1])]
  })
}

function join(left: Value, right: Value): Value {
  if (left.kind === 'list' && right.kind === 'list')
    return { kind: 'list', items: [...left.items, ...right.items] }
  return { kind: 'text', text: textOf(left) + textOf(right) }
}

function expectedOf(value: Value): ExpectedBody {
  if (value.kind === 'number') return { kind: 'any' }
  if (value.kind === 'json') return { kind: 'json', value: parseLenient(value.text) }
  return { kind: 'text', text: textOf(value) }
}

/** JSON whose keys may lack their quotes. */
function parseLenient(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    try {
      return JSON.parse(text.replaceAll(/([{,]\s*)([A-Za-z_]\w*)(\s*:)/g, '$1"$2"$3'))
    } catch {
      throw new UnknownError()
    }
  }
}

/** A heredoc's lines without their margin: spaces and a bar. */
const heredocOf = (text: string) => text.replaceAll(/\n[ \t]*\|/g, '\n')
