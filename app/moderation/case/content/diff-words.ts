export interface TextPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Longer texts are compared as a whole: the table of the comparison has a cell for each pair of words. */
const MAX_CELLS = 1_000_000

/** Words and the space between them. */
const toWords = (text: string) => text.match(/\s+|\S+/g) ?? []

/**
 * Compares two texts word by word: their longest common subsequence is the same, and the rest was
 * removed or added.
 */
export function diffWords(before: string, after: string): TextPart[] {
  const [old, now] = [toWords(before), toWords(after)]
  if (old.length * now.length > MAX_CELLS) {
    return join([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ])
  }
  const width = now.length + 1
  // The length of the longest common subsequence of what follows each pair of words.
  const lengths = new Uint16Array((old.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const parts: TextPart[] = []
  let [row, column] = [0, 0]
  while (row < old.length || column < now.length) {
    const [removed, added] = [old[row], now[column]]
    if (removed !== undefined && removed === added) {
      parts.push({ kind: 'same', text: removed })
      row++
      column++
    } else if (
      added === undefined ||
      (removed !== undefined && at(row + 1, column) >= at(row, column + 1))
    ) {
      parts.push({ kind: 'removed', text: removed ?? '' })
      row++
    } else {
      parts.push({ kind: 'added', text: added })
      column++
    }
  }
  return join(parts)
}

/** Joins neighbors of one kind. */
function join(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = []
  for (const { kind, text } of parts) {
    const last = joined.at(-1)
    if (text === '') continue
    if (last?.kind === kind) last.text += text
    else joined.push({ kind, text })
  }
  return joined
}
