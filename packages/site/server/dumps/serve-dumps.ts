import { existsSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { etag } from 'hono/etag'
import type { DumpSummary, OpenData } from '../../app/data/site.ts'
import { findDataLicense } from '../branding/data-licenses.ts'
import type { Environment } from '../environment.ts'
import { DUMP_TABLES, toFile } from './dump-tables.ts'
import { createDumpList, dumpFolderOf } from './stored-dumps.ts'

/** Nothing else in the folder has such an address. */
const PATH =
  '/data/:day{\\d{4}-\\d\\d-\\d\\d}/:file{[a-z_]+\\.jsonl\\.gz|manifest\\.json|datapackage\\.json}'

/**
 * What the page /data lists, and the addresses below it.
 * @param dataLicense of future dumps; undefined for the default
 */
export function openDumps(
  environment: Environment,
  dataLicense: string | undefined,
): { openData: OpenData; routes: Hono } {
  const folder = dumpFolderOf(environment)
  const list = createDumpList(folder)
  const tables = DUMP_TABLES.map(({ name, description, fields }) => ({
    name,
    description,
    fields: fields.map(([field, type, meaning]) => ({ name: field, type, description: meaning })),
  }))
  const openData = { list, license: findDataLicense(dataLicense), tables }
  return { openData, routes: serveDumps(folder, list) }
}

/** Answers the files of dumps. Programs of other sites may read them, as they may read the API. */
function serveDumps(folder: string, list: () => DumpSummary[]): Hono {
  let serve: MiddlewareHandler | undefined
  const createServe = () =>
    serveStatic({
      root: folder,
      rewriteRequestPath: (path) => path.replace('/data', ''),
      onFound(_path, c) {
        const { day, file } = c.req.param()
        const table = list()
          .find((dump) => dump.day === day)
          ?.tables.find(({ name }) => toFile(name) === file)
        if (table) c.header('ETag', `"${table.sha256}"`)
        c.header('Cache-Control', 'no-cache')
      },
    })
  return new Hono().use(
    PATH,
    cors({ origin: '*', allowMethods: ['GET', 'HEAD'], exposeHeaders: ['ETag'] }),
    // It makes those of the two small files, and compares all of them.
    etag(),
    (c, next) => {
      // `serveStatic` logs that a folder does not exist, and the first dump creates it.
      if (!existsSync(folder)) return next()
      serve ??= createServe()
      return serve(c, next)
    },
  )
}
