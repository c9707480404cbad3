import type { Change, Counters, Table } from './changes.ts'
import {
  type Asked,
  all,
  askedIn,
  of,
  type Read,
  ranked,
  type Source,
  shown,
  type Touches,
  uncounted,
} from './reads.ts'

type Rule = (asked: Asked) => Source[] | undefined

/** Where a tool stands in each order of `search_tools` that its reviews decide. */
const ORDERS: Readonly<Record<string, ((counters: Counters) => number) | undefined>> = {
  'rating-desc': ({ rating_average }) => rating_average ?? 0,
  'rating-asc': ({ rating_average }) => -(rating_average ?? 6),
  'reviews-desc': ({ review_count }) => review_count ?? Number.NaN,
  'reviews-asc': ({ review_count }) => -(review_count ?? Number.NaN),
}
const BY_NAME = new Set(['name-asc', 'name-desc', 'relevance'])

/** As `tool_alternatives` ranks: few reviews are drawn towards the middle. */
const proven = ({ rating_average, review_count }: Counters) =>
  ((rating_average ?? 0) * (review_count ?? Number.NaN) + 17.5) / ((review_count ?? 0) + 5)

/** Everything about tools, where words or stars choose among them. */
const TOOLS = [all('tools'), all('categories')]

/** Whether tools are chosen by neither. */
const isPlain = ({ query, min_rating }: Asked['named']) =>
  (query ?? '') === '' && (min_rating ?? 0) === 0

/**
 * What each read of a page is made of, by its path. It follows from the function's body, the table's
 * policies and the triggers that keep what it reads (supabase/migrations): what is not here, or asked
 * in another way than described here, is made of everything.
 */
const RULES: Readonly<Record<string, Rule>> = {
  'rpc/has_demo_content': () => [all('demo_content')],
  'rpc/category_counts': () => [uncounted('tools'), all('categories')],
  'rpc/count_tools': ({ named }) =>
    isPlain(named) ? [uncounted('tools'), all('categories')] : TOOLS,
  'rpc/search_tools': ({ named, rows }) => {
    const { sort = 'name-asc', after } = named
    if (!isPlain(named) || typeof sort !== 'string') return TOOLS
    if (BY_NAME.has(sort)) return [shown('tools', rows()), all('categories')]
    const placeOf = ORDERS[sort]
    // Further pages also lose and get rows at their beginning.
    return placeOf && !after ? [ranked('tools', rows(), placeOf), all('categories')] : TOOLS
  },
  'rpc/featured_tools': ({ rows }) => [
    ranked('tools', rows(), ({ rating_average }) => rating_average ?? 0),
  ],
  'rpc/category_landscape': ({ rows }) => [
    ranked('tools', rows(), ({ review_count }) => review_count ?? Number.NaN),
    all('categories'),
  ],
  'rpc/tool_alternatives': ({ rows }) => [ranked('tools', rows(), proven)],
  'rpc/tool_review_summary': ({ named }) => [of('tools', named.tool, 'reviews')],
  'rpc/tool_insight': ({ named }) => [
    of('tools', named.tool, 'reviews'),
    all('profiles'),
    all('company_members'),
    uncounted('companies'),
  ],
  'rpc/trust_figures': () => [all('reviews'), all('profiles'), uncounted('tools')],
  'rpc/count_launches': () => [uncounted('launches')],
  'rpc/person_named': () => [all('profiles')],

  categories: () => [all('categories')],
  tools: ({ parameters, rows }) =>
    isFoundBy(parameters, ['id', 'slug']) ? [shown('tools', rows())] : [all('tools')],
  reviews: ({ parameters }) => [of('tools', equalTo(parameters, 'tool_id'), 'reviews')],
  product_launches: ({ parameters, rows }) => {
    const isUncounted = parameters.has('select') && !/upvotes|\*/.test(String(parameters))
    if (isUncounted) return [uncounted('launches')]
    if (isFoundBy(parameters, ['id'])) return [shown('launches', rows())]
    const isTab = parameters.get('order')?.startsWith('upvotes_count.desc') && !parameters.has('or')
    return isTab
      ? [ranked('launches', rows(), ({ upvotes_count }) => upvotes_count ?? Number.NaN)]
      : [all('launches')]
  },
  companies: ({ parameters, rows }) =>
    isFoundBy(parameters, ['id']) ? [shown('companies', rows())] : [all('companies')],
  company_members: () => [all('company_members'), all('profiles')],
  user_stats: ({ parameters }) => [
    of('users', equalTo(parameters, 'user_id'), 'user_stats'),
    all('profiles'),
  ],
  user_activities: ({ parameters }) => [
    of('users', equalTo(parameters, 'user_id'), 'reviews'),
    all('profiles'),
  ],
  user_follows: ({ parameters }) => [
    of(
      'users',
      equalTo(parameters, 'follower_id') ?? equalTo(parameters, 'following_id'),
      'user_follows',
    ),
    all('profiles'),
  ],
  company_follows: ({ parameters }) => [
    of('users', equalTo(parameters, 'user_id'), 'company_follows'),
    all('profiles'),
  ],
}

