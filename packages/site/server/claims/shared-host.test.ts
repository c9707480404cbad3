import { expect, test } from 'vitest'
import { isSharedHost } from './shared-host.ts'

test.each([
  ['https://www.github.io/', true],
  ['https://github.io', true],
  ['https://WWW.Netlify.App', true],
  ['http://www.co.uk', true],
  ['https://blogspot.com/', true],
  ['https://com', true],
  ['https://公司.cn', true],
  ['https://www.ｇｉｔｈｕｂ.io/', true],
  ['https://ｗｗｗ.github.io/', true],
  ['https://www.git\u200bhub.io/', true],
  ['https://www.ＣＯ.uk/tea', true],
  ['https://pots.github.io/', false],
  ['https://www.pots.co.uk', false],
  ['https://kettle.example', false],
  ['http://127.0.0.1:4567/', false],
  ['http://localhost:4567/', false],
  ['https://ｗｗｗ.kettle.example', false],
  ['https://[::1]/', false],
  ['https://xn--a/', false],
  [null, false],
])('isSharedHost(%s) returns %s', (website, isShared) => {
  expect(isSharedHost(website)).toBe(isShared)
})
