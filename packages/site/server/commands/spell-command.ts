import { extname } from 'node:path'

/** Whether the scripts of package.json are there: a package has JavaScript, and the command `toolmark` alone. */
export const IS_CHECKOUT = extname(import.meta.filename) === '.ts'

/** A command as this installation has it, for a message. */
export const spellCommand = (npm: string, toolmark: string): string =>
  IS_CHECKOUT ? npm : toolmark
