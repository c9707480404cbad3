#!/usr/bin/env node
// The command of a site, for whatever Node the machine has: plain JavaScript, no dependency.
// `toolmark --help` lists what it does.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const file = fileURLToPath(import.meta.url)
const root = dirname(file)

if (Number(process.versions.node.split('.')[0]) >= 24) {
  // Later commands read the code that an earlier one compiled, if the folder can be written.
  module.enableCompileCache(join(root, 'node_modules', '.cache', 'compiled'))
  // A checkout has the sources. A package has what `npm pack` makes of them, because Node runs no
  // TypeScript below node_modules.
  const source = join(root, 'packages', 'site', 'server', 'commands', 'main.ts')
  const made = join(root, 'dist', 'packages', 'site', 'server', 'commands', 'main.js')
  await import(pathToFileURL(existsSync(source) ? source : made).href)
} else {
  // Node 24 comes as a package, beside this one or in it.
  const name = process.platform === 'win32' ? 'node.cmd' : 'node'
  const folders = [join(root, 'node_modules', '.bin'), join(root, '..', '.bin')]
  const node = folders.map((folder) => join(folder, name)).find((each) => existsSync(each))
  if (node) run(node)
  else {
    console.error(`Toolmark needs Node 24 or newer; this is ${process.version}`)
    process.exitCode = 1
  }
}

function run(node) {
  const child = spawn(node, [file, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code) => process.exit(code ?? 1))
}
