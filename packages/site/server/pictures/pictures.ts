import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import type { Site } from '../../app/data/site.ts'
import { IDENTITY } from '../../app/shared/identity.ts'
import { isToolId } from '../../app/shared/initials.ts'
import {
  AVATAR_WIDTHS,
  FEATURED_SIZE,
  FEATURED_WIDTHS,
  isStoredPicture,
  UPLOADED,
} from '../../app/shared/picture-sources.ts'
import { drawInitials, drawMark, drawPlaceholder, EMPTY_SVG } from './draw-fallbacks.ts'
import { encodeJpeg, encodePicture, encodePng, type Frame } from './encode-picture.ts'
import { findMark } from './marks/find-mark.ts'
import { createPictureStore } from './picture-store.ts'
import { type AnswerScene, addSharePictures } from './share-pictures.ts'
import { createStoredPictures } from './stored-pictures.ts'

const LOGO = { frame: { width: 128, height: 128, fit: 'contain' }, limit: 2 * 1024 * 1024 } as const
const FEATURED = {
  frame: { ...FEATURED_SIZE, fit: 'cover' },
  limit: 8 * 1024 * 1024,
} as const

/** @param width in pixels */
const toFeaturedFrame = (width: number): Frame => ({
  width,
  height: Math.round((width * FEATURED_SIZE.height) / FEATURED_SIZE.width),
  fit: 'cover',
})

export interface PicturesOptions {
  supabase: Site['supabase']
  /** Folder of finished pictures. */
  folder: string
  /** Address with {domain} of a service that has the logos of domains; none: no look-up. */
  logoService?: string | undefined
  /** Hosts with a port that members may type besides public ones, for tests. */
  testHosts?: ReadonlySet<string>
  log: (error: unknown) => void
}

const FETCH = { accept: 'image/*', timeoutMs: 5000 }

/**
 * Serves pictures of other sites from this origin, so that no other site learns what a visitor reads:
 * a tool's configured logo, else its mark, else the icon that its website names, else the logo that a
 * look-up of its domain finds, else its initials (spec 2 §7); and the pictures of launches. Uploads are resized to the width in which
 * they are shown. Pictures of shared links are drawn.
 */