/** What is read along with rows of another table, by the columns. */
const EMBEDDED: Readonly<Record<string, (columns: string) => Source>> = {
  profiles: () => all('profiles'),
  companies: (columns) =>
    /followers|\*/.test(columns) ? all('companies') : uncounted('companies'),
  tools: (columns) => (/rating|review|\*/.test(columns) ? all('tools') : uncounted('tools')),
}

/** The value that a column must have; nothing where it is asked for otherwise. */
function equalTo(parameters: URLSearchParams, column: string): string | undefined {
  const [value, ...more] = parameters.getAll(column)
  return more.length === 0 && value?.startsWith('eq.') ? value.slice(3) : undefined
}

/** Whether rows are found by such a name alone, and not by what else they say. */
const isFoundBy = (parameters: URLSearchParams, names: readonly string[]) => {
  const filters = [...parameters.keys()].filter((key) => key !== 'select')
  return filters.length > 0 && filters.every((key) => names.includes(key))
}

/** What no rule looks at: rows of a function chosen or ordered once more, or by what is read along. */
const isOutOfTheOrdinary = (path: string, { parameters }: Asked) =>
  [...parameters].some(([key, value]) =>
    path.startsWith('rpc/')
      ? key !== 'select'
      : key.includes('.') || (key === 'order' && value.includes('(')),
  )

/** @returns nothing for what may be made of everything */
function sourcesOf(read: Read): Source[] | undefined {
  const [, path = ''] = /^[^?]+\/rest\/v1\/([^?]+)/.exec(read.address) ?? []
  const methods = path.startsWith('rpc/') ? ['POST'] : ['GET', 'HEAD']
  const isAnswered = read.status >= 200 && read.status < 300
  if (!isAnswered || !methods.includes(read.method) || !Object.hasOwn(RULES, path)) return undefined
  const asked = askedIn(read)
  if (isOutOfTheOrdinary(path, asked)) return undefined
  const own = RULES[path]?.(asked)
  const embedded = embeddedIn(asked.parameters.get('select') ?? '')
  return own && embedded ? [...own, ...embedded] : undefined
}

/** The same of what may be no address, or no JSON. */
function understood(read: Read): Source[] | undefined {
  try {
    return sourcesOf(read)
  } catch {
    return undefined
  }
}

function embeddedIn(select: string): Source[] | undefined {
  const sources: (Source | undefined)[] = []
  const rest = select.replaceAll(
    /(\w+)(?:!\w+)*\(([^()]*)\)/g,
    (_, table: string, columns: string) => {
      sources.push(Object.hasOwn(EMBEDDED, table) ? EMBEDDED[table]?.(columns) : undefined)
      return ''
    },
  )
  const known = sources.filter((source) => source !== undefined)
  return known.length === sources.length && !/[()]/.test(rest) ? known : undefined
}

/** What a page depends on that has read so; one that has read nothing may not have been noticed. */
export function touchesOf(reads: readonly Read[]): Touches {
  const byTable = new Map<Table, Touches[]>()
  if (reads.length === 0) return everything
  for (const read of reads) {
    const sources = understood(read)
    if (!sources) return everything
    for (const { table, touches } of sources) {
      byTable.set(table, [...(byTable.get(table) ?? []), touches])
    }
  }
  return (change: Change) => byTable.get(change.table)?.some((touches) => touches(change)) ?? false
}

const everything = () => true
