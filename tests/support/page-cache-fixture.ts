import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../app/data/database.types.ts'

type Client = SupabaseClient<Database>

/** A small site with something of every kind that a page shows. */
export interface SeededSite {
  service: Client
  people: { id: string; client: Client; username: string }[]
  tools: { id: string; slug: string }[]
  companies: string[]
  launches: string[]
}

/** More than a category's plot shows, and more than two pages of a listing. */
const TOOLS = { design: 46, all: 60 }
/** How many tools each of four people reviews: the first tools have four reviews, the last ones none. */
const REVIEWED = [55, 36, 9, 4]
const LAUNCHES = 30
const DAY = 86_400_000

const dayOf = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

/** @param members confirmed ones, at least five */
export async function seedSite(
  service: Client,
  members: { id: string; client: Client }[],
): Promise<SeededSite> {
  const numbers = (length: number) => Array.from({ length }, (_, index) => index)
  const { data: profiles } = await service
    .from('profiles')
    .select('user_id, username')
    .throwOnError()
  const people = members.map((member) => ({
    ...member,
    username: profiles.find(({ user_id }) => user_id === member.id)?.username ?? '',
  }))
  const { data: tools } = await service
    .from('tools')
    .insert(
      numbers(TOOLS.all).map((number) => ({
        name: `Tool ${String(number).padStart(2, '0')}`,
        slug: '',
        description: number % 2 ? 'Draws boxes.' : 'Counts heads and hours.',
        category: number < TOOLS.design ? 'Design & Creative' : 'HR',
        website_url: `https://tool-${number}.example/`,
      })),
    )
    .select('id, slug')
    .order('name')
    .throwOnError()
  const reviews = people.slice(0, REVIEWED.length).flatMap(({ id: user_id }, place) =>
    tools.slice(0, REVIEWED[place]).map(({ id }, number) => ({
      tool_id: id,
      user_id,
      rating: 2 + ((number * 7 + place) % 4),
      title: `As ${place} sees ${number}`,
      content: 'In use for a year, every day.',
      pros: [`Quick ${number % 3}`],
      cons: [`Dear ${place}`],
    })),
  )
  await service.from('reviews').insert(reviews).throwOnError()
  const companies: string[] = []
  for (const { client } of people.slice(0, 2)) {
    const company = client.from('companies').insert({ name: 'Kettle & Co', size: '11-50' })
    companies.push((await company.select('id').single().throwOnError()).data.id)
  }
  const { data: launches } = await service
    .from('product_launches')
    .insert(
      numbers(LAUNCHES * 2).map((number) => ({
        user_id: people[number % 3]?.id,
        tool_id: tools[number]?.id,
        tagline: `Launch ${String(number).padStart(2, '0')}`,
        launch_date: dayOf(number < LAUNCHES ? 0 : number < LAUNCHES + 4 ? 2 : -1),
      })),
    )
    .select('id')
    .order('tagline')
    .throwOnError()
  return { service, people, tools, companies, launches: launches.map(({ id }) => id ?? '') }
}

const PLUMBING = {
  ...{ name: 'Plumbing', slug: 'plumbing', description: 'Pipes.', icon: 'house', color: 'green' },
  ...{ subcategories: [], aliases: ['plumbing'], position: 21 },
}

type ProfileChange = Database['public']['Views']['profiles']['Update']

const at = <T>(list: readonly T[], place: number): T => {
  const found = list.at(place)
  if (found === undefined) throw new Error(`there is no ${place}`)
  return found
}

/** The cursor of a list in its address. */
const cursor = (...values: unknown[]) => encodeURIComponent(JSON.stringify(values))