export function createPictures({
  supabase,
  folder,
  logoService,
  testHosts,
  log,
}: PicturesOptions): Hono {
  const pictureOf = createPictureStore(folder, log)
  // A queue of their own: slow websites do not hold other pictures.
  const iconOf = createPictureStore(folder, log)
  const drawFrom = (address: string, isTyped: boolean, { frame, limit }: Kind) =>
    pictureOf(`${address} ${frame.width}x${frame.height}`, async () => {
      const { fetchBytes } = await import('../outbound/fetch-bytes.ts')
      return encodePicture(await fetchBytes(address, { limit, isTyped, ...FETCH }), frame)
    })
  const drawIcon = (website: string) =>
    iconOf(`icon of ${website}`, async () => {
      const { fetchIcon } = await import('./fetch-icon.ts')
      return fetchIcon(
        website,
        { limit: LOGO.limit, testHosts, timeoutMs: FETCH.timeoutMs },
        (bytes) => encodePicture(bytes, LOGO.frame),
      )
    })
  const storedPicture = createStoredPictures(supabase, log)
  const answerUpload = async (c: Context, path: string, frame: Frame) => {
    if (!isStoredPicture(path)) return c.notFound()
    const [bucket = '', folder, name] = path.split('/')
    const picture = await storedPicture(bucket, `${folder}/${name}`, frame)
    if (picture === 'busy') return c.text('Please try again later.', 503, { 'Retry-After': '5' })
    // The page shows initials behind an avatar, and hides a picture of a launch.
    return picture ? asPicture(c, picture, STORED_LIFETIME_SECONDS) : c.notFound()
  }
  const app = new Hono()
  app.use(etag())

  app.get('/pictures/tools/:id', async (c) => {
    const id = c.req.param('id')
    if (!isToolId(id)) return c.notFound()
    const { data: tool } = await supabase
      .from('tools')
      .select('name, logo_url, website_url, website_host')
      .eq('id', id)
      .maybeSingle()
      .throwOnError()
    if (!tool) return c.notFound()
    const configured = tool.logo_url && (await drawFrom(tool.logo_url, true, LOGO))
    if (configured) return asPicture(c, configured)
    const mark = findMark(tool.name, tool.website_host)
    if (mark) return asDrawing(c, drawMark(mark), DRAWING_LIFETIME_SECONDS)
    const icon = logoService && tool.website_url && (await drawIcon(tool.website_url))
    if (icon) return asPicture(c, icon)
    const lookedUp =
      logoService && tool.website_host
        ? await drawFrom(
            logoService.replace('{domain}', encodeURIComponent(tool.website_host)),
            // If the template's host is the tool's domain, a member typed it.
            /^https?:\/\/[^/]*\{domain\}/i.test(logoService),
            LOGO,
          )
        : undefined
    if (lookedUp) return asPicture(c, lookedUp)
    return asDrawing(c, c.req.query('initials') === 'off' ? EMPTY_SVG : drawInitials(tool.name))
  })

  app.get('/pictures/launches/:id/:number?', async (c) => {
    const { id, number = '1' } = c.req.param()
    if (!isToolId(id) || !/^[1-4]$/.test(number)) return c.notFound()
    const { data: launch } = await supabase
      .from('product_launches')
      .select('tagline, featured_image, pictures')
      .eq('id', id)
      .maybeSingle()
      .throwOnError()
    const source = launch && listPictures(launch)[Number(number) - 1]
    if (!source) return c.notFound()
    const width = FEATURED_WIDTHS.find((each) => String(each) === c.req.query('width'))
    const frame = toFeaturedFrame(width ?? FEATURED_SIZE.width)
    if (source.startsWith(UPLOADED))
      return answerUpload(c, `launches/${source.slice(UPLOADED.length)}`, frame)
    const picture = await drawFrom(source, true, FEATURED)
    if (!picture) return asDrawing(c, drawPlaceholder(launch.tagline ?? ''))
    if (frame.width === FEATURED_SIZE.width) return asPicture(c, picture)
    const smaller = await pictureOf(`${source} ${width}x${frame.height}`, () =>
      encodePicture(picture, frame),
    )
    return asPicture(c, smaller ?? picture)
  })

  const asShared: AnswerScene = async (c, svg, width) => {
    const drawing = Buffer.from(svg)
    const picture = await pictureOf(`${svg} ${width ? `${width} jpeg` : 'png'}`, () =>
      width ? encodeJpeg(drawing, width) : encodePng(drawing),
    )
    return picture
      ? asPicture(c, picture, width ? undefined : MARK_LIFETIME_SECONDS)
      : asDrawing(c, svg)
  }
  addSharePictures(app, supabase, asShared)
  app.get('/pictures/share/launches/:id', async (c) => {
    const id = c.req.param('id')
    if (!isToolId(id)) return c.notFound()
    const { data: launch } = await supabase
      .from('product_launches')
      .select('tagline, product_name, featured_image, pictures, tools(name, website_host)')
      .eq('id', id)
      .maybeSingle()
      .throwOnError()
    if (launch && listPictures(launch).length === 0) {
      const { drawLaunched, SCENE } = await import('./scenes/draw-scene.ts')
      const product = { name: launch.product_name ?? IDENTITY.name, website_host: null }
      return asShared(c, drawLaunched(launch.tools ?? product, launch.tagline ?? ''), SCENE.width)
    }
    const shown = await app.request(`/pictures/launches/${id}`)
    if (!shown.ok) return shown
    const bytes = Buffer.from(await shown.arrayBuffer())
    const digest = createHash('sha256').update(bytes).digest('hex')
    const picture = await pictureOf(`${digest} jpeg`, () => encodeJpeg(bytes))
    return picture ? asPicture(c, picture, STORED_LIFETIME_SECONDS) : c.notFound()
  })

  app.get('/pictures/stored/:bucket/:folder/:name', async (c) => {
    const { bucket, folder, name } = c.req.param()
    const path = `${bucket}/${folder}/${name}`
    const widths: readonly number[] = bucket === 'launches' ? FEATURED_WIDTHS : AVATAR_WIDTHS
    const requested = c.req.query('width') ?? String(widths.at(-1))
    const width = widths.find((each) => String(each) === requested)
    if (!width) return c.notFound()
    const square = { width, height: width, fit: 'cover' } as const
    return answerUpload(c, path, bucket === 'launches' ? toFeaturedFrame(width) : square)
  })
  return app
}

/** As long as a page of mails that are read one after the other: each review changes it. */
const MARK_LIFETIME_SECONDS = 3600

const DRAWING_LIFETIME_SECONDS = 86_400

/** In seconds, as for the upload itself: a removed picture should disappear soon. */
const STORED_LIFETIME_SECONDS = 3600

const listPictures = (launch: { featured_image: string | null; pictures: string[] | null }) =>
  [launch.featured_image, ...(launch.pictures ?? [])].filter((each) => each !== null)

interface Kind {
  frame: Frame
  limit: number
}

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  // An SVG opened by itself is a document.
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

/** By the first byte. */
const TYPES: Readonly<Record<number, string>> = { 255: 'image/jpeg', 137: 'image/png' }

function asPicture(c: Context, bytes: Buffer, lifetime = 86_400) {
  return c.body(new Uint8Array(bytes), 200, {
    ...HEADERS,
    'Content-Type': TYPES[bytes[0] ?? 0] ?? 'image/webp',
    'Cache-Control': `public, max-age=${lifetime}`,
  })
}

/** Without a lifetime it is a substitute, cached briefly: the picture may be available soon. */
function asDrawing(c: Context, svg: string, lifetime = 600) {
  return c.body(svg, 200, {
    ...HEADERS,
    'Content-Type': 'image/svg+xml',
    'Cache-Control': `public, max-age=${lifetime}`,
  })
}
