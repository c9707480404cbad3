import { useState } from 'react'
import { sendCommand } from '../../data/command.ts'
import { describeFailure, logFailure } from '../../data/command-error.ts'
import type { Json } from '../../data/database.types.ts'
import { getSupabase } from '../../session/session.ts'
import {
  type CheckedImport,
  checkImport,
  type ImportCalls,
  type RowKey,
  type RowResult,
  RowsRefusedError,
  writeImport,
} from './file/run-import.ts'
import type { TableRow } from './file/table-file.ts'
import * as importWords from './words.ts'

/** The steps of an import. */
export type ImportState =
  | { step: 'empty'; failure?: string }
  | { step: 'checking' | 'saving'; file: ImportedFile; done: number; total: number }
  | { step: 'checked'; file: ImportedFile; failure?: string }
  | { step: 'saved'; file: ImportedFile }

export interface ImportedFile {
  name: string
  rows: readonly TableRow[]
  results: readonly RowResult[]
}

const toJson = (rows: readonly TableRow[]) => rows as unknown as Json

const calls: ImportCalls = {
  async readKeys(rows) {
    const supabase = await getSupabase()
    const keys = await sendCommand(supabase.rpc('import_keys', { rows: toJson(rows) }))
    return keys as unknown as RowKey[]
  },
  async importRows(rows, dry_run) {
    const supabase = await getSupabase()
    const call = { rows: toJson(rows), dry_run }
    return (await sendCommand(supabase.rpc('import_tools', call))) as unknown as RowResult[]
  },
}

/** Checks a file and saves it. After a failure the next attempt finds the saved rows unchanged. */
export function useImport() {
  const [state, setState] = useState<ImportState>({ step: 'empty' })
  const [checked, setChecked] = useState<CheckedImport>()

  const choose = async (chosen: File) => {
    // Not part of the screen's script: it has the library that reads CSV.
    const { readTable, TableFileError } = await import('./file/table-file.ts')
    try {
      const rows = readTable(chosen.name, await chosen.text())
      if (rows.length === 0) throw new TableFileError(importWords.empty)
      const file = { name: chosen.name, rows, results: [] }
      setState({ step: 'checking', file, done: 0, total: rows.length })
      const found = await checkImport(calls, rows, (done, total) =>
        setState({ step: 'checking', file, done, total }),
      )
      setChecked(found)
      setState({ step: 'checked', file: { ...file, results: found.results } })
    } catch (error) {
      const isOfFile = error instanceof TableFileError
      if (!isOfFile) logFailure(error)
      const reason = isOfFile ? error.message : describeFailure(error)
      setState({ step: 'empty', failure: `${importWords.checkFailed} ${reason}` })
    }
  }

  const save = async () => {
    if (state.step !== 'checked' || !checked) return
    const { file } = state
    setState({ step: 'saving', file, done: 0, total: checked.rows.length })
    try {
      const results = await writeImport(calls, checked, (done, total) =>
        setState({ step: 'saving', file, done, total }),
      )
      setState({ step: 'saved', file: { ...file, results } })
    } catch (error) {
      logFailure(error)
      const reason = error instanceof RowsRefusedError ? error.message : describeFailure(error)
      setState({ step: 'checked', file, failure: `${importWords.saveFailed} ${reason}` })
    }
  }
  return { state, choose, save }
}
