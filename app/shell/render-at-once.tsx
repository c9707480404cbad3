import { renderToString } from 'react-dom/server'
import type { EntryContext } from 'react-router'
import { WholePage, type WholePageProps } from './whole-page.tsx'

/** Where React left out a part, because it waits for something or has failed. */
const LEFT_OUT = '<!--$!-->'
const END = '</body></html>'

/**
 * Most pages wait for nothing once their loaders are done. As one text they cost a sixth less than
 * as a stream, whose thousands of pieces are each turned into bytes.
 * @returns undefined for a page that has to be streamed, which then also says what went wrong
 */
export async function renderAtOnce({
  context: { serverHandoffStream, ...context },
  url,
  scriptMark,
}: WholePageProps): Promise<string | undefined> {
  if (!serverHandoffStream || isWaiting(context)) return undefined
  const html = textOf(<WholePage context={context} url={url} scriptMark={scriptMark} />)
  if (html === undefined || html.includes(LEFT_OUT)) return undefined
  const data = await new Response(serverHandoffStream).text()
  const open = html.endsWith(END) ? html.slice(0, -END.length) : html
  return `<!DOCTYPE html>${open}${handingOver(data, scriptMark)}${END}`
}

function textOf(page: React.ReactNode): string | undefined {
  try {
    return renderToString(page)
  } catch {
    // A page that waits as a whole, or that has failed.
    return undefined
  }
}

/** Whether a loader gave something that is still to come. */
const isWaiting = ({ staticHandlerContext: { loaderData } }: EntryContext) =>
  Object.values(loaderData).some(
    (data: unknown) =>
      typeof data === 'object' &&
      data !== null &&
      Object.values(data).some((value) => value instanceof Promise),
  )

/** Signs that could end the script, or a line of it. */
const ESCAPES = /[&<>\u2028\u2029]/g
const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** What the loaders gave, as the router's own stream hands it over. */
const handingOver = (data: string, mark: string) => {
  const text = JSON.stringify(data).replaceAll(ESCAPES, escaped)
  const controller = 'window.__reactRouterContext.streamController'
  return `<script nonce="${mark}">${controller}.enqueue(${text});${controller}.close();</script>`
}
