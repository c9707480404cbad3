// The tarball of `npm pack`, in a folder of its own with the packages that an installation brings: the site
// starts without a build, without the sources and without packages that only the build needs.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { copyPreparedData } from '../support/sites/prepared-data.ts'
import { createTemporaryFolder } from '../support/sites/site.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const run = promisify(execFile)
const { folder, remove } = createTemporaryFolder()
afterAll(remove)

interface Lock {
  packages: Record<string, { dev?: boolean; devOptional?: boolean }>
}

/** As `npm install` of the tarball does, with the packages of this folder. */
function linkPackages(): void {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  const installed = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional }]) =>
      /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && !devOptional,
  )
  expect(installed.length).toBeGreaterThan(80)
  for (const [path] of installed) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(join(ROOT, path), join(folder, path))
  }
}

test('the packed site starts and serves pages, pictures and the API', async () => {
  await run(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    join(ROOT, 'scripts', 'package.ts'),
  ])
  await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: ROOT,
  })
  linkPackages()
  const home = join(folder, 'node_modules', 'toolmark')
  mkdirSync(home, { recursive: true })
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  await run('tar', ['-xzf', join(folder, tarball), '-C', home, '--strip-components=1'])
  expect(
    readdirSync(home, { recursive: true }).filter((name) => /\.tsx?$/.test(String(name))),
  ).toEqual([])
  copyPreparedData(join(folder, '.data'), 'on')
  const child = spawn(process.execPath, [join(home, 'toolmark.js'), 'start'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DRAIN_SECONDS: '0',
      LOGO_SERVICE: 'off',
      FACT_SOURCES: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/ is at http/)
  const url = / is at (http\S+)/.exec(output)?.[1] ?? ''
  const paths = [
    '/',
    '/tool/figma',
    '/compare',
    '/feeds/reviews.atom',
    '/docs/settings',
    '/docs/home.png',
    '/_/health',
  ]
  for (const path of [...paths, '/pictures/share/site'])
    expect([path, (await fetch(url + path)).status, output]).toEqual([path, 200, output])
  const { stdout: keys } = await run(process.execPath, [join(home, 'toolmark.js'), 'keys'], {
    cwd: folder,
  })
  const { anon_key } = JSON.parse(keys) as { anon_key: string }
  const answer = await fetch(`${url}/rest/v1/categories?select=name`, {
    headers: { apikey: anon_key },
  })
  expect(await answer.json()).toHaveLength(20)
  expect(output).not.toMatch(/"level":"error"/)
  child.kill()
  expect(await once(child, 'exit')).toEqual([0, null])
})
