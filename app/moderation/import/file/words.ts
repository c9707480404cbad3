// Rows of a file; the database has the same messages for rows of one call.
export const sameWebsite = (row: number, earlier: number) =>
  `Row ${row} has the same website as row ${earlier}.`
export const sameTool = (row: number, earlier: number) =>
  `Row ${row} is the same tool as row ${earlier}.`
export const sameName = (row: number, earlier: number) =>
  `Row ${row} has the same name as row ${earlier}.`
export const sameSlug = (row: number, earlier: number) =>
  `Row ${row} has the same slug as row ${earlier}.`

export const jsonInvalid = 'The file is not a JSON list of tools.'
export const headerMissing = 'The file has no header with the names of columns.'
export const csvInvalid = (row: number, problem: string) => `Row ${row} can't be read: ${problem}`

interface Counts {
  created: number
  updated: number
  unchanged: number
  invalid: number
}
export const checked = ({ created, updated, invalid }: Counts) =>
  `${created} new, ${updated} changed, ${invalid} invalid. Nothing has been saved.`
export const written = ({ created, updated, unchanged }: Counts) =>
  `${created} new, ${updated} changed, ${unchanged} unchanged.`
