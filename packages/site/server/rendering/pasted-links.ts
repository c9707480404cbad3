import type { Render } from './site.ts'

/** Hyphens, underscores and slashes belong to addresses. */
const PUNCTUATION = /(?:(?![-_/])[\p{P}\p{S}\p{Z}\p{C}])+$/u

/**
 * A link at the end of a sentence is often pasted with its period or closing bracket: a missing page
 * redirects to the one without them, if there is one.
 */
export function redirectPastedLinks(render: Render): Render {
  return async (request, tags, clientAddress) => {
    const response = await render(request, tags, clientAddress)
    const shorter = response.status === 404 && removePunctuation(request.url)
    if (!shorter || (request.method !== 'GET' && request.method !== 'HEAD')) return response
    // With the tags of both, since either page may come or go.
    const found = await render(new Request(shorter, request), tags, clientAddress)
    // A renamed tool redirects once more.
    if (found.status !== 200 && found.status !== 301) return response
    return new Response(null, {
      status: 301,
      headers: { Location: shorter.pathname + shorter.search, 'Cache-Control': 'no-cache' },
    })
  }
}

/**
 * @returns undefined if the path does not end with punctuation, or begins like the address of another
 *   site
 */
function removePunctuation(url: string): URL | undefined {
  const shorter = new URL(url)
  const slash = shorter.pathname.lastIndexOf('/')
  const folder = shorter.pathname.slice(0, slash + 1)
  try {
    const name = decodeURIComponent(shorter.pathname.slice(slash + 1))
    const rest = name.replace(PUNCTUATION, '')
    // An address of nothing but punctuation names no page.
    if (folder.startsWith('//') || rest === '' || rest === name) return undefined
    shorter.pathname = folder + encodeURIComponent(rest)
    return shorter
  } catch {
    return undefined
  }
}
