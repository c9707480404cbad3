import { describe, expect, it } from 'vitest'
import { CommandError } from '../data/command-error.ts'
import { PICTURE_BYTES_MAX } from '../shared/limits.ts'
import { describePictureFailure, findPictureProblem } from './upload-picture.ts'

describe('spec 1 §8: findPictureProblem', () => {
  it.each([
    ['text/plain', 9, 'Please select an image file'],
    ['image/png', PICTURE_BYTES_MAX, 'File size must be less than 2MB'],
    ['image/png', PICTURE_BYTES_MAX - 1, undefined],
  ])('findPictureProblem(%s, %d bytes) returns %s', (type, size, problem) =>
    expect(findPictureProblem({ type, size })).toBe(problem),
  )
  it('PICTURE_BYTES_MAX is 2 MB', () => expect(PICTURE_BYTES_MAX).toBe(2_097_152))
})

describe('spec 1 §8: describePictureFailure', () => {
  const limit = "You have reached today's limit of 100 uploads. Please try again tomorrow."
  it.each([
    [new CommandError('unexpected'), 'Failed to upload file'],
    [new CommandError('refused'), 'Failed to upload file'],
    [new CommandError('signed-out'), 'No user found'],
    [new CommandError('rate-limited', { publicMessage: limit }), limit],
    [new CommandError('refused', { publicMessage: 'Too large.' }), 'Too large.'],
  ])('describePictureFailure with %o throws "%s"', (failure, publicMessage) =>
    expect(() => describePictureFailure('Failed to upload file')(failure)).toThrow(
      expect.objectContaining({ reason: failure.reason, publicMessage }),
    ),
  )
})
