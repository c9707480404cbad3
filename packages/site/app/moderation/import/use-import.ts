import { useState } from 'react'
import { describeFailure, logFailure } from '../../data/command-error.ts'
import type { RowResult } from '../../data/rpc-results.ts'
import { callFunction } from '../../session/call-function.ts'
import * as staffWords from '../words/staff.ts'
import {
  type CheckedImport,
  checkImport,
  type ImportCalls,
  RowsRefusedError,
  writeImport,
} from './file/run-import.ts'
import type { TableRow } from './file/table-file.ts'

/** The steps of an import. */
export type ImportState =
  | { step: 'empty'; failure?: string /** A file in another encoding. */; unread?: File }
  | { step: 'checking' | 'saving'; file: ImportedFile; done: number; total: number }
  | { step: 'checked'; file: ImportedFile; failure?: string }
  | { step: 'saved'; file: ImportedFile }

export interface ImportedFile {
  name: string
  rows: readonly TableRow[]
  results: readonly RowResult[]
}

/** @param rename whether rows may change names and websites of listed tools */
const createCalls = (rename: boolean): ImportCalls => ({
  async readKeys(rows) {
    return await callFunction('import_keys', { rows })
  },
  async importRows(rows, dry_run) {
    return await callFunction('import_tools', { rows, dry_run, rename })
  },
})

/** Checks a file and saves it. After a failure the next attempt finds the saved rows unchanged. */
export function useImport() {
  const [state, setState] = useState<ImportState>({ step: 'empty' })
  const [checked, setChecked] = useState<CheckedImport>()
  const [isRenaming, setRenaming] = useState(false)

  /** @param encoding without one, that of its byte order mark, else UTF-8 */
  const choose = async (chosen: File, encoding?: string) => {
    // Not part of the screen's script: it has the library that reads CSV.
    const { EncodingError, readTableFile, TableFileError } = await import('./file/table-file.ts')
    try {
      const bytes = new Uint8Array(await chosen.arrayBuffer())
      const rows = readTableFile(chosen.name, bytes, encoding)
      if (rows.length === 0) throw new TableFileError(staffWords.empty)
      setRenaming(false)
      await check({ name: chosen.name, rows, results: [] }, false)
    } catch (error) {
      const isOfFile = error instanceof TableFileError
      if (!isOfFile) logFailure(error)
      const reason = isOfFile ? error.message : describeFailure(error)
      setState({
        step: 'empty',
        failure: `${staffWords.checkFailed} ${reason}`,
        ...(error instanceof EncodingError ? { unread: chosen } : {}),
      })
    }
  }

  const check = async (file: ImportedFile, rename: boolean) => {
    const { rows } = file
    setState({ step: 'checking', file, done: 0, total: rows.length })
    const found = await checkImport(createCalls(rename), rows, (done, total) =>
      setState({ step: 'checking', file, done, total }),
    )
    setChecked(found)
    setState({ step: 'checked', file: { ...file, results: found.results } })
  }

  /** Checks the chosen file again. */
  const allowRenames = async (rename: boolean) => {
    if (state.step !== 'checked') return
    const { file } = state
    setRenaming(rename)
    try {
      await check(file, rename)
    } catch (error) {
      logFailure(error)
      setRenaming(!rename)
      const failure = `${staffWords.checkFailed} ${describeFailure(error)}`
      setState({ step: 'checked', file, failure })
    }
  }

  const save = async () => {
    if (state.step !== 'checked' || !checked) return
    const { file } = state
    setState({ step: 'saving', file, done: 0, total: checked.rows.length })
    try {
      const results = await writeImport(createCalls(isRenaming), checked, (done, total) =>
        setState({ step: 'saving', file, done, total }),
      )
      setState({ step: 'saved', file: { ...file, results } })
    } catch (error) {
      logFailure(error)
      const reason = error instanceof RowsRefusedError ? error.message : describeFailure(error)
      setState({ step: 'checked', file, failure: `${staffWords.saveFailed} ${reason}` })
    }
  }
  return { state, choose, save, isRenaming, allowRenames }
}
