import { addDays } from 'date-fns/addDays'
import { format } from 'date-fns/format'
import { subDays } from 'date-fns/subDays'
import { subMinutes } from 'date-fns/subMinutes'
import type { DemoContent } from './read-content.ts'

/** Rows as the tables take them; ids are made here so that they can refer to each other. */
export interface DemoRows {
  users: { id: string; email: string; data: object }[]
  profiles: { user_id: string; bio: string; profile_visibility: string }[]
  companies: {
    id: string
    name: string
    domain: string
    website: string
    size: string
    industry: string
    created_by: string
  }[]
  members: { company_id: string; user_id: string; role: string; is_admin: boolean }[]
  tools: { id: string; name: string; description: string; category: string; website_url: string }[]
  reviews: {
    id: string
    tool_id: string
    user_id: string
    rating: number
    title: string
    content: string
    pros: string[]
    cons: string[]
    created_at: string
  }[]
  votes: { review_id: string; user_id: string }[]
  follows: { follower_id: string; following_id: string }[]
  launches: {
    id: string
    user_id: string
    tool_id: string
    tagline: string
    description: string
    launch_date: string
  }[]
  upvotes: { launch_id: string; user_id: string }[]
}

const PEOPLE = 160
const REVIEW_AGE_DAYS = 720

/**
 * A seeded random generator gives the same content for the same day.
 * @param categoryNames by slug
 */
export function composeDemo(
  content: DemoContent,
  categoryNames: ReadonlyMap<string, string>,
  today: Date,
): DemoRows {
  const dice = new Dice(20_261_120)
  const users = Array.from({ length: PEOPLE }, (_, index) => person(dice, content, index))
  const ids = users.map(({ id }) => id)
  const tools = content.tools.map((tool) => ({
    id: dice.id(),
    name: tool.name,
    description: tool.description,
    category: categoryNames.get(tool.categorySlug) ?? tool.categorySlug,
    website_url: tool.website,
  }))
  const companies = content.companies.map((company) => ({
    ...company,
    id: dice.id(),
    website: `https://${company.domain}`,
    created_by: dice.pick(ids),
  }))
  const places = content.tools.map(
    (tool, index) =>
      index - content.tools.findIndex(({ categorySlug }) => categorySlug === tool.categorySlug),
  )
  const reviews = tools.flatMap((tool, index) =>
    reviewsOf(dice, content, tool, places[index] ?? 0, ids, today),
  )
  const launches = launchesOf(dice, content, tools, ids, today)
  return {
    users,
    profiles: ids.map((user_id) => ({
      user_id,
      bio: dice.pick(content.people.bios),
      profile_visibility: dice.pick([
        'professional',
        'professional',
        'public',
        'public',
        'private',
      ]),
    })),
    companies,
    members: membersOf(companies, users),
    tools,
    reviews,
    votes: reviews.flatMap((review) =>
      dice
        .some(ids, dice.below(4))
        .filter((user_id) => user_id !== review.user_id)
        .map((user_id) => ({ review_id: review.id, user_id })),
    ),
    follows: ids.flatMap((follower_id) =>
      dice
        .some(ids, dice.below(5))
        .filter((following_id) => following_id !== follower_id)
        .map((following_id) => ({ follower_id, following_id })),
    ),
    launches,
    upvotes: launches.flatMap(({ id, launch_date }) =>
      // Scheduled launches have no upvotes.
      launch_date > day(today)
        ? []
        : dice.some(ids, 3 + dice.below(60)).map((user_id) => ({ launch_id: id, user_id })),
    ),
  }
}

/** Who founded a company, and who says to work there. */
function membersOf(companies: DemoRows['companies'], users: ReturnType<typeof person>[]) {
  return companies.flatMap(({ id: company_id, name, created_by }) => [
    { company_id, user_id: created_by, role: 'admin', is_admin: true },
    ...users
      .filter(({ id, data }) => data.company_name === name && id !== created_by)
      .map(({ id: user_id }) => ({ company_id, user_id, role: 'member', is_admin: false })),
  ])
}

