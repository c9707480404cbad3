import { describe, expect, it } from 'vitest'
import { type ExportedCatalog, writeMarkdown, writeYaml } from '../catalogue/write-list.ts'
import { guessMapping } from './guess-columns.ts'
import type { ReadList } from './list.ts'
import { propose } from './propose.ts'
import { readMarkdown } from './readers/read-markdown.ts'
import { readYaml } from './readers/read-yaml.ts'

const BEETROOT = {
  slug: 'beetroot',
  name: 'Beetroot *2*',
  description: 'Draws beds [and] borders_with_lines.',
  category: 'Planning',
  more_categories: ['Weather'],
  website_url: 'https://beetroot.example',
  repository_url: 'https://git.example/beetroot',
  license: 'AGPL-3.0',
  capabilities: ['frost'],
  technologies: ['php', 'docker'],
  demo: 'https://demo.beetroot.example',
}
const SPADE = {
  slug: 'spade',
  name: 'Spade',
  description: 'Spade',
  category: 'Planning',
  website_url: 'https://spade.example',
  technologies: ['php'],
}
const CATALOG: ExportedCatalog = {
  title: 'Gardening',
  categories: [
    { name: 'Planning', description: 'Where plants go.' },
    { name: 'Weather', description: '' },
  ],
  capabilities: [{ slug: 'frost', name: 'Frost', category: 'Weather' }],
  attributes: [
    {
      key: 'technologies',
      label: 'Technologies',
      kind: 'choices',
      options: [
        { value: 'php', label: 'PHP' },
        { value: 'docker', label: 'Docker' },
      ],
    },
    { key: 'demo', label: 'Demo', kind: 'link', options: [] },
  ],
  rows: [BEETROOT, SPADE],
}

const read = (list: ReadList) => {
  const { rows, report, categories } = propose(list, guessMapping(list.records))
  return { rows, report, categories: categories.map(({ name }) => name) }
}

describe('a list that was exported and is read again', () => {
  it('has the same tools in Markdown, without the slugs', () => {
    const { rows, report, categories } = read(readMarkdown(writeMarkdown(CATALOG)))
    const [{ slug: _, ...beetroot }, { slug: __, ...spade }] = [BEETROOT, SPADE]
    // A column in which no value repeats is a text.
    expect(rows.map(({ technologies: ___, ...row }) => row)).toEqual(
      expect.arrayContaining([beetroot, spade].map(({ technologies: ___, ...row }) => row)),
    )
    expect(rows).toHaveLength(2)
    expect([report, categories]).toEqual([[], ['Planning', 'Weather']])
  })

  it('has the same tools in YAML', () => {
    const { rows, report } = read(readYaml(writeYaml(CATALOG)))
    const plain = rows.map(({ technologies: _, ...row }) => row)
    expect(plain).toEqual([BEETROOT, SPADE].map(({ technologies: _, ...row }) => row))
    expect(report).toEqual([])
  })
})
