// Browsers as they are: without storage, with extensions; and what a page costs them.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD } from '../support/backends/backend.ts'
import { createPage, openPage } from '../support/browser/browser.ts'
import {
  findAccountMenu,
  findButton,
  findText,
  sendVote,
} from '../support/browser/page-elements.ts'
import { createMember, withSharedPage } from '../support/browser/shared-page.ts'
import { withSharedSite } from '../support/sites/journey.ts'
import { addMember } from '../support/sites/site.ts'

const here = withSharedSite('demo')
const shared = withSharedPage(here)
const NOTE = /Your browser blocks site data/

/**
 * Another page of the same browser, whose cache has the scripts, without stored data.
 * @param prepare runs before the scripts of each document
 */
async function openTab(prepare: () => void) {
  await shared.start()
  const tab = await createPage(shared.context)
  await tab.page.addInitScript(prepare)
  return tab
}

/** Opens a page in which each storage throws when it is read, as with site data blocked. */
const openBlockedTab = () =>
  openTab(() => {
    const block = (owner: object, name: string) =>
      Object.defineProperty(owner, name, {
        configurable: true,
        get() {
          throw new DOMException(`Access to ${name} is denied.`, 'SecurityError')
        },
      })
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      block(window, name)
    block(navigator, 'serviceWorker')
  })

const readAccess = (page: Page) =>
  page.evaluate(() => {
    try {
      return `${localStorage.length} keys`
    } catch (error) {
      return (error as Error).name
    }
  })

async function signIn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await findText(page, NOTE)
  await page.getByLabel('Email').fill(await addMember(here.site))
  await page.getByLabel('Password').fill(PASSWORD)
  await findButton(page, 'Sign In').click()
  await findAccountMenu(page).waitFor()
}

async function upvote(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Launches' }).first().click()
  const vote = page.getByRole('button', { name: /^Upvote/ }).first()
  const answer = await sendVote(page, 'launch_upvotes', () => vote.click())
  expect(answer.status()).toBe(201)
}

test('with site data blocked, a visitor reads, searches, signs in and votes', async () => {
  const { page, problems } = await openBlockedTab()
  await openPage(page, `${here.site.url}/`)
  expect(await readAccess(page)).toBe('SecurityError')
  for (const [path, heading] of [
    ['/tool/figma', 'Figma'],
    ['/categories', /./],
    ['/tools', 'All Tools'],
    ['/launches', /./],
    ['/compare?tools=figma,sketch', /./],
  ] as const) {
    await openPage(page, here.site.url + path)
    await page.getByRole('heading', { level: 1, name: heading }).first().waitFor()
    expect(await page.getByText('Something went wrong').count(), path).toBe(0)
  }
  const search = page.getByRole('combobox').first()
  await search.fill('figma')
  await search.press('Enter')
  await page.waitForURL(/search=figma/)
  await page.getByRole('link', { name: 'Figma', exact: true }).first().waitFor()
  await page.getByRole('radio', { name: 'Dark' }).first().check({ force: true })
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await signIn(page)
  await upvote(page)
  expect(problems).toEqual([])
  await page.close()
})

test('with a storage that refuses to write, a visitor signs in and votes', async () => {
  const { page } = await openTab(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await openPage(page, `${here.site.url}/`)
  await signIn(page)
  await upvote(page)
  await page.close()
})

test('with a storage that works, the sign-in page says nothing about it', async () => {
  const page = await shared.open('/auth')
  await page.getByLabel('Email').waitFor()
  expect(await page.getByText(NOTE).count()).toBe(0)
  expect(await readAccess(page)).toMatch(/keys$/)
})

test.each([
  ['/launches', /^Upvote/, 'launch_upvotes'],
  ['/tool/figma', /^Helpful:/, 'review_helpful_votes'],
] as const)('on %s each press of a vote sends one request', async (path, name, table) => {
  const page = await shared.start((await createMember(here.site)).session)
  const button = page.getByRole('button', { name }).first()
  // Live updates read the page again when they join, five seconds after it was opened.
  await page.routeWebSocket(/\/realtime\//, () => {})
  const votesRead = page.waitForResponse((response) => response.url().includes(`/${table}?`))
  await openPage(page, here.site.url + path)
  await votesRead
  await page.waitForLoadState('networkidle')
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/rest/')) sent.push(`${request.method()} ${pathname}`)
  })
  const press = async () => {
    const answer = await sendVote(page, table, () => button.click())
    expect(answer.ok()).toBe(true)
    await page.waitForLoadState('networkidle')
    return sent.splice(0)
  }
  expect(await press()).toEqual([`POST /rest/v1/${table}`])
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
  expect(await press()).toEqual([`DELETE /rest/v1/${table}`])
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('false')
})

/**
 * Changes of the document between its parsing and its hydration, as extensions make them: those outside the
 * page, which React leaves, those within it, and one after which React renders the document again.
 */
const EXTENSIONS: readonly [string, () => void][] = [
  [
    'attributes and elements outside the page',
    () => {
      document.documentElement.setAttribute('data-extension', 'on')
      document.documentElement.classList.add('extension')
      document.documentElement.style.setProperty('--extension', '1')
      document.body.setAttribute('cz-shortcut-listen', 'true')
      document.head.prepend(document.createElement('style'))
      document.body.prepend(document.createElement('div'))
      document.body.append(document.createElement('extension-root'))
    },
  ],
  [
    'an added, a translated and a removed element of the page',
    () => {
      document.querySelector('main')?.prepend(document.createElement('div'))
      const heading = document.querySelector('h1')
      if (heading) heading.innerHTML = '<font>Another language</font>'
      document.querySelector('header nav')?.remove()
    },
  ],
  [
    'a body of another shape',
    () => {
      const wrapper = document.createElement('div')
      wrapper.append(...document.body.childNodes)
      document.body.append(wrapper)
    },
  ],
]

test.each(EXTENSIONS)('the chosen theme survives %s before hydration', async (_name, change) => {
  const { page } = await openTab(() => localStorage.setItem('site.theme', 'dark'))
  await page.addInitScript(`
    addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') (${change.toString()})()
    }, { capture: true })
  `)
  await openPage(page, `${here.site.url}/tool/figma`)
  await page.getByRole('heading', { level: 1, name: 'Figma' }).waitFor()
  const readTheme = () => page.evaluate(() => document.documentElement.dataset.theme)
  expect(await readTheme()).toBe('dark')
  const dark = page.getByRole('radio', { name: 'Dark' }).first()
  await expect.poll(() => dark.isChecked()).toBe(true)
  await page.getByRole('radio', { name: 'Light' }).first().check({ force: true })
  expect(await readTheme()).toBe('light')
  // Also after a navigation within the site.
  await page.getByRole('link', { name: 'Categories' }).first().click()
  await page.waitForURL('**/categories')
  expect(await readTheme()).toBe('light')
  await page.close()
})
