/** Alias of whole rows: a column of the same name would hide it. */
export const ROW = '"a whole row"'

/** Fails with 54000 when all parts of a response together are too large. */
export const limitSize = (part: string) => `rest.counted(${part})`

/** Small rows are not counted up to this sum. */
const UNCOUNTED_BYTES = 1024 * 1024

/** Like `limitSize`, for one of `rows` rows; small rows are not counted, which is faster. */
export const limitSizeIfLarge = (part: string, rows: number) =>
  `case when pg_column_size(${part}) > ${Math.floor(UNCOUNTED_BYTES / rows)} then ${limitSize(part)} else ${part} end`
