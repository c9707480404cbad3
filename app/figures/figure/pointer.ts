/** @returns the part of a JSON value at an RFC 6901 pointer; undefined if it has none */
export function followPointer(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (part, name) =>
        part !== null && typeof part === 'object' && Object.hasOwn(part, name)
          ? (part as Record<string, unknown>)[name]
          : undefined,
      value,
    )
}
