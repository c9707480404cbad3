import { formatCount, pluralize } from '../ui/format/numbers.ts'

// Spec 8 §4: what a verification found, on the page and in the command.

export const nothingYet =
  'There is no checkpoint yet. The first one follows within a minute of the first publication.'
export const sound = (events: number, checkpoints: number) =>
  `All hashes agree: ${eventCount(events)} in ${checkpointCount(checkpoints)}.`
export const mismatch = {
  events: (checkpoint: number) =>
    `Checkpoint ${formatCount(checkpoint)} does not agree with its events: they were altered after it was made.`,
  chain: (checkpoint: number) =>
    `Checkpoint ${formatCount(checkpoint)} does not continue the chain: it was altered or removed.`,
} as const
export const savedFound =
  'Your saved hash is part of this chain: nothing before it was altered since you saved it.'
export const savedMissing =
  'Your saved hash is not part of this chain: entries were altered or removed since you saved it.'
export const savedForm = 'A hash has 64 digits from 0 to 9 and a to f.'
export const lastHash = 'Last hash'

const eventCount = (count: number) => pluralize(count, { one: '{n} event', other: '{n} events' })
const checkpointCount = (count: number) =>
  pluralize(count, { one: '{n} checkpoint', other: '{n} checkpoints' })

export const title = 'Audit Ledger'
export const description =
  'A log of every publication, edit and removal whose entries cannot be altered unnoticed. Verify it in your browser.'
export const intro =
  'Every publication, edit, deletion, removal, restore and merge of a tool, a review, a reply or a launch is an entry of this log. Each minute the new entries are hashed into a checkpoint, and every checkpoint contains the hash of the one before. An entry has no text, only a salted hash of it, so a text can be erased while the chain stays valid.'

export const facts = 'The ledger now'
export const events = 'Events'
export const checkpoints = 'Checkpoints'
export const newest = 'Last checkpoint'
export const newestAt = (time: string) => `at ${time} UTC`
export const saveHash =
  'Save this hash. Later, a verification with it shows whether any entry before it was altered.'

export const verifyTitle = 'Verify it in your browser'
export const verifyText =
  'Your browser reads all entries from the public API and computes every hash itself. You have to trust only the script of this page, whose source is open.'
export const savedLabel = 'A hash that you saved earlier (optional)'
export const verify = 'Verify'
export const verifying = 'Verifying...'
export const progress = 'Verified events'
export const progressOf = (checked: number, all: number) =>
  `${formatCount(checked)} of ${eventCount(all)}`
export const needsHttps =
  'Browsers compute hashes only on pages with HTTPS. Open this page over HTTPS, or use the command below.'

export const provesTitle = 'What this proves'
export const proves = [
  'No recorded entry was altered, moved or removed since its checkpoint: otherwise a hash would not agree.',
  'With a hash that you saved: the operator did not build another chain in its place.',
  'A text with its entry and salt is the one that was published then.',
]
export const provesNotTitle = 'What it does not prove'
export const provesNot = [
  'That everything was recorded. An operator who owns the database can leave entries out.',
  'That a text is true, or who wrote it. Entries name no people.',
  'That the chain was never replaced, if you have no hash from before.',
]

export const commandTitle = 'Verify it elsewhere'
export const commandText =
  'The same verification runs on your machine, with the software of this site. How each hash is computed is in the <link>specification</link>.'
export const commandLabel = 'Command'

// The entries of one subject.
export const subjectTitle = {
  tool: 'Entries of a tool',
  review: 'Entries of a review',
  reply: 'Entries of a reply',
  launch: 'Entries of a launch',
} as const
export const subjectLink = {
  tool: 'Open the tool',
  review: 'Open the review',
  reply: 'Open the review',
  launch: 'Open the launch',
} as const
export const subjectUnknown =
  'The address names no subject. It ends with ?subject=review: and the id of a review, or tool:, reply: or launch: and an id.'
export const subjectNone = 'The ledger has no entries about this.'
export const matches = 'The last entry is about exactly what this site shows.'
export const matchesRemoved =
  'The last entry says that it was taken away, and this site does not show it.'
export const differs =
  'The last entry is about another text than this site shows: one of them was altered without the other.'
export const unknown = 'The salt of the last entry is erased, so it cannot be compared.'
export const KINDS: Readonly<Record<string, string>> = {
  publication: 'Published',
  edit: 'Edited',
  deletion: 'Deleted',
  removal: 'Removed by moderators or held by a rule',
  restore: 'Restored',
  merge: 'Merged or moved',
}
export const entry = (number: number, kind: string) =>
  `${formatCount(number)}. ${KINDS[kind] ?? kind}`
export const inCheckpoint = (number: number | null) =>
  number === null ? 'not in a checkpoint yet' : `in checkpoint ${formatCount(number)}`
export const saltErased = 'salt erased'
export const currentText = 'Current text'
