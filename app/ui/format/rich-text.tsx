import { Fragment } from 'react'

/** Replaces `{name}`, or wraps the words in `<name>words</name>`. */
type Part = React.ReactNode | ((words: React.ReactNode) => React.ReactNode)

/** The names in a sentence; any name if the sentence is not a literal type. */
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

/** Words for screen readers, which lack the visual context. */
export const hidden = (words: React.ReactNode) => <span className="sr-only">{words}</span>

const PART = /<(\w+)>(.*?)<\/\1>|\{(\w+)\}/g

/**
 * A sentence with elements in it. It stays one text, since another language may order its parts
 * differently. User input is always a part, never in the text.
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
        {typeof part === 'function' ? part(<Rich text={inside} parts={known} />) : part}
      </Fragment>,
    )
    end = match.index + all.length
  }
  return [...pieces, text.slice(end)]
}
