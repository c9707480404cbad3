import { expect, it } from 'vitest'
import { linkTokens } from './mailed-link.ts'

it('linkTokens returns both tokens, the nonce and whether the link is a recovery', () => {
  const hash = '#access_token=a.b.c&refresh_token=r&type='
  const link = {
    access_token: 'a.b.c',
    refresh_token: 'r',
    isRecovery: false,
    isNewAddress: false,
    nonce: undefined,
  }
  expect(linkTokens({ hash: `${hash}signup`, search: '' })).toEqual(link)
  expect(linkTokens({ hash: `${hash}recovery`, search: '?sign_in=n&x=y' })).toEqual({
    ...link,
    isRecovery: true,
    nonce: 'n',
  })
})

it.each(['', '#content', '#access_token=a.b.c', '#refresh_token=r'])(
  'linkTokens with %j returns nothing',
  (hash) => {
    expect(linkTokens({ hash, search: '?sign_in=n' })).toBeUndefined()
  },
)
