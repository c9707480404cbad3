import { toLine } from '../list.ts'
import { findLicenses } from './find-licenses.ts'
import { isRepository, readBadge } from './read-badge.ts'
import type { Token } from './tokens.ts'

/** A line that names a tool. */
export interface ReadLine {
  cells: Record<string, unknown>
  /** What of it is left out. */
  problems: string[]
}

type Mark = Exclude<Token, string>

// A mark is one character of the private use area in the text around it, so that the forms below see both.
const FIRST_MARK = 0xe000
const MARKS = '\\ue000-\\uf8ff'
/** "([Demo](…), [Source Code](…))", and the same without brackets around one mark. */
const GROUP = `\\(\\s*(?:[${MARKS}][\\s,;|/·•&]*)+\\)|[${MARKS}]`
const LAST_GROUP = new RegExp(`[\\s,;|/·•]*(${GROUP})[\\s.,;]*$`, 'u')
const NEXT_GROUP = new RegExp(`^[\\s,;|/·•&+]*(?:(?:and|or)\\s+)?(${GROUP})`, 'u')
const SEPARATOR = /^\s*(?:[-–—:|·•=>→]+\s*)+/u

/** Labels of links to the source code, and of those to the website. */
const SOURCE_LABEL = /^(sources?|source[ -]code|code|repo(sitory)?|git|git(hub|lab|ea)|codeberg)$/i
const WEBSITE_LABEL = /^(web ?site|home ?page|official( web)? ?site|site|www)$/i
/** Of links that are facts also without brackets around them. */
const FACT_LABEL = /^((live |online )?demo|docs|documentation|clients?|download|screenshots?)$/i
const isFactLabel = (label: string) =>
  [SOURCE_LABEL, WEBSITE_LABEL, FACT_LABEL].some((form) => form.test(label))

/**
 * Reads an item "[Name](address) - text ([Demo](…), [Source Code](…)) `MIT` `Docker`".
 * @returns the reason if it names no tool
 */
export function readLine(tokens: readonly Token[]): ReadLine | string {
  const marks: Mark[] = []
  const line = tokens
    .map((token) => {
      if (typeof token === 'string') return token.replaceAll(/[\ue000-\uf8ff]/g, '')
      marks.push(token)
      return String.fromCharCode(FIRST_MARK + marks.length - 1)
    })
    .join('')
  const first = marks.findIndex(({ type }) => type === 'link')
  const link = marks[first]
  if (link?.type !== 'link') return 'It has no link.'
  const at = line.indexOf(String.fromCharCode(FIRST_MARK + first))
  if (/[\p{L}\p{N}]/u.test(line.slice(0, at).replace(/^\s*\d+[.)]/, '')))
    return 'It does not begin with a link.'
  const facts = new Facts(link.url)
  const isRemoved = (mark: Mark) => mark.type === 'image'
  for (const mark of marks) if (mark.type === 'image') facts.addBadge(mark)
  let text = [...line.slice(at + 1)].filter((letter) => !isMark(letter, marks, isRemoved)).join('')
  text = facts.takeGroups(text, marks)
  const description = [...text.replace(SEPARATOR, '')]
    .map((letter) => {
      const mark = markOf(letter, marks)
      return mark ? spellMark(mark) : letter
    })
    .join('')
  return {
    cells: {
      name: toLine(link.label || hostOf(link.url), 100).replace(/^https?:\/\/(www\.)?/, ''),
      description: toLine(description, 1000),
      ...facts.toCells(),
    },
    problems: facts.problems,
  }
}

const markOf = (letter: string, marks: readonly Mark[]): Mark | undefined =>
  marks[letter.charCodeAt(0) - FIRST_MARK]

function isMark(letter: string, marks: readonly Mark[], test: (mark: Mark) => boolean): boolean {
  const mark = markOf(letter, marks)
  return mark !== undefined && test(mark)
}

const spellMark = (mark: Mark): string =>
  mark.type === 'link' ? mark.label : mark.type === 'code' ? mark.value : ''

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url)

/** The facts of a line, from marks before and after its text. */
class Facts {
  readonly problems: string[] = []
  #website: string
  #repository: string | undefined
  #license: string | undefined
  readonly #technologies: string[] = []
  readonly #links: Record<string, string> = {}

  constructor(website: string) {
    this.#website = website
  }

  /** @returns the text without the groups of marks around it */
  takeGroups(line: string, marks: readonly Mark[]): string {
    let text = line
    for (let group = NEXT_GROUP.exec(text); group; group = NEXT_GROUP.exec(text)) {
      this.#addAll(group[1] ?? '', marks, true)
      text = text.slice(group[0].length)
    }
    const last: string[] = []
    for (let group = LAST_GROUP.exec(text); group; group = LAST_GROUP.exec(text)) {
      const [whole, inner = ''] = group
      // Another link at the end of a sentence is a part of it.
      const mark = markOf(inner, marks)
      if (mark?.type === 'link' && !isFactLabel(mark.label)) break
      last.unshift(inner)
      text = text.slice(0, -whole.length)
    }
    for (const group of last) this.#addAll(group, marks, false)
    return text
  }

  #addAll(group: string, marks: readonly Mark[], isBeforeText: boolean): void {
    const isBracketed = group.startsWith('(')
    for (const letter of group) {
      const mark = markOf(letter, marks)
      if (mark?.type === 'code') this.#addCode(mark.value)
      if (mark?.type === 'link')
        this.#addLink(
          mark.label,
          mark.url,
          isBeforeText && !isBracketed && !isFactLabel(mark.label),
        )
    }
  }

  #addCode(value: string): void {
    const license = findLicenses(value)
    if (license) this.#license = this.#license ? `${this.#license} OR ${license}` : license
    else if (/[\p{L}\p{N}]/u.test(value))
      this.#technologies.push(...value.split('/').map((part) => toLine(part, 60)))
    else this.problems.push(`The mark ${toLine(value, 20)} is left out.`)
  }

  #addLink(label: string, url: string, isSecond: boolean): void {
    if (SOURCE_LABEL.test(label)) this.#repository = url
    else if (WEBSITE_LABEL.test(label) && isRepository(this.#website)) {
      this.#repository ??= this.#website
      this.#website = url
    } else if (isSecond)
      this.problems.push(`The second link ${toLine(label, 60)} (${url}) is left out.`)
    else this.#links[toLine(label, 40)] ??= url
  }

  addBadge(badge: { url: string; alt: string }): void {
    const { license, repository } = readBadge(badge)
    this.#license ??= license
    this.#repository ??= repository
  }

  toCells(): Record<string, unknown> {
    return {
      website_url: this.#website,
      repository_url: this.#repository,
      license: this.#license,
      technologies: this.#technologies.length > 0 ? [...new Set(this.#technologies)] : undefined,
      ...this.#links,
    }
  }
}
