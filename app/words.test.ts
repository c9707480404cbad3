import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const APP = import.meta.dirname

/** Attributes that are read, or read out. */
const SAID = new Set(['alt', 'aria-label', 'hint', 'keep', 'label', 'placeholder', 'text', 'title'])

/** Begins as a sentence or a heading does. */
const SENTENCE = /^\P{L}*\p{Lu}\p{Ll}+[,’]? \p{L}/u

/** What a source says in words of its own; text between tags is for biome's noJsxLiterals. */
function wordsIn(file: string, source: string): string[] {
  const found = new Set<string>()
  const say = (text: string, isSaid: boolean) => {
    if (isSaid ? /\p{L}/u.test(text) : SENTENCE.test(text)) found.add(text)
  }
  /** What an expression may come to. */
  const shown = (node: ESTree.Node | null): void => {
    if (node?.type === 'JSXExpressionContainer') shown(node.expression)
    else if (node?.type === 'ConditionalExpression')
      [node.consequent, node.alternate].forEach(shown)
    else if (node?.type === 'LogicalExpression') [node.left, node.right].forEach(shown)
    else if (node?.type === 'TemplateLiteral') say(textOf(node), true)
    else if (node?.type === 'Literal' && typeof node.value === 'string') say(node.value, true)
  }
  const { program } = parseSync(file, source)
  new Visitor({
    Literal: ({ value }) => typeof value === 'string' && say(value, false),
    TemplateLiteral: (node) => say(textOf(node), false),
    JSXElement: ({ children }) => children.forEach(shown),
    JSXFragment: ({ children }) => children.forEach(shown),
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && SAID.has(name.name)) shown(value)
    },
  }).visit(program)
  return [...found].map((text) => `${file}: ${text}`)
}

const textOf = ({ quasis }: ESTree.TemplateLiteral) =>
  quasis.map(({ value }) => value.cooked).join('…')

test('what the site says is in the words.ts of its area', () => {
  const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) && !/(^|\/)(words|gallery|identity)\b|\.(test|types)\./.test(file),
  )
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) => wordsIn(file, readFileSync(join(APP, file), 'utf8')))
  expect(found).toEqual([])
})

test.each([
  `toastError('Failed to upvote')`,
  `z.string().min(1, 'Title is required')`,
  'const title = `Reviews of tools`',
  `<Input placeholder="acme.com" />`,
  `<Button aria-label={isOpen ? 'Close' : words.open} />`,
  `<p>{isBusy ? 'Saving' : words.save}</p>`,
  `<p>{count > 0 && 'new'}</p>`,
])('%s has words of its own', (source) => expect(wordsIn('any.tsx', source)).toHaveLength(1))

test.each([
  `select('id, name, profiles(username)')`,
  `<p className={isWide ? 'page max-w-lg' : ''} role="status">{words.title}</p>`,
  `if (event.key === 'Escape') navigate('/launches')`,
])('%s has none', (source) => expect(wordsIn('any.tsx', source)).toEqual([]))
