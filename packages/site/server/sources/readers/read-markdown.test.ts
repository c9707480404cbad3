import { describe, expect, it } from 'vitest'
import { readMarkdown } from './read-markdown.ts'

const LIST = `# Awesome Garden Software

Programs for people who grow things. [![Awesome](https://awesome.example/badge.svg)](https://awesome.example)

## Contents

- [Planning](#planning)

## Software

### Planning

_Where each plant goes._

- [Beetroot](https://beetroot.example) - Draws beds and borders. ([Demo](https://demo.beetroot.example), [Source Code](https://git.example/beetroot)) \`AGPL-3.0\` \`PHP/Docker\`
- **[Bedmaker](https://github.com/beds/bedmaker)** ![stars](https://img.shields.io/github/stars/beds/bedmaker) - Plans rows with \`cron\` rules.
- [Rotator](https://rotator.example/) / [Rotator Lite](https://lite.rotator.example) – Rotates crops.
- See also [the forum](https://forum.example).
- Offline
  - [Spade](https://spade.example) - Works without a network. \`MIT\`

### Weather

#### Frost

* [Beetroot](https://beetroot.example/) — Warns of frost.
* [Thaw][thaw] \`⊘ Proprietary\`: Sells warnings.
* Nothing to see

### Empty

<table><tr><td><a href="https://table.example">Table</a></td></tr></table>

| Tool | Cost |
| --- | --- |
| [Rake](https://rake.example) | 12 |

## External Links

- [Other list](https://other.example) - A list.

[thaw]: https://thaw.example
`

describe('a list in Markdown', () => {
  const { records, report, descriptions } = readMarkdown(LIST)
  const find = (name: string) => records.filter(({ cells }) => cells.name === name)

  it('has headings as categories and those below them as capabilities', () => {
    expect(
      records.map(({ cells: { name, category, capabilities } }) => [name, category, capabilities]),
    ).toEqual([
      ['Beetroot', 'Planning', []],
      ['Bedmaker', 'Planning', []],
      ['Rotator', 'Planning', []],
      ['Spade', 'Planning', ['Offline']],
      ['Beetroot', 'Weather', ['Frost']],
      ['Thaw', 'Weather', ['Frost']],
      ['Rake', 'Empty', []],
    ])
    expect(descriptions.get('Planning')).toBe('Where each plant goes.')
  })

  it('has links in brackets, licenses and languages as facts', () => {
    expect(find('Beetroot')[0]?.cells).toMatchObject({
      website_url: 'https://beetroot.example',
      description: 'Draws beds and borders.',
      repository_url: 'https://git.example/beetroot',
      license: 'AGPL-3.0',
      technologies: ['PHP', 'Docker'],
      Demo: 'https://demo.beetroot.example',
    })
    expect(find('Bedmaker')[0]?.cells).toMatchObject({
      repository_url: 'https://github.com/beds/bedmaker',
      description: 'Plans rows with cron rules.',
    })
    expect(find('Thaw')[0]).toMatchObject({
      place: 'line 27',
      cells: {
        website_url: 'https://thaw.example',
        license: 'proprietary',
        description: 'Sells warnings.',
      },
    })
    expect(find('Rake')[0]?.cells).toMatchObject({
      website_url: 'https://rake.example',
      Cost: '12',
    })
  })

  it('reports each line that it does not understand, with its number', () => {
    expect(report.map(({ place, reason }) => `${place} ${reason}`)).toEqual([
      'line 17 The second link Rotator Lite (https://lite.rotator.example) is left out.',
      'line 18 It does not begin with a link.',
      'line 28 It has no link.',
      'line 32 HTML is not read.',
      'line 40 The section has no tools.',
    ])
    expect(report[1]?.text).toBe('- See also [the forum](https://forum.example).')
  })

  it('reports each paragraph, quote and piece of HTML that describes no category', () => {
    const { descriptions: found, report: lines } = readMarkdown(`# Things

About [this list](https://list.example).

> For all.

## Tools

All tools.

More about tools.

<!-- no text --><br>

### Saws

They cut.

- [A](https://a.example)

> Mind your fingers.

<p>Or your <b>hands</b></p>

## Thanks

To all.

![badge](https://b.example/b.svg)

- [Contents](#tools)
`)
    expect([...found]).toEqual([['Tools', 'All tools.']])
    expect(lines.map(({ place, text, reason }) => `${place} ${text} ${reason}`)).toEqual([
      'line 11 More about tools. It is no item of a list.',
      'line 21 > Mind your fingers. It is no item of a list.',
      'line 23 Or your hands HTML is not read.',
      'line 17 They cut. It describes no category.',
      'line 27 To all. It describes no category.',
    ])
  })

  it('has the paragraph below a first heading of a category', () => {
    const [title] = readMarkdown(
      '# Saws\n\nThey cut.\n\n- [A](https://a.example)\n\n# Files\n\n- [B](https://b.example)\n',
    ).descriptions
    expect(title).toEqual(['Saws', 'They cut.'])
  })

  it.each([
    ['- [A](https://a.example) - Text with a [link](https://b.example).', 'Text with a link.'],
    ['- [A](https://a.example): Text.', 'Text.'],
    ['- [A](https://a.example)', ''],
    ['1. [A](https://a.example) — Uses `x` and `y` together.', 'Uses x and y together.'],
    ['- [A](https://a.example) - Text. [Docs](https://d.example)', 'Text.'],
    ['- [A](https://a.example) - Text (a fork of [B](https://b.example)).', 'Text (a fork of B).'],
    ['- 🌱 [A](https://a.example) - *Text* with **force**. <br> More.', 'Text with force. More.'],
    ['- [x] [A](https://a.example) - Text.', 'Text.'],
  ])('the description of %s', (line, description) => {
    const [first] = readMarkdown(`## Things\n\n${line}\n`).records
    expect(first?.cells).toMatchObject({ name: 'A', website_url: 'https://a.example', description })
  })
})
