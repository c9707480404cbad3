import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { ScriptNonce } from './nonce.ts'

/** A rendering that takes longer is aborted. */
export const RENDER_TIMEOUT_MS = 10_000

/**
 * The router preloads some thirty modules before the style sheet. On a phone's network the largest
 * paint is after 2.6 s with these links and after 1.4 s without (0012); the router has no
 * setting for them.
 */
const MODULE_PRELOAD = '<link rel="modulepreload"'
/** Browsers ignore it. */
const MODULE_NAME = '<link rel="module"'

export interface RenderedDocument {
  html: string
  /** Errors in parts of the page; React leaves these parts to the browser. */
  errors: unknown[]
}

/**
 * Renders the whole document: pages are cached, and their inline scripts are hashed once complete.
 * @throws what a component outside of every Suspense boundary throws
 */
export function renderDocument(
  context: EntryContext,
  url: string,
  nonce: string,
): Promise<RenderedDocument> {
  return new Promise((resolve, reject) => {
    const errors: unknown[] = []
    const timer = setTimeout(() => abort(), RENDER_TIMEOUT_MS)
    const page = (
      <ScriptNonce value={nonce}>
        <ServerRouter context={context} url={url} nonce={nonce} />
      </ScriptNonce>
    )
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Content stays in its place, so that a reader without scripts sees it.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timer)
        pipe(
          collect((html) =>
            resolve({ html: html.replaceAll(MODULE_PRELOAD, MODULE_NAME), errors }),
          ),
        )
      },
      onShellError(error) {
        clearTimeout(timer)
        reject(error)
      },
      onError(error) {
        errors.push(error)
      },
    })
  })
}

/** Collects what is written; a web stream would cost more than the rendering. */
function collect(onEnd: (text: string) => void): Writable {
  const chunks: Buffer[] = []
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
    final(done) {
      onEnd(Buffer.concat(chunks).toString())
      done()
    },
  })
}
