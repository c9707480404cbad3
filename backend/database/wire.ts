/**
 * Whether the engine has answered a batch of the wire protocol to its end. Where WebAssembly runs
 * out of stack, it leaves a step in the middle: it says nothing more, or goes on with the next step
 * as if that one were done.
 */
export function isAnswered(batch: Uint8Array, answer: Uint8Array): boolean {
  const answers = lettersOf(answer).split('Z').slice(0, -1)
  const questions = lettersOf(batch).match(/[^QS]*[QS]/g) ?? []
  return questions.every((question, index) => isWhole(question, answers[index]))
}

/** Each of Parse, Bind, Execute and Query is confirmed, unless an error came in between. */
function isWhole(question: string, answer: string | undefined): boolean {
  if (answer === undefined) return false
  if (answer.includes('E')) return true
  return (
    count(question, /P/g) === count(answer, /1/g) &&
    count(question, /B/g) === count(answer, /2/g) &&
    count(question, /[EQ]/g) <= count(answer, /[CIs]/g)
  )
}

const count = (letters: string, which: RegExp) => letters.match(which)?.length ?? 0

/** The kinds of its messages but rows: each is a letter, a length that counts itself, and the rest. */
function lettersOf(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let letters = ''
  for (let at = 0; at + 5 <= bytes.length; at += 1 + Math.max(view.getUint32(at + 1), 4)) {
    const letter = String.fromCharCode(view.getUint8(at))
    if (letter !== 'D') letters += letter
  }
  return letters
}
