import { today } from '../ui/format/day.ts'
import * as uiWords from '../ui/words.ts'

interface ProseProps {
  title: string
  sections: readonly { title: string; text: string }[]
}

/** A page of text. Its date is always today (spec 2 §2). */
export function Prose({ title, sections }: ProseProps) {
  return (
    <article className="page max-w-3xl py-10">
      <h1 className="display text-title">{title}</h1>
      <p className="mt-2 text-sm text-soft" suppressHydrationWarning>
        {uiWords.lastUpdated(today())}
      </p>
      {sections.map((section) => (
        <section key={section.title} className="mt-8">
          <h2 className="display text-2xl">{section.title}</h2>
          <p className="mt-2 whitespace-pre-line">{section.text}</p>
        </section>
      ))}
    </article>
  )
}
