// Spec 4 §6: a list becomes a site by one command.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  createServiceClient,
  createTemporaryFolder,
  runCommand,
  startSite,
} from '../support/sites/site.ts'

const LIST = `# Awesome Gardening

## Planning, beds

- [Beetroot](https://beetroot.example) - Draws beds. ([Demo](https://demo.beetroot.example)) \`AGPL-3.0\` \`PHP\`
- [Spade](https://spade.example) - Digs. \`Adobe-2006\` \`PHP\`
- No link

## Weather

### Frost

- [Beetroot](https://beetroot.example) - Draws beds. \`AGPL-3.0\` \`PHP\`
- [Spade](https://other-spade.example) - Has the name of another one.
`

test('new shows what becomes of a list, writes it with --yes, and the site has its topics and facts', async () => {
  const { folder, remove } = createTemporaryFolder()
  onTestFinished(remove)
  const [list, made] = [join(folder, 'list.md'), join(folder, 'garden')]
  writeFileSync(list, LIST)
  const words = ['new', made, '--from', list, '--json']
  const shown = await runCommand(words)
  expect(JSON.parse(shown.output)).toMatchObject({ tools: 3, categories: 2, isWritten: false })
  expect(existsSync(made)).toBe(false)

  const { output, errors } = await runCommand([...words, '--yes'])
  expect(errors).toBe('')
  expect(JSON.parse(output)).toMatchObject({
    created: 2,
    capabilities: 1,
    attributes: [
      { key: 'technologies', kind: 'choice' },
      { key: 'demo', kind: 'link' },
    ],
    report: [
      { place: 'line 7', text: '- No link', reason: 'It has no link.' },
      { place: 'line 14', text: 'Spade', reason: 'Has the same name as line 6.' },
    ],
  })
  expect(await runCommand([...words, '--yes'])).toMatchObject({
    code: 1,
    errors: `${made} is not empty`,
  })

  const site = await startSite({ DATA_DIR: join(made, '.data'), SITE_DIR: join(made, 'site') })
  onTestFinished(() => site.stop())
  const service = await createServiceClient(site)
  const { data } = await service
    .from('tools')
    .select('name, categories, tool_capabilities(capability), tool_facts(license, more)')
    .order('name')
  expect(data).toEqual([
    {
      name: 'Beetroot',
      categories: ['Planning / beds', 'Weather'],
      tool_capabilities: [{ capability: 'frost' }],
      tool_facts: {
        license: 'AGPL-3.0',
        more: { technologies: 'php', demo: 'https://demo.beetroot.example' },
      },
    },
    expect.objectContaining({ name: 'Spade', categories: ['Planning / beds'] }),
  ])
})

test.each([
  ['programs.xlsx', 'PK', 'programs.xlsx is a spreadsheet: open it'],
  ['empty.md', '# Nothing\n', 'has no entry that can be read.'],
  ['missing.md', undefined, 'There is no '],
])('new with %s ends with a line and makes no folder', async (name, content, message) => {
  const { folder, remove } = createTemporaryFolder()
  onTestFinished(remove)
  mkdirSync(folder, { recursive: true })
  if (content !== undefined) writeFileSync(join(folder, name), content)
  const { code, errors } = await runCommand([
    'new',
    join(folder, 'made'),
    '--from',
    join(folder, name),
  ])
  expect(code).toBe(1)
  expect(errors).toContain(message)
  expect(existsSync(join(folder, 'made'))).toBe(false)
})
