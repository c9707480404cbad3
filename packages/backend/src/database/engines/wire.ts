/**
 * Whether the engine has answered a batch of the wire protocol completely. When WebAssembly runs out
 * of stack, the engine leaves a step unfinished: it sends nothing more, or goes on with the next step.
 */
export function isAnswered(batch: Uint8Array, answer: Uint8Array): boolean {
  const answers = readMessageTypes(answer).split('Z').slice(0, -1)
  const requests = readMessageTypes(batch).match(/[^QS]*[QS]/g) ?? []
  return requests.every((request, index) => isComplete(request, answers[index]))
}

/** Whether each Parse, Bind, Execute and Query is confirmed, or the answer has an error. */
function isComplete(request: string, answer: string | undefined): boolean {
  if (answer === undefined) return false
  if (answer.includes('E')) return true
  return (
    count(request, /P/g) === count(answer, /1/g) &&
    count(request, /B/g) === count(answer, /2/g) &&
    count(request, /[EQ]/g) <= count(answer, /[CIs]/g)
  )
}

const count = (types: string, wanted: RegExp) => types.match(wanted)?.length ?? 0

/** The types of all messages but DataRow. A message is a letter, a length that includes itself, a body. */
function readMessageTypes(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let types = ''
  for (let at = 0; at + 5 <= bytes.length; at += 1 + Math.max(view.getUint32(at + 1), 4)) {
    const letter = String.fromCharCode(view.getUint8(at))
    if (letter !== 'D') types += letter
  }
  return types
}
