import type { CardTool } from '../tools/tool.ts'
import * as homeWords from './words.ts'

/** Invented tools without ratings, shown if no tool qualifies as featured (spec 2 §4). */
export const createSampleTools = (): CardTool[] =>
  homeWords.SAMPLES.map(([name, category, description]) => ({
    id: name,
    name,
    slug: '',
    description,
    category,
    rating_average: null,
    review_count: 0,
  }))
