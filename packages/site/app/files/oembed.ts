import type { Site } from '../data/site.ts'
import { escapeXml } from '../shared/escape-xml.ts'
import { IDENTITY } from '../shared/identity.ts'
import { isToolId } from '../shared/initials.ts'
import { readNumber, readText } from '../shared/parameters.ts'
import { type Badge, readLaunchBadge, readToolBadge } from './read-badge.ts'
import * as fileWords from './words.ts'

/** What the other site shows: a badge, or a review, with a link. */
interface Embed {
  title: string
  html: string
  height: number
  /** A picture of 1200 by 630 pixels. */
  picture: string
}

/** In pixels; the other site may ask for less. */
const WIDTH = 480
const HEIGHTS = { badge: 48, review: 220 }

const MISSING = { status: 404, body: { error: fileWords.notEmbeddable } }

/** Describes a page of a tool, a review or a launch (https://oembed.com). */
export async function answerOembed(
  reader: Site,
  parameters: URLSearchParams,
): Promise<{ status?: number; body: unknown }> {
  const format = readText(parameters, 'format', 20)
  if (format && format !== 'json') return { status: 501, body: { error: fileWords.onlyJson } }
  const embed = await readEmbed(reader, readText(parameters, 'url', 2000))
  if (!embed) return MISSING
  const most = readNumber(parameters, 'maxwidth', 1, 99_999)
  const { siteUrl } = reader
  return {
    body: {
      version: '1.0',
      type: 'rich',
      title: embed.title,
      provider_name: IDENTITY.name,
      provider_url: `${siteUrl}/`,
      width: Number.isInteger(most) ? Math.min(WIDTH, most || WIDTH) : WIDTH,
      height: embed.height,
      html: embed.html,
      thumbnail_url: siteUrl + embed.picture,
      thumbnail_width: 1200,
      thumbnail_height: 630,
    },
  }
}

async function readEmbed(reader: Site, address: string): Promise<Embed | undefined> {
  if (!URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  const [, type, id = ''] = /^\/(tool|review|launch)\/([\w-]+)\/?$/.exec(pathname) ?? []
  if (origin !== new URL(reader.siteUrl).origin) return undefined
  if (type === 'review') return readReview(reader, id)
  const badge =
    type === 'tool' ? await readToolBadge(reader, id) : await readLaunchBadge(reader, id)
  return badge && embedBadge(reader, badge, type === 'tool' ? 'tools' : 'launches')
}

const embedBadge = ({ siteUrl }: Site, badge: Badge, kind: 'tools' | 'launches'): Embed => ({
  title: badge.title,
  html: `<a href="${siteUrl}${badge.path}"><img src="${siteUrl}${badge.path}/badge.svg" alt="${escapeXml(badge.alt)}" height="40"></a>`,
  height: HEIGHTS.badge,
  picture: `/pictures/share/${kind}/${badge.id}`,
})

/** Without its author: the other site keeps it when the author makes the profile private. */
async function readReview(
  { supabase, tag, siteUrl }: Site,
  id: string,
): Promise<Embed | undefined> {
  if (!isToolId(id)) return undefined
  const reviews = supabase.from('reviews').select('id, title, content, rating, tools(id, name)')
  const { data: review } = await reviews.eq('id', id).maybeSingle().throwOnError()
  if (!review) {
    tag('reviews')
    return undefined
  }
  const { tools: tool } = review
  tag(`reviews:${tool.id}`, `tool:${tool.id}`)
  const address = `${siteUrl}/review/${review.id}`
  const title = fileWords.reviewLink(tool.name, review.rating)
  return {
    title,
    html: `<blockquote cite="${address}"><p><strong>${escapeXml(review.title)}</strong></p><p>${escapeXml(review.content)}</p><p><a href="${address}">${escapeXml(title)}</a></p></blockquote>`,
    height: HEIGHTS.review,
    picture: `/pictures/share/tools/${tool.id}`,
  }
}