/** Its public pages. */
export function pagesOf({ people, tools, companies, launches }: SeededSite): string[] {
  const slug = (place: number) => at(tools, place).slug
  return [
    '/',
    '/?search=boxes',
    '/?search=tool&sort=rating-desc',
    '/?search=nothing-of-this-name',
    '/tools',
    '/tools?sort=rating',
    '/tools?sort=reviews',
    '/tools?rating=4',
    '/tools?search=hours',
    '/tools?category=design',
    '/tools?category=HR&sort=reviews',
    '/all-tools?category=scribbles',
    '/all-tools?category=scribbles&sort=rating',
    '/all-tools?category=scribbles&rating=2',
    `/tools?after=${cursor(2, at(tools, 25).id)}&sort=reviews`,
    `/tool/${slug(0)}`,
    `/tool/${slug(3)}?order=helpful`,
    `/tool/${slug(7)}?rating=4`,
    `/tool/${slug(9)}`,
    `/tool/${slug(50)}`,
    `/tool/${slug(-1)}`,
    `/tool/${at(tools, 2).id}`,
    '/tool/yet-to-come',
    `/write-review/${slug(1)}`,
    '/categories',
    `/compare?tools=${slug(0)},${slug(20)},${slug(-1)}`,
    '/compare?tools=tool-01,yet-to-come',
    '/launches',
    `/launches?after=${cursor(0, dayOf(0), at(launches, 15))}`,
    '/launches?tab=scheduled',
    '/launches?tab=ended',
    `/launches?day=${dayOf(-1)}`,
    `/launch/${at(launches, 0)}`,
    `/launch/${at(launches, -1)}`,
    '/trust',
    '/trust-center',
    '/about',
    '/add-tool',
    ...people.slice(0, 3).map(({ username }) => `/user/${username}`),
    '/user/newly-called',
    ...[0, 1].map((place) => `/user/${at(people, place).username}/followers`),
    ...[0, 1].map((place) => `/user/${at(people, place).username}/following`),
    `/company/${at(companies, 0)}`,
    `/company/${at(companies, 1)}`,
    '/sitemap.xml',
    '/sitemaps/tools-1.xml',
    '/sitemaps/launches-1.xml',
    '/sitemaps/pages.xml',
  ]
}

