import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const APP = import.meta.dirname

/** Attributes whose text is visible or announced. */
const TEXT_ATTRIBUTES = new Set([
  'alt',
  'aria-label',
  'cancelLabel',
  'confirmLabel',
  'hint',
  'label',
  'placeholder',
  'text',
  'title',
])

/** A text that starts like a sentence or a heading. */
const SENTENCE = /^\P{L}*\p{Lu}\p{Ll}+[,’]? \p{L}/u

/** Forms that the interface replaces by one term, unless the specification fixes them. */
const BANNED =
  /e-mail|network (is|may be) away|\bfor ever\b|for good|there is no such|nobody|somebody|whoever|\banew\b|\bbeside\b|colour|licence/i

/** Texts that the specification fixes with a banned form (spec 3 §3.2). */
const FIXED = /^Reviewers have confirmed their e-mail address\./

/** Finds texts in source code, except between tags, where biome's noJsxLiterals finds them. */
function findTexts(file: string, source: string): string[] {
  const found = new Set<string>()
  const check = (text: string, isVisible: boolean) => {
    if (isVisible ? /\p{L}/u.test(text) : SENTENCE.test(text)) found.add(text)
  }
  /** Checks the possible values of an expression. */
  const checkValue = (node: ESTree.Node | null): void => {
    if (node?.type === 'JSXExpressionContainer') checkValue(node.expression)
    else if (node?.type === 'ConditionalExpression')
      [node.consequent, node.alternate].forEach(checkValue)
    else if (node?.type === 'LogicalExpression') [node.left, node.right].forEach(checkValue)
    else if (node?.type === 'TemplateLiteral') check(getText(node), true)
    else if (node?.type === 'Literal' && typeof node.value === 'string') check(node.value, true)
  }
  const { program } = parseSync(file, source)
  new Visitor({
    Literal: ({ value }) => typeof value === 'string' && check(value, false),
    TemplateLiteral: (node) => check(getText(node), false),
    JSXElement: ({ children }) => children.forEach(checkValue),
    JSXFragment: ({ children }) => children.forEach(checkValue),
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && TEXT_ATTRIBUTES.has(name.name)) checkValue(value)
    },
  }).visit(program)
  return [...found].map((text) => `${file}: ${text}`)
}

const getText = ({ quasis }: ESTree.TemplateLiteral) =>
  quasis.map(({ value }) => value.cooked).join('…')

test('findTexts with the files of app/ finds no text outside of words', () => {
  const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) && !/(^|\/)(words|gallery|identity)\b|\.(test|types)\./.test(file),
  )
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) => findTexts(file, readFileSync(join(APP, file), 'utf8')))
  expect(found).toEqual([])
})

test('texts use one term for one thing: email, license, offline, deleted', () => {
  const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(^|\/)words(\/[^/]+)?\.ts$/.test(file),
  )
  expect(files.length).toBeGreaterThan(20)
  const found = files.flatMap((file) => {
    const texts: string[] = []
    const { program } = parseSync(file, readFileSync(join(APP, file), 'utf8'))
    new Visitor({
      Literal: ({ value }) => void (typeof value === 'string' && texts.push(value)),
      TemplateLiteral: (node) => void texts.push(getText(node)),
    }).visit(program)
    return texts
      .filter((text) => BANNED.test(text) && !FIXED.test(text))
      .map((text) => `${file}: ${text}`)
  })
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
])('findTexts with %s finds one text', (source) =>
  expect(findTexts('any.tsx', source)).toHaveLength(1),
)

test.each([
  `select('id, name, profiles(username)')`,
  `<p className={isWide ? 'page max-w-lg' : ''} role="status">{words.title}</p>`,
  `if (event.key === 'Escape') navigate('/launches')`,
])('findTexts with %s finds no text', (source) => expect(findTexts('any.tsx', source)).toEqual([]))
