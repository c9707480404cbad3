// chunk: frame
import * as uiWords from './words.ts'

/** How many lines a text fills if each has `letters`. */
export const countLines = (text: string, letters: number) =>
  text.split('\n').reduce((sum, line) => sum + Math.max(Math.ceil(line.length / letters), 1), 0)

/** About the letters of one line on a phone and on a large screen. */
const PHONE_LETTERS = 42
const WIDE_LETTERS = 95
/** The estimate may be too high by a line. */
const CLIPPED_MIN = 10

/**
 * A text of a person. Over eight lines, only the first six are shown until its summary is pressed. Search engines have the whole
 * text, and it needs no script.
 */
export function ClippedText({ text }: { text: string }) {
  const [onPhones, onWide] = [PHONE_LETTERS, WIDE_LETTERS].map(
    (letters) => countLines(text, letters) >= CLIPPED_MIN,
  )
  const paragraph = 'whitespace-pre-line wrap-anywhere'
  if (!onPhones) return <p className={paragraph}>{text}</p>
  return (
    <div className="group/text">
      <p
        className={`${paragraph} group-has-open/text:line-clamp-none print:line-clamp-none ${onWide ? 'line-clamp-6' : 'max-sm:line-clamp-6'}`}
      >
        {text}
      </p>
      <details className={onWide ? '' : 'sm:hidden'}>
        <summary className="mt-1 inline-flex min-h-6 cursor-pointer items-center text-sm text-link underline group-has-open/text:hidden">
          {uiWords.readMore}
        </summary>
      </details>
    </div>
  )
}
