import type { DefaultTreeAdapterTypes } from 'parse5'
import { z } from 'zod'
import { parsePage } from '../outbound/parse-page.ts'
import { ReadFailure } from './fact-fetch.ts'
import { type FactFields, type Offer, parseVersion, type ReadKind } from './read-values.ts'

type Node = DefaultTreeAdapterTypes.Node

/** The nodes of JSON-LD that are read, however deep they are in lists and graphs. */
const NODES_MAX = 200
const APPLICATION = /^(https?:\/\/schema\.org\/)?(Software|Web|Mobile)Application$|^Product$/

const text = z.string().max(500).optional().catch(undefined)
const node = z.object({
  '@type': z.union([z.string(), z.array(z.string())]).optional(),
  softwareVersion: text,
  dateModified: text,
  license: text,
  offers: z.unknown().optional(),
})

/** JSON-LD of the site's own home page; what readers can read on it is not looked at. */
export const readSite: ReadKind = async ({ address, etag, fetch }) => {
  const answer = await fetch(address.href, { accept: 'text/html', etag })
  if (answer.status === 304) return 'unchanged'
  const scripts = listScripts(parsePage(answer.text))
  const applications = scripts.flatMap(listNodes).flatMap((each) => {
    const parsed = node.safeParse(each)
    if (!parsed.success) return []
    const types = [parsed.data['@type'] ?? []].flat()
    return types.some((type) => APPLICATION.test(type)) ? [parsed.data] : []
  })
  const [application] = applications
  if (!application)
    throw new ReadFailure('The page describes no software as JSON-LD.', { outcome: 'empty' })
  const offers = listOffers(application.offers)
  return {
    etag: answer.etag,
    values: {
      ...describeVersion(application),
      ...(offers.length > 0 ? { pricing: offers } : {}),
    },
  }
}

function describeVersion({ softwareVersion, license }: z.infer<typeof node>): FactFields {
  return {
    latest_version: softwareVersion && parseVersion(softwareVersion),
    // Only an identifier: an address of a license is not one.
    license: license && toSpdx(license),
  }
}

const toSpdx = (license: string) =>
  /^https?:\/\/spdx\.org\/licenses\/([\w.+-]+?)(\.html)?$/.exec(license)?.[1] ??
  (/^[\w.+-]{2,40}$/.test(license) ? license : undefined)

/** The contents of the scripts of JSON-LD of a page that can be parsed. */
function listScripts(root: Node): unknown[] {
  const found: unknown[] = []
  const waiting: Node[] = [root]
  while (waiting.length > 0) {
    const each = waiting.pop()
    if (!each) break
    if ('tagName' in each && each.tagName === 'script') {
      const type = each.attrs.find(({ name }) => name === 'type')?.value
      const [content] = each.childNodes
      if (type === 'application/ld+json' && content && 'value' in content)
        found.push(parseJson(content.value))
    } else if ('childNodes' in each) waiting.push(...each.childNodes)
  }
  return found.reverse()
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

/** The objects of a value, of its lists and of its graph. */
function listNodes(value: unknown): unknown[] {
  const found: unknown[] = []
  const waiting = [value]
  while (waiting.length > 0 && found.length < NODES_MAX) {
    const each = waiting.shift()
    if (Array.isArray(each)) waiting.push(...each.slice(0, NODES_MAX))
    else if (typeof each === 'object' && each !== null) {
      found.push(each)
      if ('@graph' in each) waiting.push(each['@graph'])
    }
  }
  return found
}

const amount = z.union([z.number(), z.string().regex(/^\d{1,8}(\.\d{1,2})?$/)]).transform(Number)
const specification = z.object({
  price: amount.optional().catch(undefined),
  priceCurrency: z.string().optional().catch(undefined),
  unitCode: text,
  unitText: text,
  billingDuration: z.union([z.string(), z.number()]).optional().catch(undefined),
  referenceQuantity: z.object({ unitCode: text }).optional().catch(undefined),
})
const offer = specification.extend({
  lowPrice: amount.optional().catch(undefined),
  priceSpecification: z.unknown().optional(),
  offers: z.unknown().optional(),
})

const OFFERS_MAX = 20

function listOffers(value: unknown): Offer[] {
  return listNodes(value)
    .flatMap((each) => {
      const parsed = offer.safeParse(each)
      if (!parsed.success) return []
      const { data } = parsed
      const inner = listNodes(data.priceSpecification).flatMap((part) => {
        const found = specification.safeParse(part)
        return found.success ? [{ ...data, ...dropEmpty(found.data) }] : []
      })
      const own = inner.length > 0 ? inner : [data]
      return [...own.flatMap(toOffer), ...(data.offers ? listOffers(data.offers) : [])]
    })
    .slice(0, OFFERS_MAX)
}

const dropEmpty = <T extends object>(row: T) =>
  Object.fromEntries(Object.entries(row).filter(([, each]) => each !== undefined)) as Partial<T>

function toOffer(row: z.infer<typeof offer>): Offer[] {
  const price = row.price ?? row.lowPrice
  const currency = row.priceCurrency
  if (price === undefined || !currency || !/^[A-Z]{3}$/.test(currency)) return []
  return [{ price: Math.round(price * 100) / 100, currency, period: findPeriod(row) }]
}

/** UN/CEFACT codes, words, and durations of ISO 8601. */
function findPeriod(row: z.infer<typeof offer>): Offer['period'] {
  const unit = [row.unitCode, row.referenceQuantity?.unitCode, row.unitText, row.billingDuration]
    .find((each) => each !== undefined)
    ?.toString()
    .toUpperCase()
  if (unit && ['MON', 'MONTH', 'P1M'].includes(unit)) return 'month'
  if (unit && ['ANN', 'YEAR', 'P1Y', 'P12M'].includes(unit)) return 'year'
  return null
}
