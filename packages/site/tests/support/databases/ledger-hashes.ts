// RFC 6962 §2.1 word by word, as a second opinion on the two implementations of the ledger.
import { createHash } from 'node:crypto'

export const sha256 = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** MTH(D[n]) of a list of leaves. */
export function hashMerkleTree(leaves: readonly (string | Uint8Array)[]): Buffer {
  const [leaf] = leaves
  if (leaf === undefined) return sha256('')
  if (leaves.length === 1) return sha256(Uint8Array.of(0), leaf)
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return sha256(
    Uint8Array.of(1),
    hashMerkleTree(leaves.slice(0, split)),
    hashMerkleTree(leaves.slice(split)),
  )
}
