/** Spec 2 §9. */
export const COMPARED_MAX = 4

/** The slugs that the address selects: distinct, at most four. */
export function readSelection(parameters: URLSearchParams): string[] {
  const slugs = (parameters.get('tools') ?? '').toLowerCase().split(',')
  const known = slugs.filter((slug) => /^[a-z0-9-]{1,120}$/.test(slug))
  return [...new Set(known)].slice(0, COMPARED_MAX)
}

/** Adding beyond four is ignored, and so is what is there already (spec 2 §4). */
export function withTool(selection: readonly string[], slug: string): string[] {
  if (selection.includes(slug) || selection.length >= COMPARED_MAX) return [...selection]
  return [...selection, slug]
}

export const withoutTool = (selection: readonly string[], slug: string) =>
  selection.filter((other) => other !== slug)

export const comparePath = (selection: readonly string[]) =>
  selection.length === 0 ? '/compare' : `/compare?tools=${selection.join(',')}`
