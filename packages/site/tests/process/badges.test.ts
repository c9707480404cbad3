// Badges and oEmbed, for other sites (spec 6 §3).
import { expect, test } from 'vitest'
import { addReview } from '../support/backends/content.ts'
import { shareSite } from '../support/sites/share-site.ts'
import { createMember, createServiceClient } from '../support/sites/site.ts'

const site = await shareSite()
const service = await createServiceClient(site)
const row = { name: 'Kettle & Co', slug: '', description: 'd', category: 'HR' }
const inserted = service.from('tools').insert(row).select('id, slug').single()
const { data: tool } = await inserted.throwOnError()
const reviews: string[] = []

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${site.url}${path}`, { headers, redirect: 'manual' })
const readAlt = async (path: string) =>
  /<title>(.*?)<\/title>/.exec(await (await get(path)).text())?.[1]

async function rate(rating: number) {
  const member = await createMember(site)
  reviews.push(await addReview(member, tool.id, { rating, title: 'It <boils>' }))
}

test('a badge has no figure below five reviews, and the figures of the API from the fifth on', async () => {
  const path = `/tool/${tool.slug}/badge.svg`
  for (const rating of [5, 5, 4, 4]) await rate(rating)
  expect(await readAlt(path)).toBe('Kettle &amp; Co on Toolmark')
  expect(await (await get(`/tool/${tool.slug}/badge.json`)).json()).toMatchObject({
    message: 'Reviews',
  })
  await rate(3)
  expect(await readAlt(path)).toBe('Kettle &amp; Co on Toolmark: 4.2 out of 5 stars, 5 reviews')
  expect(await (await get(`/tool/${tool.slug}/badge.json`)).json()).toEqual({
    schemaVersion: 1,
    label: 'Toolmark',
    message: '★ 4.2 (5)',
    color: 'informational',
  })
  expect(await (await get(`/tool/${tool.slug}/badge.json?kind=reviews`)).json()).toMatchObject({
    message: '5 reviews',
  })
})

test('a badge is an SVG without fonts for any site, in two themes, with an ETag, from the page cache', async () => {
  const path = `/tool/${tool.slug}/badge.svg`
  const light = await get(path)
  const svg = await light.text()
  expect(light.headers.get('content-type')).toBe('image/svg+xml')
  expect(light.headers.get('access-control-allow-origin')).toBe('*')
  expect(light.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(svg).toContain('height="40"')
  expect(svg).not.toContain('<text')
  const dark = await (await get(`${path}?theme=dark`)).text()
  expect(dark.replaceAll(/#[0-9a-f]{6}/g, '')).toBe(svg.replaceAll(/#[0-9a-f]{6}/g, ''))
  expect(dark).not.toBe(svg)
  const again = await get(path, { 'If-None-Match': light.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  expect((await get('/tool/unknown/badge.svg')).status).toBe(404)
})

test('pages of uses and comparisons have a picture of marks beside their link, and an unknown use none', async () => {
  const use = {
    slug: 'boiling',
    name: 'Boiling',
    category: 'Development',
    description: 'Boils water.',
  }
  await service.from('capabilities').insert(use).throwOnError()
  const link = { tool_id: tool.id, capability: use.slug }
  await service.from('tool_capabilities').insert(link).throwOnError()
  for (const path of [`/best/${use.slug}`, `/compare?tools=${tool.slug}`, `/tool/${tool.slug}`]) {
    const page = await (await get(path)).text()
    const [, image = ''] = /property="og:image" content="([^"]*)"/.exec(page) ?? []
    const picture = await get(image.replace(site.url, ''))
    expect([path, picture.status, picture.headers.get('content-type')]).toEqual([
      ...[path, 200, 'image/jpeg'],
    ])
  }
  expect((await get('/pictures/share/best/unknown')).status).toBe(404)
})

test('/badge.json and /badge.svg answer with the badge of the tool that has a website', async () => {
  await service
    .from('tools')
    .update({ website_url: 'https://kettle.example' })
    .eq('id', tool.id)
    .throwOnError()
  const path = `/tool/${tool.slug}/badge`
  for (const website of ['kettle.example', 'http://www.kettle.example/?utm_source=list']) {
    const query = `?website=${encodeURIComponent(website)}`
    for (const format of ['svg', 'json']) {
      const badge = await get(`/badge.${format}${query}`)
      expect([format, badge.status, await badge.text()]).toEqual([
        ...[format, 200, await (await get(`${path}.${format}`)).text()],
      ])
    }
  }
  for (const query of ['', '?website=', '?website=other.example'])
    expect([query, (await get(`/badge.json${query}`)).status]).toEqual([query, 404])
})

test('a badge of a renamed tool redirects', async () => {
  await service.from('tool_redirects').insert({ slug: 'former', tool_id: tool.id }).throwOnError()
  const moved = await get('/tool/former/badge.svg?theme=dark')
  expect([moved.status, moved.headers.get('location')]).toEqual([
    301,
    `${site.url}/tool/${tool.slug}/badge.svg?theme=dark`,
  ])
})

test('pages of tools, reviews and launches name their oEmbed address, which describes them', async () => {
  const { id: user_id } = await createMember(site)
  const launched = service.from('product_launches').insert({
    user_id,
    tool_id: tool.id,
    tagline: 'Boils',
    launch_date: new Date().toISOString().slice(0, 10),
  })
  const launch = (await launched.select('id').single().throwOnError()).data.id
  for (const path of [`/tool/${tool.slug}`, `/review/${reviews[0]}`, `/launch/${launch}`]) {
    const page = await (await get(path)).text()
    const [, address = ''] = /type="application\/json\+oembed" href="([^"]*)"/.exec(page) ?? []
    const answer = await get(address.replaceAll('&amp;', '&').replace(site.url, ''))
    expect(await answer.json()).toMatchObject({
      version: '1.0',
      type: 'rich',
      provider_name: 'Toolmark',
      html: expect.stringContaining(`${site.url}${path}`),
    })
  }
  const review = await get(`/oembed?url=${site.url}/review/${reviews[0]}`)
  expect((await review.json()).html).toContain('It &lt;boils&gt;')
  const badge = `/launch/${launch}/badge.svg`
  expect(await readAlt(badge)).toBe('Launch of Kettle &amp; Co on Toolmark')
  const [light, dark] = [
    await (await get(badge)).text(),
    await (await get(`${badge}?theme=dark`)).text(),
  ]
  expect(dark).not.toBe(light)
  expect(dark.replaceAll(/#[0-9a-f]{6}/g, '')).toBe(light.replaceAll(/#[0-9a-f]{6}/g, ''))
})

test('a badge is valid XML whatever the name, and its code is not cut by it', async () => {
  const name = 'A]b)`c` \u0001\ufffe "d" & f'
  const row = { name, slug: '', description: 'd', category: 'HR' }
  const { data } = await service.from('tools').insert(row).select('slug').single().throwOnError()
  expect(await readAlt(`/tool/${data.slug}/badge.svg`)).toBe(
    'A]b)`c`  &quot;d&quot; &amp; f on Toolmark',
  )
  expect(await (await get(`/tool/${data.slug}/badge`)).text()).toContain('[![A\\]b)\\`c\\`')
})

test.each([
  ['100', 100],
  ['9999', 480],
  ['-5', 480],
  ['12.7', 480],
  ['1e2', 480],
])('/oembed with maxwidth %s is %i pixels wide', async (maxwidth, width) => {
  const path = `/oembed?url=${site.url}/tool/${tool.slug}&maxwidth=${maxwidth}`
  expect(await (await get(path)).json()).toMatchObject({ width })
})

test.each([
  ['/oembed', 404],
  ['/oembed?url=https://elsewhere.example/tool/figma', 404],
  ['/oembed?url=SITE/about', 404],
  ['/oembed?url=SITE/review/1', 404],
  ['/oembed?url=SITE/tool/SLUG&format=xml', 501],
])('%s answers %i', async (path, status) => {
  const address = path.replace('SITE', site.url).replace('SLUG', tool.slug)
  expect((await get(address)).status).toBe(status)
})
