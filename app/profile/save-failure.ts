import { type CommandError, describeFailure } from '../data/command-error.ts'
import * as dataWords from '../data/words.ts'
import * as uiWords from '../ui/words.ts'
import * as profileWords from './words.ts'

/** Spec 1 §8: why the profile was not saved. */
export function describeSaveFailure(failure: CommandError): [title: string, text: string] {
  const { reason, publicMessage } = failure
  if (reason === 'conflict') return [profileWords.savedTaken, profileWords.savedTakenMore]
  if (reason === 'signed-out') return [uiWords.error, dataWords.pictureFailureNoUser]
  if (reason === 'offline' || reason === 'unexpected')
    return [uiWords.error, describeFailure(failure)]
  return publicMessage
    ? [profileWords.savedRefused, publicMessage]
    : [profileWords.savedFailed, profileWords.savedFailedMore]
}
