import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const FOLDER = join(import.meta.dirname, '..', '..', 'supabase', 'demo')

export interface DemoTool {
  name: string
  website: string
  description: string
  /** Slug of its category: the file's name. */
  categorySlug: string
}

export interface DemoCompany {
  name: string
  domain: string
  size: string
  industry: string
}

type Mood = 'good' | 'mixed' | 'bad'
type Sides = { pros: string[]; cons: string[] }

export interface DemoContent {
  tools: DemoTool[]
  companies: DemoCompany[]
  people: { firstNames: string[]; lastNames: string[]; jobTitles: string[]; bios: string[] }
  reviews: Sides & {
    titles: Record<Mood, string[]>
    openings: string[]
    middles: Record<Mood, string[]>
    closings: Record<Mood, string[]>
    byCategory: Record<string, Sides>
  }
  launches: { taglines: string[]; descriptions: string[] }
}

/** The files of supabase/demo: true tools, and the words that invented people say of them. */
export function readDemoContent(): DemoContent {
  const json = (name: string) => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'))
  return {
    tools: readdirSync(join(FOLDER, 'tools')).sort().flatMap(readTools),
    companies: json('companies'),
    people: json('people'),
    reviews: json('reviews'),
    launches: json('launches'),
  }
}

/** Each line: name | address | one sentence. */
function readTools(file: string): DemoTool[] {
  return readFileSync(join(FOLDER, 'tools', file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', address = '', description = ''] = line.split(' | ')
      return {
        name,
        website: `https://${address}`,
        description,
        categorySlug: basename(file, '.txt'),
      }
    })
}
