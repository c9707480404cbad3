/** Deeper than anything that the product keeps; PostgreSQL and V8 walk through JSON on their stacks. */
export const DEEPEST = 100

/** Whether lists and objects of a JSON text nest too deeply; asked before the text is parsed. */
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
      if (depth > DEEPEST) return true
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
