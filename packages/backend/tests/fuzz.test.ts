// Generated malformed requests to every endpoint cause no server error, no timeout and no leak of
// internals.
import fc from 'fast-check'
import { test } from 'vitest'
import { shareFilmsBackend } from './support/databases/films.ts'

/** `npm run soak` runs many more. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 250)

const backend = await shareFilmsBackend()
const member = await backend.createMember()
const bearers: Record<string, string | undefined> = {
  member: member.token,
  service: backend.serviceKey,
}

/** One of the words of a text. */
const wordOf = (words: string) => fc.constantFrom(...words.split(/\s+/))

const oddText = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    'null',
    '__proto__',
    'constructor',
    "'; drop table films; --",
    '1e999',
    '-1',
    '9999999999999999999',
    '{}',
    '{a,"b}',
    '(1,2',
    '%00',
    '\u0000',
    '\ud800',
    '../../etc/passwd',
    'a'.repeat(3000),
    '"'.repeat(50),
    '('.repeat(200),
    '*',
    '\\',
  ),
)
/** One of the words, and now and then an odd text. */
const mostly = (weight: number, words: string) =>
  fc.oneof({ weight, arbitrary: wordOf(words) }, { weight: 1, arbitrary: oddText })
const name = mostly(
  4,
  `id title rating facts tags shown made director_id film_id words directors roles actors films
   siblings maker full_name`,
)
const relation = mostly(
  6,
  `films directors technical_specs actors roles pairs counters orders addresses comments
   films_view homes wide todos`,
)
const operator = mostly(
  5,
  `eq neq gt lt like ilike match in is fts wfts(english) fts(klingon) cs cd ov sl adj not.eq not.in
   like(any) eq(all) isdistinct`,
)
const value = fc.oneof(
  oddText,
  fc.integer().map(String),
  fc.uuid(),
  fc.constantFrom('(1,2)', '{1,2}', '[1,2)', 'true', '"x"'),
)
const filter = fc.tuple(operator, value).map(([by, operand]) => `${by}.${operand}`)
const { logic } = fc.letrec<{ logic: string; part: string }>((tie) => ({
  logic: fc.array(tie('part'), { maxLength: 3 }).map((parts) => `(${parts.join(',')})`),
  part: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(name, filter).map(([column, rest]) => `${column}.${rest}`),
    fc
      .tuple(fc.constantFrom('and', 'or', 'not.and', ''), tie('logic'))
      .map(([word, rest]) => word + rest),
  ),
}))
const { select } = fc.letrec<{ select: string; entry: string }>((tie) => ({
  select: fc.array(tie('entry'), { maxLength: 4 }).map((entries) => entries.join(',')),
  entry: fc.oneof(
    { depthSize: 'small' },
    name,
    fc
      .tuple(name, fc.constantFrom('::text', '->a', '->>0', '::int[]', '::x y', '.avg()'))
      .map(([column, end]) => column + end),
    fc
      .tuple(
        fc.constantFrom('', '...', 'x:'),
        name,
        fc.constantFrom('', '!inner', '!director_id', '!!'),
        tie('select'),
      )
      .map(([before, embed, hint, inside]) => `${before}${embed}${hint}(${inside})`),
  ),
}))
const parameter = fc.oneof(
  fc.tuple(name, filter),
  fc.tuple(fc.constantFrom('or', 'and', 'not.or', 'roles.or'), logic),
  fc.tuple(fc.constant('select'), select),
  fc.tuple(
    fc.constantFrom('order', 'roles.order'),
    fc
      .tuple(name, fc.constantFrom('', '.desc', '.nullslast', '.up'))
      .map((parts) => parts.join('')),
  ),
  fc.tuple(wordOf('limit offset roles.limit columns on_conflict apikey'), value),
  fc.tuple(oddText, oddText),
)
const json = fc.oneof(
  { weight: 3, arbitrary: fc.dictionary(name, fc.jsonValue({ maxDepth: 3 })) },
  {
    weight: 1,
    arbitrary: fc.array(fc.dictionary(name, fc.jsonValue({ maxDepth: 1 })), { maxLength: 4 }),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
)
const body = fc.oneof(
  json.map((each) => JSON.stringify(each)),
  oddText,
)
const headers = fc.dictionary(
  wordOf('Prefer Range Accept Content-Type Accept-Profile Content-Profile x-upsert If-None-Match'),
  fc.oneof(
    fc.constantFrom(
      'return=representation',
      'count=exact',
      'count=planned',
      'count=estimated',
      'resolution=merge-duplicates',
      'handling=strict, x',
      'tx=rollback',
      'timezone=Mars',
      '5-1',
      '0-',
      'bytes=0-1,5-',
      'text/csv',
      'application/json',
      'application/vnd.pgrst.object+json',
      'multipart/form-data; boundary=x',
      'image/png',
      'private',
    ),
    fc.string({ maxLength: 20 }).filter((text) => /^[\x20-\x7e]*$/.test(text)),
  ),
)
const rpc = wordOf(`best_films one_film film_record film_records old_film add_them mult_them twice
    plus_one greet echo_arguments first_of all_pairs count_todos set_config`)
const path = fc.oneof(
  {
    weight: 5,
    arbitrary: relation.map((each) => `/rest/v1/${encodeURIComponent(each.toWellFormed())}`),
  },
  { weight: 2, arbitrary: rpc.map((each) => `/rest/v1/rpc/${each}`) },
  {
    weight: 3,
    arbitrary:
      wordOf(`signup token?grant_type=password token?grant_type=refresh_token token logout user
        resend recover verify settings admin/users admin/users/x .well-known/jwks.json otp
        factors factors/x/challenge factors/00000000-0000-4000-8000-000000000000/verify
        factors/00000000-0000-4000-8000-000000000000 callback callback?state=x&code=y
        reauthenticate user/identities/authorize authorize`).map((each) => `/auth/v1/${each}`),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        wordOf(`object object/public object/sign object/list object/move object/copy
            object/info bucket object/authenticated upload/resumable`),
        fc.constantFrom('', '/avatars', '/avatars/x.png', '/logos/../../x', '/nowhere/a/b'),
      )
      .map((parts) => `/storage/v1/${parts.join('')}`),
  },
  { weight: 1, arbitrary: oddText.map((each) => `/${encodeURIComponent(each.toWellFormed())}`) },
)
const requests = fc.record({
  method: wordOf('GET GET POST PATCH DELETE PUT HEAD OPTIONS'),
  path,
  parameters: fc.array(parameter, { maxLength: 4 }),
  headers,
  body,
  as: fc.constantFrom('anonymous', 'anonymous', 'member', 'member', 'service'),
})

