import deprecated from 'spdx-license-ids/deprecated.json' with { type: 'json' }
import ids from 'spdx-license-ids/index.json' with { type: 'json' }

/** The spelling of SPDX by that in lower case. */
const SPELLINGS = new Map([...ids, ...deprecated].map((id) => [id.toLowerCase(), id]))

/**
 * Reads the licenses of a text such as "MIT/Apache-2.0" or "⊘ Proprietary".
 * @returns an expression of SPDX, "proprietary", or undefined for other texts
 */
export function findLicenses(text: string): string | undefined {
  const plain = text.replaceAll(/[^\p{L}\p{N}.+\-/,;| ]+/gu, ' ').trim()
  const parts = plain
    .split(/\s*[/,;|]\s*|\s+or\s+/i)
    .filter((part) => part !== '')
    .map(findLicense)
  return parts.length > 0 && parts.every((part) => part !== undefined)
    ? [...new Set(parts)].join(' OR ')
    : undefined
}

function findLicense(text: string): string | undefined {
  if (/^(proprietary|commercial|closed[ -]source)$/i.test(text)) return 'proprietary'
  const known = SPELLINGS.get(text.toLowerCase())
  if (known) return known
  if (text.endsWith('+') && SPELLINGS.has(text.slice(0, -1).toLowerCase()))
    return `${SPELLINGS.get(text.slice(0, -1).toLowerCase())}+`
  return /^LicenseRef-[\w.-]+$/.test(text) ? text : undefined
}
