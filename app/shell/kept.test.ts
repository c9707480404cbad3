// What the server keeps as text is, sign for sign, what it would write without keeping anything:
// browsers take the page over as if it had been written so.
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { CardTool } from '../tools/tool.ts'
import { ToolGrid } from '../tools/tool-card.tsx'
import { Footer } from './footer.tsx'
import { keepTexts } from './keep-texts.tsx'
import { KeptText, type TextOf } from './kept-text.ts'

const tool = (more: Partial<CardTool>): CardTool => ({
  id: 'f3b5',
  name: 'Fish & <Chips>',
  slug: 'fish-chips',
  description: '"Fries", they say.',
  category: 'Design',
  rating_average: 4.25,
  review_count: 1234,
  ...more,
})

const PARTS: Record<string, ReactNode> = {
  'cards of tools, of a sample and of one without reviews': createElement(ToolGrid, {
    tools: [
      tool({}),
      tool({ id: 'x', slug: '' }),
      tool({ id: 'y', rating_average: null, review_count: 0 }),
    ],
  }),
  'the footer': createElement(Footer),
}

/** As a page of the router shows it, with the texts that are kept or without. */
async function pageOf(part: ReactNode, textOf: TextOf | undefined): Promise<string> {
  const handler = createStaticHandler([
    { id: 'root', path: '*', Component: () => part, loader: () => ({ hasDemoContent: true }) },
  ])
  const context = await handler.query(new Request('http://site.example/tools?search=fish'))
  if (context instanceof Response) throw new Error('no page')
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToString(
    createElement(
      KeptText,
      { value: textOf },
      createElement(StaticRouterProvider, { router, context, hydrate: false }),
    ),
  )
}

describe('what is kept as text is what would be written without', () => {
  test.each(Object.entries(PARTS))('%s', async (_name, part) => {
    let asked = 0
    const kept = keepTexts()
    const counting: TextOf = (of, each) => {
      asked += 1
      return kept(of, each)
    }
    const written = await pageOf(part, undefined)
    expect(asked).toBe(0)
    // Made, and then had from memory.
    expect(await pageOf(part, counting)).toBe(written)
    expect(await pageOf(part, counting)).toBe(written)
    expect(asked).toBeGreaterThan(1)
    // An id of React's would be given twice on a page.
    expect(written).not.toMatch(/_R_/)
  })
})

test('a text is made once for all that is called the same', () => {
  const textOf = keepTexts()
  const made = (word: string) => createElement('p', null, word)
  expect(textOf('one', made('A'))).toBe('<p>A</p>')
  expect(textOf('one', made('B'))).toBe('<p>A</p>')
  expect(textOf('other', made('B'))).toBe('<p>B</p>')
})
