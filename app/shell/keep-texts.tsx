import { LRUCache } from 'lru-cache'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { TextOf } from './kept-text.ts'

/** In signs, with their names. */
const MOST_SIGNS = 8_000_000

/** @returns what keeps the parts' texts that were asked for last */
export function keepTexts(): TextOf {
  const kept = new LRUCache<string, string>({
    maxSize: MOST_SIGNS,
    sizeCalculation: (text, of) => text.length + of.length,
  })
  return (of, part) => {
    const known = kept.get(of)
    if (known !== undefined) return known
    const text = renderToString(<StaticRouter location="/">{part}</StaticRouter>)
    kept.set(of, text)
    return text
  }
}
