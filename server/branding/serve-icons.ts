import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import { drawIcon, ICON_NAMES, type IconName } from './draw-icons.ts'

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  // An SVG opened by itself is a document.
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  // The next start may have another icon at the same address.
  'Cache-Control': 'no-cache',
}

/** Serves the operator's icon at the addresses of the built one. Each PNG is drawn at its first request. */
export function serveIcons(icon: Buffer): Hono {
  const drawn = new Map<IconName, Promise<Buffer>>()
  const draw = (name: IconName) => {
    const drawing = drawn.get(name) ?? drawIcon(icon, name)
    drawn.set(name, drawing)
    return drawing
  }
  const answer = (c: Context, bytes: Buffer, type: string) =>
    c.body(new Uint8Array(bytes), 200, { ...HEADERS, 'Content-Type': type })
  const app = new Hono()
  app.use('/icon.svg', etag())
  app.use('/icons/*', etag())
  app.get('/icon.svg', (c) => answer(c, icon, 'image/svg+xml'))
  for (const name of ICON_NAMES) {
    app.get(`/icons/${name}`, async (c) => answer(c, await draw(name), 'image/png'))
  }
  return app
}
