import './own-text.css'
import type { OwnText } from '../data/site.ts'
import { CONTENT_LANGUAGE } from '../shared/languages.ts'
import * as uiWords from './words.ts'

/** A page with a text of the operator's, which has its own date. */
export function OwnProse({ title, text }: { title: string; text: OwnText }) {
  return (
    <article className="page column py-12 wrap-anywhere">
      <h1 lang={text.title ? CONTENT_LANGUAGE : undefined} className="display text-title">
        {text.title ?? title}
      </h1>
      <p className="mt-2 text-sm text-soft">{uiWords.lastUpdated(text.date)}</p>
      <MarkdownText html={text.html} lang={CONTENT_LANGUAGE} />
    </article>
  )
}

/** @param html rendered by the server from Markdown without HTML */
export const MarkdownText = ({ html, lang, className = 'own-text' }: MarkdownTextProps) => (
  <div
    lang={lang}
    className={className}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from Markdown without HTML.
    dangerouslySetInnerHTML={{ __html: html }}
  />
)

interface MarkdownTextProps {
  html: string
  /** Undefined if it is that of the page. */
  lang?: string | undefined
  className?: string
}
