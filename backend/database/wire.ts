/** Query and Sync: PostgreSQL answers each of them with a ReadyForQuery, whatever goes wrong. */
const ASKING = [0x51, 0x53]
const READY_FOR_QUERY = [0x5a]

/**
 * Whether the engine has answered a batch of the wire protocol to its end. Where WebAssembly runs
 * out of stack, it returns in the middle of a statement, and says nothing of it.
 */
export function isAnswered(batch: Uint8Array, answer: Uint8Array): boolean {
  return countOf(READY_FOR_QUERY, answer) >= countOf(ASKING, batch)
}

/** Each message is a letter, a length that counts itself, and the rest. */
function countOf(letters: readonly number[], bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = 0; at + 5 <= bytes.length; at += 1 + Math.max(view.getUint32(at + 1), 4)) {
    if (letters.includes(view.getUint8(at))) count += 1
  }
  return count
}
