import { Fragment } from 'react'
import { isolate } from './direction.ts'

/** Replaces `{name}`, or wraps the words in `<name>words</name>`. */
type Part = React.ReactNode | ((words: React.ReactNode) => React.ReactNode)

/** The names in a sentence; any string if the sentence's type is not a literal. */
type NameIn<T extends string> = string extends T
  ? string
  : T extends `${infer Before}{${infer Name}}${infer After}`
    ? Name | NameIn<Before> | NameIn<After>
    : T extends `${string}</${infer Name}>${infer After}`
      ? Name | NameIn<After>
      : never

interface RichProps<T extends string> {
  text: T
  parts: Readonly<Record<NameIn<T>, Part>>
}

/** Wraps words that only screen readers announce, because they lack the visual context. */
export const hidden = (words: React.ReactNode) => <span className="sr-only">{words}</span>

const PART = /<(\w+)>(.*?)<\/\1>|\{(\w+)\}/g

/**
 * Renders a sentence that contains elements. The sentence is one text, because another language may
 * order its parts differently. User input must be a part and not in the text.
 */
export function Rich<T extends string>({ text, parts }: RichProps<T>): React.ReactNode {
  const known: Readonly<Record<string, Part>> = parts
  const pieces: React.ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(PART)) {
    const [all, tag, inside = '', name = ''] = match
    const part = known[tag ?? name]
    pieces.push(text.slice(end, match.index))
    pieces.push(
      <Fragment key={match.index}>
        {typeof part === 'function'
          ? part(<Rich text={inside} parts={known} />)
          : typeof part === 'string'
            ? isolate(part)
            : part}
      </Fragment>,
    )
    end = match.index + all.length
  }
  return [...pieces, text.slice(end)]
}
