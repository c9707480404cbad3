import { createHash } from 'node:crypto'
import { addDays } from 'date-fns/addDays'
import { format } from 'date-fns/format'
import { subDays } from 'date-fns/subDays'
import { subMinutes } from 'date-fns/subMinutes'
import type { DemoContent, DemoPerson } from './read-content.ts'

/** Rows as the tables take them. Their ids come from names, so that they can refer to each other. */
export type DemoRows = ReturnType<typeof composeDemo>

/** The tools were listed before the first person joined. */
const LISTED_DAYS_AGO = 1100

const MINUTES_PER_DAY = 24 * 60

/**
 * The same content on the same day gives the same rows.
 * @param categoryNames by slug
 */
export function composeDemo(
  { tools, capabilities, terms, companies, people, reviews, launches }: DemoContent,
  categoryNames: ReadonlyMap<string, string>,
  today: Date,
) {
  const ids = people.map(({ username }) => personId(username))
  const joinedAt = ({ joinedDaysAgo }: DemoPerson) => subDays(today, joinedDaysAgo).toISOString()
  const reviewRows = reviews.map(({ tool, person, daysAgo, ...review }) => {
    const id = reviewId(tool, person)
    return {
      id,
      tool_id: toolId(tool),
      user_id: personId(person),
      ...review,
      created_at: subMinutes(
        subDays(today, daysAgo),
        5 + pickNumber(MINUTES_PER_DAY, id),
      ).toISOString(),
    }
  })
  const categoryOf = new Map(
    tools.map(({ name, categorySlug }) => [name, categoryNames.get(categorySlug) ?? categorySlug]),
  )
  const launchRows = launches.map(({ tool, maker, day, tagline, description }) => ({
    id: idOf('launch', tool),
    user_id: personId(maker),
    tool_id: toolId(tool),
    tagline,
    description,
    launch_date: formatDay(addDays(today, day)),
  }))
  return {
    users: people.map((person) => ({
      id: personId(person.username),
      email: `${person.username}@people.invalid`,
      data: {
        username: person.username,
        first_name: person.firstName,
        last_name: person.lastName,
        job_title: person.jobTitle,
        company_name: person.company,
        account_type: person.accountType,
        user_role: person.userRole,
      },
      created_at: joinedAt(person),
    })),
    profiles: people.map((person) => ({
      user_id: personId(person.username),
      bio: person.bio,
      profile_visibility: person.visibility,
      created_at: joinedAt(person),
    })),
    companies: companies.map((company) => ({
      ...company,
      id: companyId(company.name),
      website: `https://${company.domain}`,
      created_by: personId(findFounder(people, company.name).username),
    })),
    members: companies.flatMap(({ name }) => {
      const founder = findFounder(people, name)
      return people
        .filter(({ company }) => company === name)
        .map((person) => ({
          company_id: companyId(name),
          user_id: personId(person.username),
          role: person === founder ? 'admin' : 'member',
          is_admin: person === founder,
        }))
    }),
    tools: tools.map(({ name, website, description, aliases = [] }) => ({
      id: toolId(name),
      name,
      description,
      category: categoryOf.get(name) ?? '',
      website_url: `https://${website}`,
      aliases,
      created_at: subDays(today, LISTED_DAYS_AGO).toISOString(),
    })),
    capabilities: capabilities.map(({ name, synonyms, categorySlug }) => ({
      name,
      category: categoryNames.get(categorySlug) ?? categorySlug,
      synonyms,
    })),
    capabilityTerms: terms,
    /** By the names of the capabilities. */
    toolCapabilities: capabilities.flatMap(({ name, tools }) =>
      tools.map((tool) => ({ tool_id: toolId(tool), capability: name })),
    ),
    facts: tools.map(({ name, pricing, license, platforms, repository }) => ({
      tool_id: toolId(name),
      pricing_model: pricing,
      license,
      platforms: platforms ?? null,
      repository_url: repository ?? null,
    })),
    reviews: reviewRows,
    votes: reviewRows.flatMap(({ id, user_id: author, content }) =>
      // A long review helps more people.
      pickEntries(ids, pickNumber(2 + Math.ceil(content.length / 120), 'votes', id), id)
        .filter((user_id) => user_id !== author)
        .map((user_id) => ({ review_id: id, user_id })),
    ),
    follows: ids.flatMap((follower_id) =>
      pickEntries(ids, pickNumber(5, 'follows', follower_id), follower_id)
        .filter((following_id) => following_id !== follower_id)
        .map((following_id) => ({ follower_id, following_id })),
    ),
    launches: launchRows,
    upvotes: launchRows.flatMap(({ id, launch_date }) =>
      // Scheduled launches have no upvotes.
      launch_date > formatDay(today)
        ? []
        : pickEntries(ids, 3 + pickNumber(60, 'upvotes', id), id).map((user_id) => ({
            launch_id: id,
            user_id,
            // Only upvotes of the launch day decide its result.
            created_at:
              launch_date < formatDay(today) ? `${launch_date}T12:00:00Z` : today.toISOString(),
          })),
    ),
  }
}

/** The first business account of a company, else the first person who works there. */
function findFounder(people: readonly DemoPerson[], name: string): DemoPerson {
  const staff = people.filter(({ company }) => company === name)
  const founder = staff.find(({ accountType }) => accountType === 'business') ?? staff[0]
  if (!founder) throw new Error(`no person works at ${name}`)
  return founder
}

const personId = (username: string) => idOf('person', username)
const companyId = (name: string) => idOf('company', name)
const toolId = (name: string) => idOf('tool', name)
const reviewId = (tool: string, username: string) => idOf('review', tool, username)

/** The ids of demo content by the names that the files use. */
export const demoIds = {
  person: personId,
  tool: toolId,
  review: reviewId,
  company: companyId,
}

const hashKey = (...key: string[]) => createHash('sha256').update(key.join('\n')).digest('hex')

/** A UUID that depends only on the key. */
function idOf(...key: string[]): string {
  const hex = hashKey(...key)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** An integer from 0 to below the limit that depends only on the key. */
const pickNumber = (limit: number, ...key: string[]) =>
  Number.parseInt(hashKey(...key).slice(0, 8), 16) % limit

/** That many different entries, which depend only on the key. */
function pickEntries<T>(list: readonly T[], count: number, key: string): T[] {
  const order = list.map((item, index) => ({ item, rank: hashKey(key, String(index)) }))
  return order
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ item }) => item)
}

/** The day in UTC: launches begin and end with it. */
const formatDay = (date: Date) =>
  format(new Date(date.getTime() + date.getTimezoneOffset() * 60_000), 'yyyy-MM-dd')
