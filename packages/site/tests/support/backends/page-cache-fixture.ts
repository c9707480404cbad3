import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../app/data/database.types.ts'

type Client = SupabaseClient<Database>

/** A small site with rows of every table that pages show. */
export interface SeededSite {
  service: Client
  members: { id: string; client: Client; username: string }[]
  tools: { id: string; slug: string }[]
  companies: string[]
  launches: string[]
  reviews: string[]
  /** A list of the second member. */
  list: string
}

/** More tools than a category's plot shows, and more than two pages of a listing. */
const TOOLS = { design: 46, all: 60 }
/** The tools that each of four members reviews: the first tools have four reviews, the last none. */
const REVIEWED_TOOLS = [55, 36, 9, 4]
const LAUNCHES = 30
const DAY_MS = 86_400_000

/** @param days from today */
const formatDay = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** @param accounts at least five confirmed accounts */
export async function seedSite(
  service: Client,
  accounts: { id: string; client: Client }[],
): Promise<SeededSite> {
  const numbers = (length: number) => Array.from({ length }, (_, index) => index)
  const { data: profiles } = await service
    .from('profiles')
    .select('user_id, username')
    .throwOnError()
  // Sums over people count public profiles alone.
  await service
    .from('profiles')
    .update({ profile_visibility: 'public' })
    .in(
      'user_id',
      accounts.map(({ id }) => id),
    )
    .throwOnError()
  const members = accounts.map((account) => ({
    ...account,
    username: profiles.find(({ user_id }) => user_id === account.id)?.username ?? '',
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
  await service
    .from('capabilities')
    .insert([
      { slug: 'boxes', name: 'Boxes', category: 'Design & Creative', synonyms: ['crates'] },
      { slug: 'hours', name: 'Hours', category: 'HR & Recruitment', synonyms: [] },
    ])
    .throwOnError()
  await service
    .from('tool_capabilities')
    .insert(
      tools
        .slice(0, 30)
        .flatMap(({ id: tool_id }, number) => [
          { tool_id, capability: 'boxes' },
          ...(number % 3 ? [] : [{ tool_id, capability: 'hours' }]),
        ]),
    )
    .throwOnError()
  const reviews = members.slice(0, REVIEWED_TOOLS.length).flatMap(({ id: user_id }, place) =>
    tools.slice(0, REVIEWED_TOOLS[place]).map(({ id }, number) => ({
      tool_id: id,
      user_id,
      rating: 2 + ((number * 7 + place) % 4),
      title: `As ${place} sees ${number}`,
      content: 'In use for a year, every day.',
      pros: [`Quick ${number % 3}`],
      cons: [`Dear ${place}`],
      // Of the tools with a capability, half of the reviews.
      used_for: number < 30 && place % 2 === 0 ? ['boxes'] : [],
    })),
  )
  const { data: reviewed } = await service
    .from('reviews')
    .insert(reviews)
    .select('id')
    .order('title')
    .throwOnError()
  const companies: string[] = []
  for (const { client } of members.slice(0, 2)) {
    const company = client.from('companies').insert({ name: 'Kettle & Co', size: '11-50' })
    companies.push((await company.select('id').single().throwOnError()).data.id)
  }
  const { data: launches } = await service
    .from('product_launches')
    .insert(
      numbers(LAUNCHES * 2).map((number) => ({
        user_id: members[number % 3]?.id,
        tool_id: tools[number]?.id,
        tagline: `Launch ${String(number).padStart(2, '0')}`,
        launch_date: formatDay(number < LAUNCHES ? 0 : number < LAUNCHES + 4 ? 2 : -1),
      })),
    )
    .select('id')
    .order('tagline')
    .throwOnError()
  const { data: list } = await service
    .from('lists')
    .insert({ user_id: members[1]?.id ?? '', name: 'Boxes', visibility: 'unlisted' })
    .select('id')
    .single()
    .throwOnError()
  return {
    list: list.id,
    service,
    members,
    tools,
    companies,
    launches: launches.map(({ id }) => id ?? ''),
    reviews: reviewed.map(({ id }) => id),
  }
}

const PLUMBING = {
  ...{ name: 'Plumbing', slug: 'plumbing', description: 'Pipes.', icon: 'house', color: 'green' },
  ...{ subcategories: [], aliases: ['plumbing'], position: 21 },
}

type ProfileChange = Database['public']['Views']['profiles']['Update']

const getAt = <T>(list: readonly T[], place: number): T => {
  const found = list.at(place)
  if (found === undefined) throw new Error(`there is no ${place}`)
  return found
}

/** Encodes the cursor of a list for its address. */
const encodeCursor = (...values: unknown[]) => encodeURIComponent(JSON.stringify(values))

/** Lists the public pages of the site. */
export function listPages({
  members,
  tools,
  companies,
  launches,
  reviews,
  list,
}: SeededSite): string[] {
  const slug = (place: number) => getAt(tools, place).slug
  return [
    '/',
    '/?search=boxes',
    '/?search=stackable',
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
    `/tools?after=${encodeCursor(2, getAt(tools, 25).id)}&sort=reviews`,
    `/tool/${slug(0)}`,
    `/tool/${slug(3)}?order=helpful`,
    `/tool/${slug(7)}?rating=4`,
    `/tool/${slug(7)}?pro=Quick+1`,
    `/tool/${slug(9)}`,
    `/tool/${slug(50)}`,
    `/tool/${slug(-1)}`,
    `/tool/${getAt(tools, 2).id}`,
    '/tool/yet-to-come',
    `/tool/${slug(12)}/history`,
    `/write-review/${slug(1)}`,
    `/tool/${slug(3)}/reviews.atom`,
    '/lists',
    `/list/${list}`,
    '/feeds/reviews.json',
    '/feeds/tools.atom',
    '/feeds/launches.atom',
    '/changes',
    '/changes?kind=archived',
    '/feeds/changes.json',
    '/feeds/moderation-log.json',
    `/tool/${slug(3)}.md`,
    '/best/boxes.md',
    '/llms.txt',
    '/categories',
    `/compare?tools=${slug(0)},${slug(20)},${slug(-1)}`,
    '/compare?tools=tool-01,yet-to-come',
    `/review/${getAt(reviews, 0)}`,
    `/review/${getAt(reviews, -1)}`,
    `/review/${getAt(reviews, 0)}/history`,
    '/launches',
    `/launches?after=${encodeCursor(0, formatDay(0), getAt(launches, 15))}`,
    '/launches?tab=scheduled',
    '/launches?tab=ended',
    `/launches?day=${formatDay(-1)}`,
    `/launch/${getAt(launches, 0)}`,
    `/launch/${getAt(launches, -1)}`,
    `/launch/${getAt(launches, 0).toUpperCase()}`,
    `/launch/${getAt(launches, 0).replaceAll('-', '')}`,
    '/trust',
    '/trust-center',
    '/trust?tab=metrics',
    '/about',
    '/add-tool',
    ...members.slice(0, 3).map(({ username }) => `/user/${username}`),
    '/user/newly-called',
    ...[0, 1].map((place) => `/user/${getAt(members, place).username}/followers`),
    ...[0, 1].map((place) => `/user/${getAt(members, place).username}/following`),
    `/company/${getAt(companies, 0)}`,
    `/company/${getAt(companies, 1)}`,
    '/tools?sort=adjusted',
    '/capabilities',
    '/best/boxes',
    '/best/hours?sort=name',
    '/best/yet-to-come',
    '/?search=free+crates',
    `/tool/${slug(3)}/alternatives`,
    '/figures.json',
    '/figures/trust-growth',
    `/figures/tool-low?of=${slug(0)}`,
    `/figures/tool-reviews-3?of=${slug(9)}`,
    `/figures/compare-probability?of=${slug(0)},${slug(3)}`,
    `/figures/profile-followers?of=${getAt(members, 1).username}`,
    `/explain?list=tools&sort=rating&tool=${slug(20)}`,
    `/explain?list=tools&sort=adjusted&category=design&tool=${slug(3)}`,
    `/explain?list=tools&search=hours&tool=${slug(8)}`,
    `/explain?list=tools&sort=adjusted&capability=hours&tool=${slug(6)}`,
    `/explain?list=featured&tool=${slug(11)}`,
    `/explain?list=alternatives&of=${slug(3)}&tool=${slug(4)}`,
    `/explain?list=launches&launch=${getAt(launches, 1)}`,
    `/tool/${slug(0)}/badge`,
    `/tool/${slug(0)}/badge.svg`,
    `/tool/${slug(0)}/badge.json?kind=reviews`,
    `/launch/${getAt(launches, 1)}/badge.svg`,
    '/api',
    '/moderation-log',
    '/transparency',
    '/transparency?year=2020',
    '/ledger',
    '/moderation-log?action=hold',
    `/moderation-log?tool=${slug(11)}`,
    '/moderation-log/1',
    `/report?type=review&id=${getAt(reviews, 0)}`,
    `/report?type=tool&id=${getAt(tools, 0).id}`,
    `/report?type=tool&id=${getAt(tools, 11).id}`,
    `/report?type=launch&id=${getAt(launches, 0)}`,
    `/report?type=profile&id=${getAt(members, 3).id}`,
    `/report?type=company&id=${getAt(companies, 0)}`,
    '/sitemap.xml',
    '/sitemaps/tools-1.xml',
    '/sitemaps/launches-1.xml',
    '/sitemaps/pages.xml',
    '/sitemaps/capabilities.xml',
  ]
}

/**
 * A request for the data of a page, as the router sends it, or for a file. The tags come from loaders,
 * and React would take most of the time.
 */
export function createDataRequest(page: URL): Request {
  const url = new URL(page)
  if (
    !/\.(atom|json|md|svg|txt|webmanifest|xml)$|^\/(feeds|mcp|oembed|sitemaps)/i.test(url.pathname)
  )
    url.pathname += url.pathname === '/' ? '_.data' : '.data'
  return new Request(url)
}

/** Creates changes that have to run in order; each uses the rows that the earlier ones left. */
export function createMutations({
  service,
  members,
  tools,
  companies,
  launches,
  list,
}: SeededSite) {
  const [ana, ben, carl, dora, eve] = [0, 1, 2, 3, 4].map((place) => getAt(members, place))
  if (!ana || !ben || !carl || !dora || !eve) throw new Error('seedSite needs five members')
  const others = [carl, dora, eve]
  const toolId = (place: number) => getAt(tools, place).id
  const words = { title: 'A second look', content: 'A second look, after a year.' }
  const addReview = ({ id, client }: typeof ana, place: number, rating: number) =>
    client.from('reviews').insert({ tool_id: toolId(place), user_id: id, rating, ...words })
  const ownReview = ({ id }: typeof ana, place: number) => ({ tool_id: toolId(place), user_id: id })
  const findReviewId = async (author: typeof ana, place: number) =>
    (
      await service
        .from('reviews')
        .select('id')
        .match(ownReview(author, place))
        .single()
        .throwOnError()
    ).data.id
  const editProfile = ({ id, client }: typeof ana, change: ProfileChange) =>
    client.from('profiles').update(change).eq('user_id', id)
  const upvote = ({ id, client }: typeof ana, launch_id: string) =>
    client.from('launch_upvotes').insert({ launch_id, user_id: id })
  const findLastLaunch = async (status: string) => {
    const of = service.from('product_launches').select('id').eq('status', status)
    const last = of.order('upvotes_count').order('launch_date').order('id').limit(1)
    return (await last.single().throwOnError()).data.id ?? ''
  }

  const decide = async (action: string) => {
    const username = ana.username
    await service.rpc('set_staff_role', { username, role: 'admin' }).throwOnError()
    return ana.client.rpc('moderate', {
      subject_type: 'tool',
      subject_id: toolId(11),
      action,
      reason: 'spam',
      explanation: 'It advertises another product and says nothing about itself.',
    })
  }

  const mutations: Record<string, () => PromiseLike<{ error: unknown }>> = {
    'a review': () => addReview(eve, 0, 1),
    'the first review of a tool': () => addReview(eve, -1, 5),
    'a second review, which makes the tool one of the best': () => addReview(dora, -1, 5),
    'a changed rating': () =>
      eve.client.from('reviews').update({ rating: 4 }).match(ownReview(eve, 0)),
    'a changed title': () =>
      eve.client.from('reviews').update({ title: 'As before' }).match(ownReview(eve, -1)),
    'a helpful vote': async () =>
      ben.client
        .from('review_helpful_votes')
        .insert({ review_id: await findReviewId(ana, 3), user_id: ben.id }),
    'a withdrawn helpful vote': async () =>
      ben.client.from('review_helpful_votes').delete().eq('user_id', ben.id),
    'a deleted review': () => ana.client.from('reviews').delete().match(ownReview(ana, 9)),
    'the deleted only review of a tool': () =>
      ana.client.from('reviews').delete().match(ownReview(ana, 50)),
    'changed ratings of one author': () =>
      service.from('reviews').update({ rating: 1 }).eq('user_id', carl.id),
    'changed ratings of many authors': () =>
      service.from('reviews').update({ rating: 3 }).gt('rating', 3),
    'an upvote of a launch of today': () => upvote(ana, getAt(launches, 1)),
    'an upvote of the last launch of today': async () => upvote(ben, await findLastLaunch('live')),
    'an upvote of a launch of yesterday': () => upvote(ben, getAt(launches, -1)),
    'an upvote of the last ended launch': async () => upvote(carl, await findLastLaunch('ended')),
    'a withdrawn upvote': () => ben.client.from('launch_upvotes').delete().eq('user_id', ben.id),
    'a tool': () =>
      ana.client
        .from('tools')
        .insert({ name: 'Yet to come', slug: '', description: 'Draws boxes.', category: 'HR' }),
    'a renamed tool': () => service.from('tools').update({ name: 'Anything' }).eq('id', toolId(0)),
    'a tool in another category': () =>
      service.from('tools').update({ category: 'HR' }).eq('id', toolId(3)),
    'changed counts of a tool': () =>
      service.from('tools').update({ rating_sum: 900, review_count: 200 }).eq('id', toolId(40)),
    'a deleted tool': () => service.from('tools').delete().eq('id', toolId(7)),
    'a tool in an unlisted list': () =>
      ben.client.from('list_items').insert({ list_id: list, tool_id: toolId(3) }),
    'a public list': () =>
      ben.client.from('lists').update({ visibility: 'public' }).eq('user_id', ben.id),
    'a renamed list': () =>
      ben.client.from('lists').update({ name: 'More boxes' }).eq('user_id', ben.id),
    'a private list': () =>
      ben.client.from('lists').update({ visibility: 'private' }).eq('user_id', ben.id),
    'a name': () => editProfile(ana, { first_name: 'Ana', last_name: 'Lee', bio: 'Draws.' }),
    'a job': () => editProfile(ben, { job_title: 'Draughtsman' }),
    'a private profile': () => editProfile(carl, { profile_visibility: 'private' }),
    'a public profile': () => editProfile(carl, { profile_visibility: 'public' }),
    'a username': () => editProfile(dora, { username: 'newly-called' }),
    'a follow of a member': () =>
      ana.client.from('user_follows').insert({ follower_id: ana.id, following_id: ben.id }),
    'a follow of a company': () =>
      ana.client
        .from('company_follows')
        .insert({ user_id: ana.id, company_id: getAt(companies, 1) }),
    'a renamed company': () =>
      ana.client.from('companies').update({ name: 'Pots' }).eq('id', getAt(companies, 0)),
    'a renamed followed company': () =>
      ben.client.from('companies').update({ name: 'Pans' }).eq('id', getAt(companies, 1)),
    // Pages show company sizes only for five reviewers or more.
    'new members of a company': () =>
      service
        .from('company_members')
        .insert(others.map(({ id }) => ({ company_id: getAt(companies, 0), user_id: id }))),
    'a changed size of a company': () =>
      ana.client.from('companies').update({ size: '1000+' }).eq('id', getAt(companies, 0)),
    'a member that leaves a company': () =>
      carl.client.from('company_members').delete().eq('user_id', carl.id),
    'a follower with a private profile': () => editProfile(ana, { profile_visibility: 'private' }),
    'a follower with a public profile': () => editProfile(ana, { profile_visibility: 'public' }),
    'an unfollow of a company': () =>
      ana.client.from('company_follows').delete().eq('user_id', ana.id),
    'an unfollow of all members': () =>
      ana.client.from('user_follows').delete().eq('follower_id', ana.id),
    'a launch': () =>
      ben.client
        .from('product_launches')
        .insert({ user_id: ben.id, tool_id: toolId(5), tagline: 'Now', launch_date: formatDay(0) }),
    'a changed day of a launch': () =>
      service
        .from('product_launches')
        .update({ launch_date: formatDay(3) })
        .eq('id', getAt(launches, 0)),
    'a deleted launch': () =>
      service.from('product_launches').delete().eq('id', getAt(launches, 1)),
    'a changed description of a category': () =>
      service
        .from('categories')
        .update({ description: 'What pays.' })
        .eq('name', 'HR & Recruitment'),
    'changed aliases of a category': () =>
      service
        .from('categories')
        .update({ aliases: ['design', 'scribbles'] })
        .eq('icon', 'palette'),
    'a synonym of a capability': () =>
      service
        .from('capabilities')
        .update({ synonyms: ['crates', 'nothing'] })
        .eq('slug', 'boxes'),
    'a renamed capability': () =>
      service.from('capabilities').update({ name: 'Cartons' }).eq('slug', 'boxes'),
    'pros that make a tool findable': () =>
      service
        .from('reviews')
        .update({ pros: ['Stackable'] })
        .eq('tool_id', toolId(2)),
    'a use of a review': () =>
      ben.client
        .from('reviews')
        .update({ used_for: ['boxes'] })
        .match(ownReview(ben, 0)),
    'a new capability': () =>
      service
        .from('capabilities')
        .insert({ slug: 'yet-to-come', name: 'Carving', category: 'Design & Creative' }),
    'tools with another capability': () =>
      service
        .from('tool_capabilities')
        .insert([1, 2, 40].map((at) => ({ tool_id: toolId(at), capability: 'yet-to-come' }))),
    'a tool with one capability less': () =>
      service
        .from('tool_capabilities')
        .delete()
        .match({ tool_id: toolId(6), capability: 'hours' }),
    'a deleted capability': () => service.from('capabilities').delete().eq('slug', 'hours'),
    'a new category': () => service.from('categories').insert(PLUMBING),
    'a tool that a moderator removes': () => decide('remove'),
    'a tool that a moderator restores': () => decide('restore'),
    'a maker of a tool': async () => {
      const tool = toolId(3)
      const claimed = ana.client.rpc('start_tool_claim', { tool, company: getAt(companies, 0) })
      const { claim } = (await claimed.throwOnError()).data
      return service.rpc('record_claim_check', { claim, found: true, detail: '', method: 'dns' })
    },
    'a reply of the maker': async () =>
      ana.client.from('review_replies').insert({
        review_id: await findReviewId(ben, 3),
        tool_id: toolId(3),
        company_id: getAt(companies, 0),
        content: 'Thank you very much.',
      }),
    'a review that was changed after the reply': () =>
      ben.client.from('reviews').update({ title: 'On reflection' }).match(ownReview(ben, 3)),
    'an archived tool': () =>
      service.from('tool_edits').insert({
        ...{ tool_id: toolId(12), number: 1, status: 'accepted' },
        ...{ changes: { is_archived: [null, true] }, decided_at: new Date().toISOString() },
      }),
    'a read of a fact': async () => {
      const { data } = await service.rpc('facts_to_read', { n: 1 }).throwOnError()
      return service.rpc('record_read', {
        ...{ source: getAt(data, 0).id, outcome: 'ok', values: { stars: 5 } },
      })
    },
    'a report by the maker': async () =>
      ana.client.rpc('submit_report', {
        subject_type: 'review',
        subject_id: await findReviewId(ben, 3),
        reason: 'off_topic',
      }),
    'a changed name of the maker': () =>
      ana.client.from('companies').update({ name: 'Woks' }).eq('id', getAt(companies, 0)),
    'a deleted reply': async () =>
      ana.client
        .from('review_replies')
        .delete()
        .eq('review_id', await findReviewId(ben, 3)),
    'a tool that its maker releases': () => ana.client.rpc('release_tool', { tool: toolId(3) }),
    'a checkpoint of the ledger': () =>
      service.rpc('checkpoint_ledger', { as_of: new Date().toISOString() }),
    'a profile view': () => ben.client.rpc('count_profile_view', { person: ana.id }),
    'a changed count of a member': () =>
      service.from('user_stats').update({ profile_views: 70 }).eq('user_id', ana.id),
    'a deleted account with reviews that stay': () =>
      eve.client.rpc('delete_account', { keep_reviews: true }),
    'an account that the service deletes': async () => service.auth.admin.deleteUser(carl.id),
  }
  return Object.entries(mutations)
}