const INTERNALS =
  /node_modules|\bat .*:\d+:\d+|postgres:\/\/|\/backend\/|TypeError|ReferenceError|pg_catalog\.set_config/

test('no malformed request returns 500 or above or shows internals', async () => {
  const send = async (request: typeof requests extends fc.Arbitrary<infer T> ? T : never) => {
    const query = new URLSearchParams(
      request.parameters.map(([key, text]) => [key.toWellFormed(), text.toWellFormed()]),
    )
    const join = request.path.includes('?') ? '&' : '?'
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    const response = await fetch(`${backend.url}${request.path}${join}${query}`.slice(0, 12_000), {
      method: request.method,
      redirect: 'manual',
      headers: {
        ...request.headers,
        apikey: backend.anonKey,
        ...(bearers[request.as] ? { Authorization: `Bearer ${bearers[request.as]}` } : {}),
      },
      ...(hasBody ? { body: request.body } : {}),
      signal: AbortSignal.timeout(10_000),
    })
    const text = await response.text()
    if (response.status >= 500) throw new Error(`${response.status}: ${text.slice(0, 300)}`)
    if (INTERNALS.test(text)) throw new Error(`internals: ${text.slice(0, 300)}`)
  }
  await fc.assert(fc.asyncProperty(requests, send), { numRuns: RUNS, endOnFailure: true })
}, 3_600_000)
