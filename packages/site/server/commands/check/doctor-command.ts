import { setTimeout as pause } from 'node:timers/promises'
import { type Environment, readEnvironment } from '../../environment.ts'
import type { Command } from '../command.ts'
import { checkDatabase } from './check-database.ts'
import { checkMachine } from './check-machine.ts'
import {
  checkContact,
  checkCounters,
  checkFiles,
  checkMail,
  checkSite,
  checkSupabase,
} from './check-network.ts'
import { checkConfig } from './config-command.ts'
import { type Finding, failed, reportFindings } from './findings.ts'

export const doctorCommand: Command = {
  npm: 'toolmark doctor',
  summary: 'checks what the site needs of this machine, its database, mail and file store',
  usage: 'toolmark doctor',
  help: 'It changes no data: it writes a file to each folder and to S3, and removes them.',
  async run({ print }) {
    const config = await checkConfig(process.env)
    const isUnreadable = config.some(
      ({ about, status }) => about === 'environment' && status === 'failed',
    )
    const rest = isUnreadable ? [] : await examine(readEnvironment(process.env))
    return reportFindings([...config, ...rest], print)
  },
}

async function examine(environment: Environment): Promise<Finding[]> {
  const checks: Record<string, () => Promise<Finding[]>> = {
    machine: () => checkMachine(environment),
    ...(environment.SUPABASE_URL
      ? { supabase: () => checkSupabase(environment) }
      : {
          database: () => checkDatabase(environment),
          valkey: () => checkCounters(environment),
          uploads: () => checkFiles(environment),
        }),
    mail: () => checkMail(environment),
    contact: () => checkContact(environment),
    site: () => checkSite(environment),
  }
  const found = Object.entries(checks).map(([about, check]) =>
    Promise.race([check(), giveUp(about, findHost(environment, about))]).catch((error: unknown) => [
      failed(about, error),
    ]),
  )
  return (await Promise.all(found)).flat()
}

/** The longest that a check takes. Its parts have limits of their own, which name what does not answer. */
const TIMEOUT_MS = 9000

const giveUp = (about: string, host = 'it'): Promise<Finding[]> =>
  pause(
    TIMEOUT_MS,
    [failed(about, `${host} has not finished within ${TIMEOUT_MS / 1000} seconds`)],
    {
      ref: false,
    },
  )

/** Of the service of a check, which may answer, but too slowly. */
function findHost(environment: Environment, about: string): string | undefined {
  const address = {
    supabase: environment.SUPABASE_URL,
    database: environment.DATABASE_URL,
    valkey: environment.VALKEY_URL,
    uploads: environment.S3_URL,
    mail: environment.SMTP_URL,
    site: environment.SITE_URL,
  }[about]
  return address && new URL(address).host
}
