// What the tests need beyond the lock file: a Chromium for the tests in a browser, PostgreSQL's server
// programs for the second engine, and the Supabase CLI, which `npm start` does not need. Debian and Ubuntu
// get them from apt-get; elsewhere the message says what to do.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Without a window to draw, a page takes half the processor's time; not every system has it. */
const BROWSER_PACKAGES = ['chromium-headless-shell', 'chromium']
const BROWSERS = [...BROWSER_PACKAGES, 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Of 140 MB, so it is no dependency. */
const SUPABASE_PACKAGE = 'supabase@2.122.1'
const SUPABASE_FOLDER = join(import.meta.dirname, '..', 'node_modules', '.supabase-cli')
export const SUPABASE_CLI = join(SUPABASE_FOLDER, 'node_modules', '.bin', 'supabase')

/** @throws {Error} with what to install by hand, where there is no apt-get or no right to use it. */
export function installTestTools() {
  if (!existsSync(SUPABASE_CLI)) installSupabase()
  installProxies()
  const missing = []
  if (!findChromium()) missing.push('chromium')
  if (!findPostgres()) missing.push('postgresql')
  if (missing.length === 0) return
  aptInstall(missing)
  if (!findChromium()) throw new Error('no Chromium was found, even after installing it')
  if (!findPostgres()) throw new Error('no PostgreSQL server was found, even after installing it')
}

/**
 * The programs in front of the site and of its database, and Redis. Without them their tests are skipped, because not every system
 * has a package of them.
 */
function installProxies() {
  const missing = [
    ...(findVarnish() ? [] : ['varnish', 'varnish-modules']),
    ...(findHaproxy() ? [] : ['haproxy']),
    ...(findPgbouncer() ? [] : ['pgbouncer']),
    ...(findRedis() ? [] : ['redis-server']),
  ]
  if (missing.length === 0) return
  try {
    aptInstall(missing)
  } catch {
    console.log(`Without ${missing.join(' and ')} their tests are skipped.`)
  }
}

export const findVarnish = () => findServer('varnishd')
export const findHaproxy = () => findServer('haproxy')
export const findPgbouncer = () => findServer('pgbouncer')
export const findRedis = () => findServer('valkey-server') ?? findServer('redis-server')

/** Not every PATH has /usr/sbin. */
const findServer = (name) =>
  onPath(name) ?? [join('/usr/sbin', name)].find((file) => existsSync(file))

/** The browser's path: CHROMIUM_PATH, or the first known name on PATH. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : undefined
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return BROWSERS.map(onPath).find(Boolean) ?? (existsSync(mac) ? mac : undefined)
}

/** The folder of `initdb` and `postgres`: POSTGRES_PATH, Debian's newest version, or one of PATH. */
export function findPostgres() {
  if (process.env.POSTGRES_PATH) return process.env.POSTGRES_PATH
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : []
  const folders = versions.map((version) => join(debian, version, 'bin'))
  const path = (process.env.PATH ?? '').split(delimiter)
  return [...folders, ...path].find((folder) => existsSync(join(folder, 'initdb')))
}

function installSupabase() {
  console.log('Installing the Supabase CLI for the tests …')
  mkdirSync(SUPABASE_FOLDER, { recursive: true })
  const npm = process.env.npm_execpath
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  const options = ['--prefix', SUPABASE_FOLDER, '--no-save', '--no-audit', '--no-fund']
  execFileSync(command, [...first, 'install', ...options, SUPABASE_PACKAGE], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function aptInstall(packages) {
  const byHand = `the tests need ${packages.join(' and ')}: install it (on macOS: brew install ${packages.join(' ')}) and try again`
  if (!onPath('apt-get')) throw new Error(byHand)
  const isRoot = process.getuid?.() === 0
  const mayBecomeRoot = isRoot || spawnSync('sudo', ['-n', 'true']).status === 0
  if (!mayBecomeRoot) throw new Error(`${byHand} (sudo apt-get install ${packages.join(' ')})`)
  console.log(`Installing ${packages.join(' and ')} for the tests …`)
  const apt = (...args) =>
    execFileSync(isRoot ? 'apt-get' : 'sudo', isRoot ? args : ['-n', 'apt-get', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update', '-qq')
  const browser = BROWSER_PACKAGES.find(
    (name) => spawnSync('apt-cache', ['show', name]).status === 0,
  )
  const names = packages.map((name) => (name === 'chromium' && browser ? browser : name))
  apt('install', '-y', '-qq', '--no-install-recommends', ...names)
}

function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))
}
