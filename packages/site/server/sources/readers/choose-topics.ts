type Path = readonly string[]

/** From this share of all entries on, a heading holds the whole list. */
const WHOLE_SHARE = 0.8

/**
 * Chooses which headings are categories: those below the title of the document, and below a heading that holds
 * nearly everything, as "Software" of a list that has sections about itself besides.
 * @param paths the headings above each entry, the highest first
 * @returns the category of each entry, with the capabilities after it
 */
export function chooseTopics(paths: readonly Path[]): Path[] {
  const topics = [...paths]
  for (let level = 0; ; level += 1) {
    const entriesByFirst = Map.groupBy(topics.keys(), (at) => topics[at]?.[0] ?? '')
    const whole = [...entriesByFirst.values()].find(
      (entries) =>
        entries.length >= topics.length * WHOLE_SHARE &&
        entries.every((at) => (topics[at]?.length ?? 0) > 1) &&
        // The title of the document may have one heading below it.
        (level === 0 || new Set(entries.map((at) => topics[at]?.[1])).size > 1),
    )
    if (!whole) return topics
    for (const at of whole) topics[at] = topics[at]?.slice(1) ?? []
  }
}
