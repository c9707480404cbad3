import { resolve } from 'node:path'
import { siteUrlOf } from '@toolmark/backend/server/environment.ts'
import { IDENTITY } from '../../app/shared/identity.ts'
import { findDataLicense } from '../branding/data-licenses.ts'
import { readSiteFolder } from '../branding/site-folder.ts'
import type { Command } from '../commands/command.ts'
import { connectToSite } from '../commands/connect-to-site.ts'
import { readEnvironment } from '../environment.ts'
import { readFigures, requirePlace, writeDump } from './write-dump.ts'

export const dumpCommand: Command = {
  npm: 'npm run dump --',
  summary: 'writes the open data of the running site to a folder',
  usage: 'toolmark dump DIR',
  words: [1, 1],
  help: 'The site makes the same each day: DUMP_DIR and /data have the last seven.',
  async run({ positionals: [name = ''], print }) {
    const folder = resolve(name)
    requirePlace(folder)
    const environment = readEnvironment(process.env)
    const { service, call } = await connectToSite(environment)
    // It says in one line that no site answers.
    await call(service.rpc('has_demo_content'))
    const { identity, dataLicense } = await readSiteFolder(environment.SITE_DIR)
    // A hosted backend is at another address than the site. SITE_URL may lead to a proxy on another machine.
    const isHosted = environment.SUPABASE_URL !== undefined
    const ownUrl = siteUrlOf(isHosted ? environment : { ...environment, SITE_URL: undefined })
    const tables = await writeDump(
      {
        service,
        readFigures: () => readFigures(ownUrl),
        license: findDataLicense(dataLicense),
        siteName: identity.name ?? IDENTITY.name,
        siteUrl: siteUrlOf(environment),
      },
      folder,
    )
    for (const table of tables) print(`${table.rows} ${table.name}`)
    print(`${folder} holds ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows`)
    return { data: { folder, tables } }
  },
}
