import { describe, expect, it } from 'vitest'
import { toAvatarSrcSet, toAvatarUrl } from './picture-sources.ts'

describe('toAvatarUrl', () => {
  it.each([
    ['https://site.example/storage/v1/object/public/avatars/a-1/2.webp', 'avatars/a-1/2.webp'],
    ['https://project.example/storage/v1/object/public/logos/b-2/_x-3.PNG', 'logos/b-2/_x-3.PNG'],
  ])('toAvatarUrl(%s) returns a path of the site', (url, path) => {
    expect(toAvatarUrl(url)).toBe(`/pictures/stored/${path}`)
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
  ])('toAvatarUrl(%s) returns undefined', (url) => {
    expect(toAvatarUrl(url)).toBeUndefined()
  })
})

it.each([
  [24, [64, 128]],
  [40, [64, 128]],
  [64, [64, 128, 256]],
  [80, [128, 256]],
  [88, [128, 256, 512]],
  [400, [512]],
])(
  'toAvatarSrcSet with %d pixels returns widths up to three times as large: %o',
  (size, widths) => {
    expect(toAvatarSrcSet('/p', size)).toBe(
      widths.map((width) => `/p?width=${width} ${width}w`).join(', '),
    )
  },
)
