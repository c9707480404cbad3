import { expect, test } from 'vitest'
import { loadScriptsAfterPaint } from './scripts-after-paint.ts'

const PAGE =
  '<link rel="modulepreload" href="/assets/a.js"/><p>text</p>' +
  '<script nonce="m" type="module" async="">import "/assets/manifest.js";\nimport * as route0 from "/assets/root.js";\n' +
  'import * as route1 from "/assets/home.js";\n  window.__reactRouterRouteModules = {"root":route0,"home":route1};\n' +
  '\nimport("/assets/entry.client.js");</script><script>later()</script>'

test('a page’s modules are fetched once something was painted', () => {
  const html = loadScriptsAfterPaint(PAGE)
  expect(html).toContain('<link rel="later" href="/assets/a.js"/>')
  expect(html).not.toMatch(/^import \*/m)
  expect(html).toContain(
    'const [route0,route1]=await Promise.all([import("/assets/root.js"),import("/assets/home.js"),import("/assets/manifest.js")]);',
  )
  expect(html).toContain('import("/assets/entry.client.js");\n};')
  expect(html).toContain('<script>later()</script>')
  const [, script = ''] =
    /<script nonce="m" type="module" async="">([\s\S]*?)<\/script>/.exec(html) ?? []
  expect(() => new Function(script)).not.toThrow()
})

test('a page without an entry keeps its modules, behind all else', () => {
  expect(loadScriptsAfterPaint('<link rel="modulepreload" href="/a.js"/>')).toBe(
    '<link rel="modulepreload" fetchpriority="low" href="/a.js"/>',
  )
})
