// Runs before the scripts of package.json, with whatever Node the machine has: plain JavaScript,
// no dependency. Installs when the lock file changed, builds the site when its sources changed.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { exchangeBuild } from './exchange-build.js'
import { findNode24 } from './node24.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

const INSTALLED = 'node_modules/.installed-lock'
const SITE = 'packages/site'
const MARKS = `${SITE}/server/pictures/marks/marks.json`
const MARKED = 'node_modules/.marked-tools'
const FIRST_DATABASE = `${SITE}/supabase/first-database.json`
const PREPARED = 'node_modules/.prepared-database'
const BUILT = `${SITE}/build/.built-sources`
const NEXT_BUILD = 'node_modules/.cache/next-build'
const SITE_SOURCES = ['app', 'public', 'vite.config.ts', 'react-router.config.ts']

try {
  const purpose = process.argv[2]
  const needsNoSite = ['tools', 'test-tools'].includes(purpose)
  install()
  run(findNode24(), ['scripts/schema-baseline.ts'])
  writeMarks()
  if (!needsNoSite) writeFirstDatabase()
  // Single test files run on the last build, if there is one, and tools need none.
  const canBeOld = purpose === 'test-files' && existsSync(BUILT)
  if (!needsNoSite && !canBeOld) await build()
  if (purpose !== 'tools' && purpose !== 'start') {
    const { installTestTools } = await import('./test-tools.js')
    installTestTools()
  }
} catch (error) {
  console.error(`Set-up failed: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}

function install() {
  const lock = digest(['package-lock.json'])
  if (read(INSTALLED) === lock) return
  console.log('Installing what package-lock.json names …')
  // The npm that called us; the platform's own Node 24 arrives as an optional package.
  const npm = process.env.npm_execpath
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  const quiet = [
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--include=dev',
    '--include=optional',
  ]
  run(command, [...first, 'ci', ...quiet], { npm_config_engine_strict: 'false' })
  writeFileSync(INSTALLED, lock)
}

/** The drawings of 301 known tools come from packages of npm, so git has only the names. */
function writeMarks() {
  const sources = digest(['package-lock.json', 'scripts/marks.ts', `${SITE}/supabase/demo/tools`])
  if (existsSync(MARKS) && read(MARKED) === sources) return
  run(findNode24(), ['scripts/marks.ts'])
  writeFileSync(MARKED, sources)
}

/** Of PGlite, so that a first start needs neither the time nor the memory to make it. */
function writeFirstDatabase() {
  const sources = digest([
    'package-lock.json',
    'packages/backend/src/database',
    `${SITE}/server/migrations.ts`,
    `${SITE}/supabase/migrations`,
  ])
  if (existsSync(FIRST_DATABASE) && read(PREPARED) === sources) return
  console.log('Making the first database …')
  run(findNode24(), ['--no-wasm-code-gc', '--liftoff-only', 'scripts/first-database.ts'])
  writeFileSync(PREPARED, sources)
}

async function build() {
  const sources = digest([...SITE_SOURCES.map((path) => join(SITE, path)), 'package-lock.json'])
  if (read(BUILT) === sources) return
  console.log('Building the site …')
  // Beside the one that a running site uses.
  rmSync(NEXT_BUILD, { recursive: true, force: true })
  // Its warnings name CSS that some browsers lack, such as ::scroll-button.
  run(
    findNode24(),
    ['node_modules/@react-router/dev/bin.cjs', 'build', SITE],
    { NODE_ENV: 'production', BUILD_DIR: join(root, NEXT_BUILD) },
    'pipe',
  )
  await compressAssets(join(NEXT_BUILD, 'client'))
  writeFileSync(join(NEXT_BUILD, '.built-sources'), sources)
  exchangeBuild(NEXT_BUILD, `${SITE}/build`)
}

/** Compressed once, here, so that the server never spends time on a file that cannot change. */
async function compressAssets(folder) {
  const brotli = promisify(brotliCompress)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await Promise.all(
    files(folder)
      .filter((file) => /\.(js|css|svg|json|webmanifest|txt)$/.test(file))
      .map(async (file) => {
        const content = readFileSync(file)
        writeFileSync(`${file}.br`, await brotli(content, quality))
        writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
      }),
  )
}

/** @param stdio 'pipe' prints only if the command fails */
function run(command, args, environment, stdio = 'inherit') {
  try {
    execFileSync(command, args, { stdio, env: { ...process.env, ...environment } })
  } catch (error) {
    if (stdio === 'pipe') console.error(`${error.stdout}${error.stderr}`)
    throw new Error(`'${args.slice(-6).join(' ')}' ended with ${error.status ?? error.code}`)
  }
}

function digest(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(files)) hash.update(`${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

function files(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => files(join(path, name)))
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
