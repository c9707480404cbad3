import './own-text.css'
import type { OwnText } from '../data/site.ts'
import * as uiWords from './words.ts'

/** A page with a text of the operator's, which has its own date. */
export function OwnProse({ title, text }: { title: string; text: OwnText }) {
  return (
    <article className="page max-w-3xl py-10 wrap-anywhere">
      <h1 className="display text-title">{text.title ?? title}</h1>
      <p className="mt-2 text-sm text-soft">{uiWords.lastUpdated(text.date)}</p>
      <MarkdownText html={text.html} />
    </article>
  )
}

/** @param html rendered by the server from Markdown without HTML */
export const MarkdownText = ({ html, className = 'own-text' }: MarkdownTextProps) => (
  <div
    className={className}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from Markdown without HTML.
    dangerouslySetInnerHTML={{ __html: html }}
  />
)

interface MarkdownTextProps {
  html: string
  className?: string
}
