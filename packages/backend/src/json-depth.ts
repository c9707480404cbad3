/** No stored value nests so deep. PostgreSQL and V8 parse JSON recursively, on their stacks. */
export const MAX_DEPTH = 100

/** Whether a JSON text nests lists and objects too deeply. Called before the text is parsed. */
export function isTooDeep(json: string): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at)
    if (isText && character === BACKSLASH) at += 1
    else if (character === QUOTE) isText = !isText
    else if (isText) continue
    else if (character === BRACKET || character === BRACE) {
      depth += 1
      if (depth > MAX_DEPTH) return true
    } else if (character === CLOSING_BRACKET || character === CLOSING_BRACE) depth -= 1
  }
  return false
}

const QUOTE = 0x22
const BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSING_BRACKET = 0x5d
const BRACE = 0x7b
const CLOSING_BRACE = 0x7d
