import { expect, it } from 'vitest'
import { CommandError } from '../data/command-error.ts'
import { describeSaveFailure } from './save-failure.ts'

it.each([
  [
    new CommandError('conflict'),
    'Username taken',
    'This username is already in use. Please choose another.',
  ],
  [
    new CommandError('refused', { publicMessage: 'No such word.' }),
    'Error updating profile',
    'No such word.',
  ],
  [new CommandError('refused'), 'Update Failed', 'Failed to update profile. Please try again.'],
  [new CommandError('unexpected'), 'Error', 'An unexpected error occurred. Please try again.'],
  [
    new CommandError('offline'),
    'Error',
    "Couldn't reach the site. Check your connection and try again.",
  ],
  [new CommandError('signed-out'), 'Error', 'No user found'],
])('spec 1 §8: describeSaveFailure(%o) returns "%s" and "%s"', (failure, title, text) =>
  expect(describeSaveFailure(failure)).toEqual([title, text]),
)
