import { describe, expect, it } from 'vitest'
import { avatarAddress, avatarSources } from './picture-sources.ts'

describe('the address of a picture', () => {
  it.each([
    ['https://site.example/storage/v1/object/public/avatars/a-1/2.webp', 'avatars/a-1/2.webp'],
    ['https://project.example/storage/v1/object/public/logos/b-2/_x-3.PNG', 'logos/b-2/_x-3.PNG'],
  ])('%s comes through the site', (url, path) => {
    expect(avatarAddress(url)).toBe(`/pictures/stored/${path}`)
  })

  it.each([
    null,
    undefined,
    '',
    'https://elsewhere.example/face.png',
    'https://site.example/storage/v1/object/public/papers/a/1.webp',
    'https://site.example/storage/v1/object/public/avatars/1.webp',
    'https://site.example/storage/v1/object/public/avatars/a/../b.webp',
    'https://site.example/storage/v1/object/public/avatars/a/..',
    'https://site.example/storage/v1/object/public/avatars/a/b/1.webp',
    'https://site.example/storage/v1/object/public/avatars/a/1.webp?width=64',
    'https://site.example/storage/v1/object/public/avatars/a/1.webp 64w, https://spy.example',
  ])('%s is none', (url) => {
    expect(avatarAddress(url)).toBeUndefined()
  })
})

it.each([
  [24, [64, 128]],
  [40, [64, 128]],
  [64, [64, 128, 256]],
  [80, [128, 256]],
  [88, [128, 256, 512]],
  [400, [512]],
])('a place of %d pixels has widths up to three times as many: %o', (size, widths) => {
  expect(avatarSources('/p', size)).toBe(
    widths.map((width) => `/p?width=${width} ${width}w`).join(', '),
  )
})
