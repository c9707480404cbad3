import { describe, expect, it } from 'vitest'
import { CommandError } from '../data/command-error.ts'
import { usernameRule } from '../data/words.ts'
import { EMPTY_SIGN_UP, signUpSchema } from '../sign-in/sign-up/sign-up-schema.ts'
import { describeSaveFailure, profileSchema } from './profile-form.tsx'

const BASE = {
  username: 'ana',
  first_name: '',
  last_name: '',
  bio: '',
  account_type: 'personal',
  job_title: '',
  company_name: '',
}
const findMessages = (change: object) =>
  profileSchema.safeParse({ ...BASE, ...change }).error?.issues.map(({ message }) => message) ?? []

describe('spec 1 §5: profile', () => {
  it.each([
    ...['José', 'Jose\u0301', 'Ọ̀ṣun', 'O’Neill-Smith', "D'Arc", 'राम', 'क्षितिज', ''],
    ...['J. R.', 'King Jr.', 'Jean\u2011Luc', 'Gal·la', 'ジャン・ルック'],
  ])('profileSchema with the name %s finds no error', (first_name) =>
    expect(findMessages({ first_name })).toEqual([]),
  )
  it('profileSchema composes letters (NFC)', () => {
    expect(profileSchema.parse({ ...BASE, first_name: 'Jose\u0301' }).first_name).toBe('Jos\u00e9')
  })
  it.each([
    [
      { first_name: 'Mona 3' },
      'First name may only contain letters, spaces, periods, hyphens and apostrophes',
    ],
    [{ last_name: 'x'.repeat(51) }, 'Last name too long: 50 characters at most'],
    [{ bio: 'b'.repeat(501) }, 'Bio too long: 500 characters at most'],
    [{ job_title: 'j'.repeat(101) }, 'Job title too long: 100 characters at most'],
    [{ username: 'a b' }, usernameRule],
    [{ username: 'jürgen' }, usernameRule],
    [{ username: '名前' }, usernameRule],
    [{ username: '' }, 'Username is required'],
  ])('profileSchema with %o returns "%s"', (change, message) =>
    expect(findMessages(change)).toEqual([message]),
  )
  it('profileSchema removes tags, and scripts with their content', () => {
    const { bio } = profileSchema.parse({ ...BASE, bio: 'a <b>b</b><script>c</script> <d' })
    expect(bio).toBe('a b d')
  })
})

describe('spec 1 §5: sign-up', () => {
  const findSignUpMessages = (change: object) =>
    signUpSchema
      .safeParse({
        ...EMPTY_SIGN_UP,
        email: 'a@x.example',
        password: 'Violet-Kettle-84',
        ...change,
      })
      .error?.issues.map(({ message }) => message)
  it.each([
    [{}, undefined],
    [{ username: ' ana ' }, undefined],
    [{ username: 'a b' }, usernameRule],
    [{ username: 'jürgen' }, usernameRule],
    [{ username: '名前' }, usernameRule],
    [{ first_name: 'J. R.', last_name: '<King> Jr.' }, undefined],
    [
      { last_name: 'King 2nd' },
      'Last name may only contain letters, spaces, periods, hyphens and apostrophes',
    ],
    [{ email: '' }, 'Email is required'],
    [{ email: 'a@' }, 'Please provide a valid email address.'],
    [{ password: '' }, 'Password is required'],
    [{ password: 'short' }, 'Password does not meet security requirements.'],
    // A longer text that was pasted is not truncated.
    [{ password: 'Violet-Kettle-84 '.repeat(20) }, 'Password too long: 256 characters at most'],
    [{ account_type: 'business' }, 'Company name is required'],
  ])('signUpSchema with %o returns "%s"', (change, message) =>
    expect(findSignUpMessages(change)?.[0]).toBe(message),
  )
})

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
