// Plain JavaScript, for the set-up.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** Their names change with their content, so files of two builds can be in one folder. */
const ASSET_FOLDERS = ['client/assets', 'server/assets']

/** Since when another build has replaced the files that are here for its pages, by path. */
const KEPT = '.kept-assets.json'

/** As long as a page that a browser has open, or a process that has not been restarted, may ask for them. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

/**
 * Puts a finished build in place of the one that a running site uses, between two requests, with the assets of the
 * builds of the last day.
 * @param {string} next
 * @param {string} current
 * @param {number} [now]
 */
export function exchangeBuild(next, current, now = Date.now()) {
  const previous = `${next}-before`
  rmSync(previous, { recursive: true, force: true })
  if (existsSync(current)) {
    keepAssets(current, next, now)
    renameSync(current, previous)
  }
  renameSync(next, current)
  rmSync(previous, { recursive: true, force: true })
}

/** @param {string} from @param {string} to @param {number} now */
function keepAssets(from, to, now) {
  const before = readKept(from)
  /** @type {Record<string, number>} */
  const kept = {}
  for (const path of ASSET_FOLDERS.flatMap((folder) => listFiles(from, folder))) {
    const since = before[path] ?? now
    if (existsSync(join(to, path)) || now - since > LIFETIME_MS) continue
    mkdirSync(dirname(join(to, path)), { recursive: true })
    cpSync(join(from, path), join(to, path))
    kept[path] = since
  }
  writeFileSync(join(to, KEPT), JSON.stringify(kept))
}

/**
 * Copies a build without the assets of earlier ones, for a package.
 * @param {string} build
 * @param {string} target
 */
export function copyOwnBuild(build, target) {
  const earlier = new Set(Object.keys(readKept(build)).map((path) => join(build, path)))
  const filter = (/** @type {string} */ source) => !earlier.has(source)
  for (const side of ['client', 'server'])
    cpSync(join(build, side), join(target, side), { recursive: true, filter })
}

/** @param {string} build @returns {Record<string, number>} */
function readKept(build) {
  const list = join(build, KEPT)
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
}

/** @param {string} root @param {string} folder */
function listFiles(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
}