/** Changes in order; each finds the data as those before it left them. */
export function mutationsOf({ service, people, tools, companies, launches }: SeededSite) {
  const [ana, ben, carl, dora, eve] = [0, 1, 2, 3, 4].map((place) => at(people, place))
  if (!ana || !ben || !carl || !dora || !eve) throw new Error('five people are needed')
  const others = [carl, dora, eve]
  const tool = (place: number) => at(tools, place).id
  const words = { title: 'Seen anew', content: 'A second look, after a year.' }
  const review = ({ id, client }: typeof ana, place: number, rating: number) =>
    client.from('reviews').insert({ tool_id: tool(place), user_id: id, rating, ...words })
  const own = ({ id }: typeof ana, place: number) => ({ tool_id: tool(place), user_id: id })
  const idOfReview = async (who: typeof ana, place: number) =>
    (await service.from('reviews').select('id').match(own(who, place)).single().throwOnError()).data
      .id
  const edit = ({ id, client }: typeof ana, change: ProfileChange) =>
    client.from('profiles').update(change).eq('user_id', id)
  const vote = ({ id, client }: typeof ana, launch_id: string) =>
    client.from('launch_upvotes').insert({ launch_id, user_id: id })
  const lastOf = async (status: string) => {
    const of = service.from('product_launches').select('id').eq('status', status)
    const last = of.order('upvotes_count').order('launch_date').order('id').limit(1)
    return (await last.single().throwOnError()).data.id ?? ''
  }

  const mutations: Record<string, () => PromiseLike<{ error: unknown }>> = {
    'a review': () => review(eve, 0, 1),
    'the first review of a tool': () => review(eve, -1, 5),
    'a second one, so that it is among the best': () => review(dora, -1, 5),
    'another rating': () => eve.client.from('reviews').update({ rating: 4 }).match(own(eve, 0)),
    'other words': () =>
      eve.client.from('reviews').update({ title: 'As before' }).match(own(eve, -1)),
    'a helpful vote': async () =>
      ben.client
        .from('review_helpful_votes')
        .insert({ review_id: await idOfReview(ana, 3), user_id: ben.id }),
    'a helpful vote taken back': async () =>
      ben.client.from('review_helpful_votes').delete().eq('user_id', ben.id),
    'a review that goes': () => ana.client.from('reviews').delete().match(own(ana, 9)),
    'the only review that goes': () => ana.client.from('reviews').delete().match(own(ana, 50)),
    'several reviews at once': () =>
      service.from('reviews').update({ rating: 1 }).eq('user_id', carl.id),
    'all reviews at once': () => service.from('reviews').update({ rating: 3 }).gt('rating', 3),
    'an upvote of today': () => vote(ana, at(launches, 1)),
    'one of what today’s list does not show yet': async () => vote(ben, await lastOf('live')),
    'an upvote of yesterday': () => vote(ben, at(launches, -1)),
    'an upvote of what the list does not show yet': async () => vote(carl, await lastOf('ended')),
    'an upvote taken back': () => ben.client.from('launch_upvotes').delete().eq('user_id', ben.id),
    'a tool': () =>
      ana.client
        .from('tools')
        .insert({ name: 'Yet to come', slug: '', description: 'Draws boxes.', category: 'HR' }),
    'a tool that is called otherwise': () =>
      service.from('tools').update({ name: 'Anything' }).eq('id', tool(0)),
    'a tool in another category': () =>
      service.from('tools').update({ category: 'HR' }).eq('id', tool(3)),
    'a tool’s counts alone': () =>
      service.from('tools').update({ rating_sum: 900, review_count: 200 }).eq('id', tool(40)),
    'a tool that goes': () => service.from('tools').delete().eq('id', tool(7)),
    'a name': () => edit(ana, { first_name: 'Ana', last_name: 'Lee', bio: 'Draws.' }),
    'a job': () => edit(ben, { job_title: 'Draughtsman' }),
    'a person who hides': () => edit(carl, { profile_visibility: 'private' }),
    'a person who shows everything': () => edit(carl, { profile_visibility: 'public' }),
    'a username': () => edit(dora, { username: 'newly-called' }),
    'following somebody': () =>
      ana.client.from('user_follows').insert({ follower_id: ana.id, following_id: ben.id }),
    'following a company': () =>
      ana.client.from('company_follows').insert({ user_id: ana.id, company_id: at(companies, 1) }),
    'a company with a name': () =>
      ana.client.from('companies').update({ name: 'Pots' }).eq('id', at(companies, 0)),
    'a followed one with another': () =>
      ben.client.from('companies').update({ name: 'Pans' }).eq('id', at(companies, 1)),
    // So many that the sizes of their companies tell nobody apart.
    'joining a company': () =>
      service
        .from('company_members')
        .insert(others.map(({ id }) => ({ company_id: at(companies, 0), user_id: id }))),
    'a company of another size': () =>
      ana.client.from('companies').update({ size: '1000+' }).eq('id', at(companies, 0)),
    'leaving it': () => carl.client.from('company_members').delete().eq('user_id', carl.id),
    'a follower who hides': () => edit(ana, { profile_visibility: 'private' }),
    'a follower who is seen again': () => edit(ana, { profile_visibility: 'public' }),
    'following a company no longer': () =>
      ana.client.from('company_follows').delete().eq('user_id', ana.id),
    'following nobody': () => ana.client.from('user_follows').delete().eq('follower_id', ana.id),
    'a launch': () =>
      ben.client
        .from('product_launches')
        .insert({ user_id: ben.id, tool_id: tool(5), tagline: 'Now', launch_date: dayOf(0) }),
    'a launch on another day': () =>
      service
        .from('product_launches')
        .update({ launch_date: dayOf(3) })
        .eq('id', at(launches, 0)),
    'a launch that goes': () => service.from('product_launches').delete().eq('id', at(launches, 1)),
    'a category': () =>
      service
        .from('categories')
        .update({ description: 'What pays.' })
        .eq('name', 'HR & Recruitment'),
    'what a category is also called': () =>
      service
        .from('categories')
        .update({ aliases: ['design', 'scribbles'] })
        .eq('icon', 'palette'),
    'one category more': () => service.from('categories').insert(PLUMBING),
    'somebody looks at a profile': () => ben.client.rpc('count_profile_view', { person: ana.id }),
    'what only counts of a person': () =>
      service.from('user_stats').update({ profile_views: 70 }).eq('user_id', ana.id),
    'somebody who leaves, and whose reviews stay': () =>
      eve.client.rpc('delete_account', { keep_reviews: true }),
    'an account that is removed': async () => service.auth.admin.deleteUser(carl.id),
  }
  return Object.entries(mutations)
}
