import { resolve } from 'node:path'
import type { Command } from '../commands/command.ts'
import { connectToSite } from '../commands/connect-to-site.ts'
import { readEnvironment } from '../environment.ts'
import { loadDump } from './load-dump.ts'

export const loadDumpCommand: Command = {
  npm: 'npm run dump:load --',
  summary: 'loads the open data of another site into the running site, which has to be empty',
  usage: 'toolmark dump load DIR',
  words: [1, 1],
  help: [
    'It checks all files before it writes.',
    'Averages, intervals and adjusted ratings then equal those of the other site.',
    'Reviewers become profiles without a way to sign in.',
  ].join('\n'),
  async run({ positionals: [name = ''], print }) {
    const connection = await connectToSite(readEnvironment(process.env))
    const { made_at, license, tables } = await loadDump(connection, resolve(name), (table) =>
      print(`${table.rows} ${table.name}`),
    )
    print(`The open data of ${made_at} is loaded. Its license is ${license}.`)
    return { data: { made_at, license, tables } }
  },
}
