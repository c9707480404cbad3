import { useState } from 'react'
import { describeFailure, logFailure } from '../../data/command-error.ts'
import { queries } from '../../data/query.ts'
import { callFunction } from '../../session/call-function.ts'
import type { ReadAnswer } from './proposal.ts'
import { type ListRequest, readList } from './read-list.ts'
import { SOURCES_KEY, type SourceRow } from './source-list.tsx'
import { type Catalog, type WrittenList, writeProposal } from './write-proposal.ts'

/** A list that was read. */
export interface OpenList {
  request: ListRequest
  answer: ReadAnswer
  /** How often the site reads it again; empty for never. */
  every: string
  /** The same as the site has it. */
  savedEvery: string
  /** Of the source that it is; undefined until it is checked. */
  id: number | undefined
}

/** The steps from a list to its tools. */
export type SourceState = { failure?: string | undefined } & (
  | { step: 'empty' }
  | { step: 'reading' }
  | { step: 'read'; list: OpenList }
  | { step: 'checking' | 'saving'; list: OpenList; done: number; total: number }
  | { step: 'checked' | 'saved'; list: OpenList; written: WrittenList }
)

const createCatalog = (source: number): Catalog => ({
  async readKeys(rows) {
    return await callFunction('import_keys', { rows })
  },
  async importRows(rows, dry_run) {
    return await callFunction('import_tools', { rows, dry_run, source })
  },
  async addTopics(topics) {
    await callFunction('add_source_topics', { topics })
  },
  async finish(tools, counts, dry_run) {
    return await callFunction('finish_source_read', {
      source,
      tools,
      result: { ...counts },
      dry_run,
    })
  },
})

const saveSource = async ({ request, answer, every, id }: OpenList): Promise<number> =>
  callFunction('save_source', {
    kind: answer.kind,
    address: request.address,
    mapping: answer.mapping,
    ...(every === '' ? {} : { every }),
    ...(id === undefined ? {} : { id }),
  })

/** Reads a list, shows what it would change and writes it. A failure leaves the step before it. */
export function useSource(sources: readonly SourceRow[]) {
  const [state, setState] = useState<SourceState>({ step: 'empty' })

  const attempt = async (before: SourceState, work: () => Promise<SourceState>) => {
    try {
      setState(await work())
    } catch (error) {
      logFailure(error)
      setState({ ...before, failure: describeFailure(error) })
    }
  }

  /** A source that was read before keeps its mapping. */
  const read = async (request: ListRequest) => {
    const known = sources.find(({ address }) => address === request.address)
    const before: SourceState = { step: 'empty' }
    setState({ step: 'reading' })
    await attempt(before, async () => {
      const mapping = known ? (known.mapping as ListRequest['mapping']) : undefined
      const asked = { ...request, kind: request.kind || (known?.kind ?? ''), mapping }
      const answer = await readList(asked)
      return {
        step: 'read',
        list: {
          request: asked,
          answer,
          every: known?.every ?? '',
          savedEvery: known?.every ?? '',
          id: known?.id,
        },
      }
    })
  }

  /** Reads the same list with another meaning of a column. */
  const map = async (list: OpenList, column: string, target: string | null) => {
    const mapping = { ...list.answer.mapping, [column]: target }
    const request = { ...list.request, mapping, kind: list.answer.kind }
    await attempt({ step: 'read', list }, async () => ({
      step: 'read',
      list: { ...list, request, answer: await readList(request) },
    }))
  }

  const write = async (list: OpenList, isDryRun: boolean, before: SourceState) => {
    const step = isDryRun ? 'checking' : 'saving'
    const { proposal } = list.answer
    const show = (done: number) => setState({ step, list, done, total: proposal.rows.length })
    show(0)
    await attempt(before, async () => {
      // A check writes no tool, and the site does not read the list by itself before it was saved.
      const id = await saveSource(isDryRun ? { ...list, every: list.savedEvery } : list)
      const options = { isDryRun, onProgress: show }
      const written = await writeProposal(createCatalog(id), proposal, options)
      await queries.invalidateQueries({ queryKey: [SOURCES_KEY] })
      return { step: isDryRun ? 'checked' : 'saved', list: { ...list, id }, written }
    })
  }

  return {
    state,
    read,
    map,
    setEvery: (list: OpenList, every: string) =>
      setState({ step: 'read', list: { ...list, every } }),
    check: (list: OpenList) => write(list, true, { step: 'read', list }),
    save: (list: OpenList, before: SourceState) => write(list, false, before),
    close: () => setState({ step: 'empty' }),
  }
}
