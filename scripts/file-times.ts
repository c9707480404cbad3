import type { Reporter, TestModule } from 'vitest/node'

const SHOWN_FILES = 25
/** A file that takes longer is printed in red, so that the suite does not grow unnoticed. */
const LONG_SECONDS = 30
const [RED, RESET] = process.env.NO_COLOR ? ['', ''] : ['\u001B[31m', '\u001B[0m']

interface FileTime {
  label: string
  seconds: number
}

/** Prints the slowest test files and the time of each project, in seconds of one worker. */
export default class FileTimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => ({
      label: `${module.relativeModuleId} (${module.project.name})`,
      seconds: measureSeconds(module),
    }))
    const projects = new Map<string, number>()
    for (const module of modules) {
      const { name } = module.project
      projects.set(name, (projects.get(name) ?? 0) + measureSeconds(module))
    }
    printTable('Time by project', [...projects].map(toFileTime))
    printTable(`The ${SHOWN_FILES} slowest files`, files, (seconds) => seconds > LONG_SECONDS)
  }
}

/** Tests, hooks, imports and the start of the worker. */
function measureSeconds(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic()
  const milliseconds =
    environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
  return milliseconds / 1000
}

const toFileTime = ([label, seconds]: [string, number]): FileTime => ({ label, seconds })

function printTable(title: string, times: FileTime[], isRed = (_seconds: number) => false): void {
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN_FILES)
  console.log(`\n${title}`)
  for (const { label, seconds } of slowest) {
    const line = `${seconds.toFixed(1).padStart(7)} s  ${label}`
    console.log(isRed(seconds) ? `${RED}${line}${RESET}` : line)
  }
}
