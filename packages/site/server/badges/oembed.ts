import { IDENTITY } from '../../app/shared/identity.ts'
import { isToolId } from '../../app/shared/initials.ts'
import { escapeXml } from './draw-badge.ts'
import { type Badge, type BadgeReader, readLaunchBadge, readToolBadge } from './read-badge.ts'

export const OEMBED_PARAMETERS = ['url', 'format', 'maxwidth']

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

const MISSING = { status: 404, body: { error: 'This page cannot be embedded.' } }

/** Describes a page of a tool, a review or a launch (https://oembed.com). */
export async function answerOembed(
  reader: BadgeReader,
  parameters: URLSearchParams,
): Promise<{ status?: number; body: unknown }> {
  const format = parameters.get('format')
  if (format && format !== 'json') return { status: 501, body: { error: 'The format is json.' } }
  const embed = await readEmbed(reader, parameters.get('url') ?? '')
  if (!embed) return MISSING
  const { siteUrl } = reader
  return {
    body: {
      version: '1.0',
      type: 'rich',
      title: embed.title,
      provider_name: IDENTITY.name,
      provider_url: `${siteUrl}/`,
      width: readWidth(parameters.get('maxwidth')),
      height: embed.height,
      html: embed.html,
      thumbnail_url: siteUrl + embed.picture,
      thumbnail_width: 1200,
      thumbnail_height: 630,
    },
  }
}

function readWidth(maxWidth: string | null): number {
  const most = /^\d{1,5}$/.test(maxWidth ?? '') ? Number(maxWidth) : 0
  return most > 0 ? Math.min(WIDTH, most) : WIDTH
}

async function readEmbed(reader: BadgeReader, address: string): Promise<Embed | undefined> {
  if (!URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  const [, type, id = ''] = /^\/(tool|review|launch)\/([\w-]+)\/?$/.exec(pathname) ?? []
  if (origin !== new URL(reader.siteUrl).origin) return undefined
  if (type === 'review') return readReview(reader, id)
  const badge =
    type === 'tool' ? await readToolBadge(reader, id) : await readLaunchBadge(reader, id)
  return badge && embedBadge(reader, badge, type === 'tool' ? 'tools' : 'launches')
}

const embedBadge = ({ siteUrl }: BadgeReader, badge: Badge, kind: 'tools' | 'launches'): Embed => ({
  title: badge.title,
  html: `<a href="${siteUrl}${badge.path}"><img src="${siteUrl}${badge.path}/badge.svg" alt="${escapeXml(badge.alt)}" height="40"></a>`,
  height: HEIGHTS.badge,
  picture: `/pictures/share/${kind}/${badge.id}`,
})

/** Without its author: the other site keeps it when the author makes the profile private. */
async function readReview(
  { supabase, tag, siteUrl }: BadgeReader,
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
  const title = `Review of ${tool.name}: ${review.rating} out of 5 stars`
  return {
    title,
    html: `<blockquote cite="${address}"><p><strong>${escapeXml(review.title)}</strong></p><p>${escapeXml(review.content)}</p><p><a href="${address}">${escapeXml(title)}</a></p></blockquote>`,
    height: HEIGHTS.review,
    picture: `/pictures/share/tools/${tool.id}`,
  }
}
