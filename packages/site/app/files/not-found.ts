import * as fileWords from './words.ts'

/** In place of a file, which programs read. */
export const notFound = () =>
  new Response(fileWords.missingPage, {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
