import { CONTENT_LANGUAGE } from '../shared/languages.ts'
import * as uiWords from './words.ts'

/** How many lines a text fills if each has `letters`. */
export const countLines = (text: string, letters: number) =>
  text.split('\n').reduce((sum, line) => sum + Math.max(Math.ceil(line.length / letters), 1), 0)

/** About the letters of one line, and the number of lines that is clipped. The estimate may be too high by a line. */
const PHONE = { letters: 42, min: 7 }
const WIDE = { letters: 95, min: 10 }

/** Until a blank line or the end of the text. */
const PARAGRAPH = /\S.*?(?=\n\s*\n|$)/gs

/**
 * A text of a person. Of over eight lines only the first six are shown until its summary is pressed; on a phone, of over five
 * lines four. Search engines have the whole text, and it needs no script.
 */
export function ClippedText({ text }: { text: string }) {
  const [onPhones, onWide] = [PHONE, WIDE].map(
    ({ letters, min }) => countLines(text, letters) >= min,
  )
  const paragraph = 'whitespace-pre-line wrap-anywhere'
  if (!onPhones)
    return (
      <p lang={CONTENT_LANGUAGE} dir="auto" className={paragraph}>
        {text}
      </p>
    )
  return (
    <div className="group/text relative">
      <p
        lang={CONTENT_LANGUAGE}
        dir="auto"
        className={`${paragraph} group-has-open/text:line-clamp-none print:line-clamp-none max-sm:line-clamp-4 ${onWide ? 'sm:line-clamp-6' : ''}`}
      >
        {/* A blank line could be the last one before the cut. */}
        {[...text.matchAll(PARAGRAPH)].map(({ 0: part, index: offset }) => (
          <span key={offset} className="block not-first:mt-2">
            {part}
          </span>
        ))}
      </p>
      <details
        className={`group-has-open/text:hidden max-sm:absolute max-sm:right-0 max-sm:bottom-0 max-sm:bg-card max-sm:pl-2 ${onWide ? '' : 'sm:hidden'}`}
      >
        <summary className="inline-flex min-h-6 cursor-pointer items-center text-link underline sm:mt-1 sm:text-sm">
          {uiWords.readMore}
        </summary>
      </details>
    </div>
  )
}
