// A server that plays all hosts of sources, in our own words (spec 10 §3).
import {
  type LocalServer,
  serveLocally,
} from '@toolmark/backend/tests/support/services/local-server.ts'

export interface Played {
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON unless it is a text. */
  body?: unknown
  /** Whether the connection breaks in the middle of the body. */
  isCut?: boolean
}

export interface SeenRequest {
  /** `{host}{path}` with the query. */
  at: string
  time: number
  authorization: string | undefined
  userAgent: string | undefined
}

export interface PlayedHosts extends LocalServer {
  requests: SeenRequest[]
  /** What is answered at `{host}{path}` without the query; else 404. */
  answers: Map<string, Played | ((query: URLSearchParams) => Played)>
}

/** Answers with an ETag, and 304 to a request that has it. */
export async function playHosts(): Promise<PlayedHosts> {
  const requests: SeenRequest[] = []
  const answers: PlayedHosts['answers'] = new Map()
  const server = await serveLocally((request, response) => {
    const at = (request.url ?? '').slice(1)
    const { authorization, 'user-agent': userAgent, 'if-none-match': known } = request.headers
    requests.push({ at, time: Date.now(), authorization, userAgent })
    const [path = '', query = ''] = at.split('?')
    const found = answers.get(decodeURIComponent(path))
    const played = typeof found === 'function' ? found(new URLSearchParams(query)) : found
    const { status = 200, headers = {}, body = '', isCut } = played ?? { status: 404, body: '{}' }
    if (known && known === headers.etag) {
      response.writeHead(304).end()
      return
    }
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    if (!isCut) {
      response.writeHead(status, headers).end(text)
      return
    }
    response.writeHead(status, { ...headers, 'Content-Length': text.length })
    response.write(text.slice(0, text.length / 2), () => response.destroy())
  })
  return { ...server, requests, answers }
}
