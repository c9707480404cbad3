import type { CardTool } from '../tools/tool.ts'
import * as homeWords from './words.ts'

/** Shown where no real tool qualifies to be featured (spec 2 §4); invented, and without ratings. */
export const sampleTools = (): CardTool[] =>
  homeWords.SAMPLES.map(([name, category, description]) => ({
    id: name,
    name,
    slug: '',
    description,
    category,
    rating_average: null,
    review_count: 0,
  }))
