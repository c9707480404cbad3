import { millisecondsInDay } from 'date-fns/constants'
import { localStore } from '../data/browser-storage.ts'
import { createStore } from '../data/create-store.ts'
import { COMPARED_MAX } from '../shared/limits.ts'
import { readText } from '../shared/parameters.ts'

const KEY = 'toolmark.compared'

/** Reads the slugs from the URL: distinct, at most four, without the punctuation after a pasted link. */
export function readSelection(parameters: URLSearchParams): string[] {
  const slugs = readText(parameters, 'tools', 2000)
    .toLowerCase()
    .replace(/[^a-z0-9-]+$/, '')
    .split(',')
  const valid = slugs.filter((slug) => /^[a-z0-9-]{1,120}$/.test(slug))
  return [...new Set(valid)].slice(0, COMPARED_MAX)
}

/** Ignores a fifth tool, and a tool that is already selected (spec 2 §4). */
export function addTool(selection: readonly string[], slug: string): string[] {
  if (selection.includes(slug) || selection.length >= COMPARED_MAX) return [...selection]
  return [...selection, slug]
}

/**
 * Remembers what the browser compares, so that the button on the page of another tool adds to it: visitors open
 * each tool in a tab of its own.
 */
export const rememberSelection = (selection: readonly string[], now = Date.now()) =>
  localStore.setItem(KEY, `${now} ${selection.join(',')}`)

/** @returns the comparison of the last day with a tool; beyond four the oldest leaves */
export function recallSelection(slug: string, now = Date.now()): string[] {
  const [, at, tools = ''] = /^(\d+) (.*)$/.exec(localStore.getItem(KEY) ?? '') ?? []
  const isOld = now - Number(at) > millisecondsInDay
  const others = isOld ? [] : readSelection(new URLSearchParams({ tools }))
  return [...removeTool(others, slug).slice(1 - COMPARED_MAX), slug]
}

/** The tools that the visitor chose in lists, by their slugs. */
export const comparedStore = createStore<readonly string[]>([])

/** Adds a tool to the choice, in place of the oldest of four, or takes it out. */
export function toggleCompared(slug: string): void {
  const compared = comparedStore.get()
  const others = removeTool(compared, slug)
  comparedStore.set(
    others.length < compared.length ? others : [...others.slice(1 - COMPARED_MAX), slug],
  )
}

export const removeTool = (selection: readonly string[], slug: string) =>
  selection.filter((other) => other !== slug)

export const toComparePath = (selection: readonly string[]) =>
  selection.length === 0 ? '/compare' : `/compare?tools=${selection.join(',')}`
