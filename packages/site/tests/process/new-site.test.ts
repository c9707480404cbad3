// Spec 4 §6: a list becomes a site by one command.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sharePostgresCopy } from '../support/databases/postgres-copy.ts'
import {
  appointStaff,
  createMember,
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
  // The input of the command is at its end: it is no answer.
  const asked = await runCommand(words.slice(0, -1))
  expect(asked).toMatchObject({ code: 0, errors: '' })
  expect(asked.output).toMatch(
    /^Not understood, 1:\nline 7: .*Make the site in .*Nothing has been written\.$/s,
  )
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
  const env = { DATA_DIR: site.dataDir, PORT: new URL(site.url).port }
  const sync = async (...more: string[]) => {
    const { output, errors } = await runCommand(['sync', '--json', ...more], env)
    return { errors, ...(JSON.parse(output) as { sources: Record<string, unknown>[] }) }
  }
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

  for (const path of ['/tools?category=weather', '/best/frost']) {
    const page = await (await fetch(site.url + path)).text()
    expect([path, page]).toEqual([path, expect.stringContaining('name="a.technologies"')])
  }

  // The list is its source, and a read of the same list changes nothing.
  const same = { created: 0, updated: 0, unchanged: 2, kept: 0, gone: [], isWritten: false }
  expect(await sync()).toMatchObject({ errors: '', sources: [same] })

  const mona = await createMember(site, { username: 'mona' })
  await appointStaff(site, 'mona', 'moderator')
  const { data: spade } = await service.from('tools').select('id').eq('name', 'Spade').single()
  await mona.client
    .rpc('rename_tool', { tool: String(spade?.id), name: 'Spade Two', slug: 'spade' })
    .throwOnError()
  const next = LIST.replace('Draws beds. ([', 'Draws all beds. ([')
    .replace(/- \[Spade\]\(https:\/\/other.*\n/, '')
    .concat('## Tools, new\n\n- [Rake](https://rake.example) - Rakes. `MIT` `Go`\n')
  writeFileSync(list, next)
  const changes = {
    ...{ created: 1, updated: 1, unchanged: 1, kept: 1, gone: [], isWritten: true },
    report: expect.arrayContaining([
      { place: 'line 7', text: '- No link', reason: 'It has no link.' },
      {
        place: 'line 6',
        text: 'Spade',
        reason: 'A person or another list has changed its name, which stays.',
      },
    ]),
  }
  expect(await sync('--write')).toMatchObject({ sources: [changes] })
  writeFileSync(list, next.replace(/- \[Rake\].*\n/, ''))
  const gone = [{ slug: 'rake', name: 'Rake' }]
  expect(await sync('--write')).toMatchObject({ sources: [{ unchanged: 2, gone }] })
  const { data: names } = await service.from('tools').select('name, categories').order('name')
  expect(names).toMatchObject([
    { name: 'Beetroot' },
    { name: 'Rake', categories: ['Tools / new'] },
    { name: 'Spade Two' },
  ])
  const text = await runCommand(['sync', '--source', '1'], env)
  expect(text.output).toMatch(/gone: Rake: Not in list\.md since [A-Z][a-z]{2} \d+, \d{4}/)
  expect(text.output).toContain('0 new, 0 changed, 2 unchanged, 1 gone. Nothing has been saved.')
})

test('new does not write to a database that has tools', async () => {
  const { folder, remove } = createTemporaryFolder()
  onTestFinished(remove)
  const list = join(folder, 'list.md')
  writeFileSync(list, LIST)
  const words = ['new', join(folder, 'made'), '--from', list, '--yes']
  expect(await runCommand(words, { DATABASE_URL: await sharePostgresCopy('demo') })).toMatchObject({
    code: 1,
    errors: expect.stringContaining('The database of DATABASE_URL has tools or accounts already.'),
  })
  expect(existsSync(join(folder, 'made'))).toBe(false)
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
