// `npm run settings`: writes docs/settings.md and .env.example from the code that reads the settings.
// `--check` fails when one is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listSettings } from '@toolmark/backend/settings/settings.ts'
import { listVariables } from '@toolmark/site/server/environment-variables.ts'

const ROOT = join(import.meta.dirname, '..')
const VARIABLES = listVariables()
const GROUPS = [...new Set(VARIABLES.map(({ group }) => group))]
const ofGroup = (group: string) => VARIABLES.filter((each) => each.group === group)

const toTable = (head: string, rows: readonly (readonly string[])[]) =>
  [
    `| ${head} | default | meaning |`,
    '|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')

/** The keys of each provider are the same. */
function toRows(settings: ReturnType<typeof listSettings>): string[][] {
  const rows = settings.map(({ key, default: value, meaning }) => [
    `\`${key.replace(/^(auth\.external)\.\w+/, '$1.{github,google,keycloak}')}\``,
    value === undefined || value === ''
      ? '–'
      : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``,
    meaning,
  ])
  return rows.filter(([key], at) => rows.findIndex(([other]) => other === key) === at)
}

const document = `# Settings

Settings are environment variables, or lines of a file \`.env\` in the folder where the site starts. Each has a default; an empty value counts as not set. With an invalid value the start ends with one line, and \`node toolmark.js config check\` lists all that is wrong, misspelled names included. \`npm run settings\` writes this file from the code.

${GROUPS.map(
  (group) =>
    `## ${group}\n\n${toTable(
      'variable',
      ofGroup(group).map((each) => [`\`${each.name}\``, each.shown ?? '–', each.meaning]),
    )}`,
).join('\n\n')}

A variable that may have a password can be in a file, as container engines give secrets: ${VARIABLES.filter(
  ({ isSecret }) => isSecret,
)
  .map(({ name }) => `\`${name}_FILE\``)
  .join(', ')}.

## config.toml

\`CONFIG_FILE\` is in the format of the Supabase CLI. These keys are read; the start warns of others, and refuses values that this backend does not support. \`supabase/config.toml\` sets some of them.

${toTable('key', toRows(listSettings()))}

## More

\`site.toml\` and the other files of \`SITE_DIR\` are described under [branding](operating.md#branding). Administrators change the rules of moderation and sign-up at \`/admin/settings\` ([moderation](operating.md#moderation)).
`

/** Without links and marks. */
const toPlain = (text: string) =>
  text.replaceAll(/ \(\[[^)]*\)\)|`/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')

const example = [
  '# Copy to .env; the site and all commands read it. An empty value counts as not set.',
  ...GROUPS.map((group) =>
    [
      `\n## ${group}`,
      ...ofGroup(group).map(
        (each) => `# ${toPlain(each.meaning)}\n# ${each.name}=${each.default ?? ''}`,
      ),
    ].join('\n'),
  ),
  '',
].join('\n')

const FILES = { 'docs/settings.md': document, '.env.example': example }
for (const [name, text] of Object.entries(FILES)) {
  const file = join(ROOT, name)
  if (readFileSync(file, { encoding: 'utf8', flag: 'a+' }) === text) continue
  if (process.argv.includes('--check')) {
    console.error(`${name} is stale: run \`npm run settings\``)
    process.exitCode = 1
  } else writeFileSync(file, text)
}
