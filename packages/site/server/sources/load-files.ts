import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { parseTar } from 'nanotar'
import { AnswerError, fetchBytes } from '../outbound/fetch-bytes.ts'
import { SourceError, type SourceFile } from './list.ts'
import { isDataPage, loadDump } from './load-dump.ts'

const MAX_BYTES = 10 * 1024 * 1024
/** What an archive may become. */
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024
const TIMEOUT_MS = 30_000

export interface LoadOptions {
  /** The file of this name, in place of one of this machine. */
  bytes?: Uint8Array | undefined
  /** Hosts with a port that are fetched from, for tests. */
  testHosts?: ReadonlySet<string> | undefined
}

export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source)

/**
 * Reads the files of a source: one file, a folder, an archive, or an address of a file or an archive on the open
 * internet.
 * @throws {SourceError} one line
 */
export async function loadFiles(source: string, options: LoadOptions = {}): Promise<SourceFile[]> {
  if (options.bytes) return unpack(basename(source), Buffer.from(options.bytes))
  const fetchFiles = async (address: string) =>
    unpack(nameOf(address), await fetchSource(address, options))
  if (isDataPage(source)) return loadDump(source, fetchFiles)
  if (isAddress(source)) return fetchFiles(source)
  if (!existsSync(source)) throw new SourceError(`There is no ${source}.`)
  if (!statSync(source).isDirectory()) return unpack(basename(source), readFileSync(source))
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => isRead(relative(source, path)))
    .sort()
    .map((path) => ({ path: relative(source, path), text: decode(readFileSync(path)) }))
}

/** The name of the file at an address: its format is that of its end. */
export const nameOf = (address: string): string =>
  isAddress(address) ? basename(new URL(address).pathname) : basename(address)

/** Fetches an address of a person: never from an inside network. */
const fetchAddress = (address: string, { testHosts }: LoadOptions): Promise<Buffer> =>
  fetchBytes(address, {
    limit: MAX_BYTES,
    isTyped: true,
    accept: '*/*',
    timeoutMs: TIMEOUT_MS,
    ...(testHosts ? { testHosts } : {}),
  })

async function fetchSource(address: string, options: LoadOptions): Promise<Buffer> {
  try {
    return await fetchAddress(address, options)
  } catch (error) {
    throw new SourceError(`${address} cannot be read: ${toCause(error)}`)
  }
}

/** Fetches a text; undefined if the host does not have it. */
export async function fetchText(
  address: string,
  options: LoadOptions,
): Promise<string | undefined> {
  try {
    return decode(await fetchAddress(address, options))
  } catch (error) {
    if (error instanceof AnswerError && error.status >= 400 && error.status < 500) return undefined
    throw new Error(toCause(error), { cause: error })
  }
}

function toCause(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

function unpack(name: string, bytes: Buffer): SourceFile[] {
  if (/\.(xlsx|xls|ods|numbers)$/i.test(name))
    throw new SourceError(
      `${name} is a spreadsheet: open it, choose "Save as" or "Download", and save the sheet as CSV.`,
    )
  if (/\.zip$/i.test(name)) return unzip(bytes)
  if (/\.(tar\.gz|tgz)$/i.test(name)) return untar(gunzip(bytes))
  if (/\.gz$/i.test(name))
    return [{ path: name.replace(/\.gz$/i, ''), text: decode(gunzip(bytes)) }]
  return [{ path: name, text: decode(bytes) }]
}

const gunzip = (bytes: Buffer) => gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES })

function unzip(bytes: Buffer): SourceFile[] {
  let size = 0
  const entries = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!isRead(name)) return false
      size += originalSize
      if (size > MAX_UNPACKED_BYTES) throw new SourceError('The archive is too large.')
      return true
    },
  })
  return Object.entries(entries).map(([path, content]) => ({ path, text: decode(content) }))
}

// A small Buffer is a part of a larger one, which nanotar would read from its beginning.
const untar = (bytes: Buffer): SourceFile[] =>
  parseTar(new Uint8Array(bytes))
    .filter(({ name, data }) => data && data.byteLength > 0 && isRead(name))
    .map(({ name, data }) => ({ path: name, text: decode(data ?? new Uint8Array()) }))

/** Files of text that are no settings of a repository. */
const isRead = (path: string): boolean =>
  /\.(ya?ml|json|jsonl|ndjson|csv|tsv|md|jsonl\.gz)$/i.test(path) &&
  !path.split(/[\\/]/).some((part) => part.startsWith('.') || part === 'node_modules')

/** Spreadsheet programs save UTF-16 with a byte order mark, older ones Windows-1252. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0x1f && second === 0x8b) return decode(gunzip(Buffer.from(bytes)))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