function person(dice: Dice, { people, companies }: DemoContent, index: number) {
  const first_name = people.firstNames[index % people.firstNames.length] ?? ''
  const last_name = dice.pick(people.lastNames)
  const username = plain(`${first_name}-${last_name}`)
  const isBusiness = dice.below(4) === 0
  return {
    id: dice.id(),
    email: `${username}-${index}@people.invalid`,
    data: {
      username,
      first_name,
      last_name,
      job_title: dice.pick(people.jobTitles),
      company_name: dice.pick(companies).name,
      account_type: isBusiness ? 'business' : 'personal',
      user_role: dice.pick(['member', 'manager', 'developer']),
    },
  }
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[^A-Za-z-]/g, '')
    .toLowerCase()

function reviewsOf(
  dice: Dice,
  { reviews: words }: DemoContent,
  tool: DemoRows['tools'][number],
  /** Its line in its category's file, from 0. */
  place: number,
  people: string[],
  today: Date,
): DemoRows['reviews'] {
  // A hidden quality a tool. The first of a category's file are those that everybody talks about.
  const quality = 3.3 + 1.4 * dice.next()
  const count = place < 3 ? 14 + dice.below(30) : place < 9 ? 4 + dice.below(10) : dice.below(6)
  const own = words.byCategory[tool.category] ?? { pros: [], cons: [] }
  return dice.some(people, count).map((user_id) => {
    const rating = Math.min(
      5,
      Math.max(1, Math.round(quality + (dice.next() + dice.next() - 1) * 2)),
    )
    const mood = rating >= 4 ? 'good' : rating === 3 ? 'mixed' : 'bad'
    const opening = dice
      .pick(words.openings)
      .replace('{tool}', tool.name)
      .replace('{months}', String(3 + dice.below(30)))
      .replace('{people}', String(3 + dice.below(60)))
    const points = (side: 'pros' | 'cons', most: number) =>
      dice.some([...own[side], ...own[side], ...words[side]], dice.below(most + 1))
    const age = Math.floor(dice.next() * dice.next() * REVIEW_AGE_DAYS * 24 * 60)
    return {
      id: dice.id(),
      tool_id: tool.id,
      user_id,
      rating,
      title: dice.pick(words.titles[mood]),
      content: `${opening} ${dice.pick(words.middles[mood])} ${dice.pick(words.closings[mood])}`,
      pros: points('pros', mood === 'bad' ? 1 : 3),
      cons: points('cons', mood === 'good' ? 2 : 3),
      created_at: subMinutes(today, age + 5).toISOString(),
    }
  })
}

function launchesOf(
  dice: Dice,
  { launches }: DemoContent,
  tools: DemoRows['tools'],
  people: string[],
  today: Date,
): DemoRows['launches'] {
  const dates = [
    ...Array.from({ length: 10 }, () => today),
    ...Array.from({ length: 40 }, (_, index) => subDays(today, 1 + 3 * index)),
    ...Array.from({ length: 12 }, (_, index) => addDays(today, 1 + 2 * index)),
  ]
  const launched = dice.some(tools, dates.length)
  return dates.map((date, index) => {
    const tool = launched[index] ?? dice.pick(tools)
    return {
      id: dice.id(),
      user_id: dice.pick(people),
      tool_id: tool.id,
      tagline: dice.pick(launches.taglines).replace('{tool}', tool.name).slice(0, 80),
      description: dice.pick(launches.descriptions),
      launch_date: day(date),
    }
  })
}

/** The day in UTC, which is everyone's day here. */
const day = (date: Date) =>
  format(new Date(date.getTime() + date.getTimezoneOffset() * 60_000), 'yyyy-MM-dd')

/** Chance that comes out the same each time (mulberry32). */
class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }

  /** That many different entries, in no order. */
  some<T>(list: readonly T[], count: number): T[] {
    const left = [...new Set(list)]
    const taken: T[] = []
    while (taken.length < count && left.length > 0) {
      taken.push(...left.splice(this.below(left.length), 1))
    }
    return taken
  }

  /** Shaped like a random UUID. */
  id(): string {
    const hex = Array.from({ length: 32 }, () => this.below(16).toString(16)).join('')
    const variant = '89ab'.charAt(this.below(4))
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
  }
}
