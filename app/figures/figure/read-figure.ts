import type { Site } from '../../data/site.ts'
import { readProfileByName, toDisplayName } from '../../people/profile.ts'
import { readTool } from '../../tools/read-tool.ts'
import { type ApiRequest, createRequest } from '../api-request.ts'
import * as figureWords from '../words.ts'
import type { Figure, Subject } from './registry.ts'

/** What figures are about, and the argument of the functions that return them. */
export interface Topic {
  /** The part of the page's address. */
  of: string
  /** Empty for the site. */
  name: string
  body: ApiRequest['body']
}

/** @param of from the URL @returns null if there is none, or visitors may not see it */
export async function readTopic(site: Site, subject: Subject, of: string): Promise<Topic | null> {
  if (subject === 'site') {
    site.tag('reviews', 'profiles', 'tools')
    return { of: '', name: '', body: {} }
  }
  if (subject === 'profile') {
    const profile = await readProfileByName(site, of)
    if (!profile || profile.profile_visibility === 'private') return null
    site.tag(`user:${profile.user_id}`)
    const { username } = profile
    return { of: username, name: toDisplayName(profile), body: { username } }
  }
  const slugs = of.split(',').slice(0, subject === 'pair' ? 2 : 1)
  const tools = await Promise.all(slugs.map((slug) => readTool(site, slug)))
  const [tool, other] = tools
  if (!tool) return null
  site.tag(`reviews:${tool.id}`)
  if (subject === 'tool') return { of: tool.slug, name: tool.name, body: { tool: tool.id } }
  if (!other || other.id === tool.id) return null
  const pair = [tool.slug, other.slug]
  return {
    of: pair.join(','),
    name: figureWords.pair(tool.name, other.name),
    body: { slugs: pair },
  }
}

/** Sends the request of a figure. Several figures of one topic may share an answer. */
export async function readAnswer(site: Site, figure: Figure, topic: Topic): Promise<unknown> {
  const name = figure.function as 'trust_figures'
  const { data } = await site.supabase.rpc(name, topic.body as never).throwOnError()
  return data
}

export const toRequest = (figure: Figure, topic: Topic): ApiRequest =>
  createRequest(figure.function, topic.body)

export const toPage = (figure: Figure, topic: Topic) => figure.page.replace('{of}', topic.of)

/** @returns null if there is nothing to measure */
export function readValue(answer: unknown, { pointer }: Figure): number | null {
  const value = followPointer(answer, pointer)
  return typeof value === 'number' ? value : null
}

/** The definition of a function, in SQL. */
export async function readSource({ supabase }: Site, name: string): Promise<string> {
  const { data } = await supabase.rpc('function_source', { name }).throwOnError()
  return data
}

/** The backend's address for requests from elsewhere, and the public key. */
export const getBackend = (site: Site) => ({
  url: site.public.supabaseUrl || site.siteUrl,
  anonKey: site.public.supabaseAnonKey,
})

/** @returns the part of a JSON value at an RFC 6901 pointer; undefined if it has none */
export function followPointer(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (part, name) =>
        part !== null && typeof part === 'object' && Object.hasOwn(part, name)
          ? (part as Record<string, unknown>)[name]
          : undefined,
      value,
    )
}
