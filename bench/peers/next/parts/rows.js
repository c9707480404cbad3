import { readFileSync } from 'node:fs'

/** The recorded answers of the site's backend for `/tools`, parsed at the start. */
const answers = Object.entries(JSON.parse(readFileSync(process.env.ROWS, 'utf8')))
const answerTo = (part) => JSON.parse(answers.find(([request]) => request.includes(part))[1])

export const tools = answerTo('/search_tools')
export const total = answerTo('/count_tools')
export const categories = answerTo('/categories')
