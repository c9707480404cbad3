import { expect, test } from 'vitest'
import { redirectPastedLinks } from './pasted-links.ts'

const render = redirectPastedLinks(async ({ url }) => {
  const { pathname } = new URL(url)
  return new Response('page', { status: /^\/+tool\/(figma)?$|^\/tool$/.test(pathname) ? 200 : 404 })
})
const get = async (path: string) => {
  const { status, headers } = await render(new Request(`https://tools.example/${path}`))
  return [status, headers.get('location')]
}

test.each(['.', ')', ',', ';', '!', '%22', '%E2%80%9D', '%E2%80%A6', '%5D.', '%20', '%0A'])(
  'the address of a page with %s at its end redirects to the page',
  async (end) =>
    expect(await get(`tool/figma${end}?order=oldest`)).toEqual([301, '/tool/figma?order=oldest']),
)

test.each(['tool/other.', 'tool/figma-', 'tool/figma_', '%', '%ff.', '.', 'tool/%00'])(
  'the address /%s is answered as before',
  async (path) => expect(await get(path)).toEqual([404, null]),
)

test.each(['/tool/figma.', '/evil.example.', '%5Cevil.example%5Cauth.', '%09/evil.example.'])(
  'the address /%s redirects to no other site',
  async (path) => {
    const openRender = redirectPastedLinks(async ({ url }) => {
      return new Response('page', { status: url.endsWith('.') ? 404 : 200 })
    })
    const request = new Request(`https://tools.example/${path}`)
    const location = (await openRender(request)).headers.get('location')
    expect(new URL(location ?? '', 'https://tools.example').host).toBe('tools.example')
  },
)
