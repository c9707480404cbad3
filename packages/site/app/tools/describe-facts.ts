// The server describes the facts of a tool: pages get texts and need no script for them.
import type { Reader } from '../data/cache-tags.ts'
import { INTERFACE_LOCALE } from '../shared/languages.ts'
import { RATED_COLUMNS } from '../shared/rated.ts'
import { formatDay, today } from '../ui/format/day.ts'
import {
  type CardTool,
  PRICE_COLUMNS,
  type ToolFacts,
  type ToolWithFacts,
  toToolPath,
} from './tool.ts'
import * as detailWords from './words/detail.ts'

type Price = Pick<ToolFacts, 'price_from' | 'price_currency' | 'price_period' | 'price_checked_on'>

/** "$12.50 per month". @returns null if no price is known */
export function formatPrice({ price_from, price_currency, price_period }: Price): string | null {
  if (price_from === null || !price_currency) return null
  const price = new Intl.NumberFormat(INTERFACE_LOCALE, {
    style: 'currency',
    currency: price_currency,
    ...(Number.isInteger(price_from) ? { maximumFractionDigits: 0 } : {}),
  }).format(price_from)
  return (detailWords.PRICES[price_period ?? ''] ?? '{price}').replace('{price}', price)
}

/** The same day of the year before. @param day as "yyyy-MM-dd" */
const yearBefore = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`

/** Whether the price was checked within 12 months. */
export const isFreshPrice = ({ price_checked_on }: Price, day = today()): boolean =>
  price_checked_on !== null && price_checked_on >= yearBefore(day)

/** "Checked Mar 1, 2026", and that the price may have changed if that is long ago. */
export function formatChecked(price: Price, day = today()): string | null {
  if (!price.price_checked_on) return null
  const checked = formatDay(price.price_checked_on)
  return isFreshPrice(price, day)
    ? detailWords.checked(checked)
    : detailWords.checkedLongAgo(checked)
}

/** A fact as text. */
export interface FactRow {
  term: string
  text: string
  /** The URL of a page of another site. */
  href?: string
  /** A second line. */
  more?: string
  /** Where it comes from, for readers who press it. */
  origin?: string
}

/** A notice for the page of a discontinued tool. */
export interface Discontinued {
  text: string
  successor: { name: string; path: string } | null
}

type Pricing = Pick<ToolWithFacts, 'facets'> & {
  tool_facts: (Pick<ToolFacts, 'pricing_model'> & Parameters<typeof isFreshPrice>[0]) | null
}

/** The kind of pricing: free software is "Open source". @returns null if it is not known */
function formatPricing({ tool_facts, facets }: Pricing): string | null {
  const model = tool_facts?.pricing_model
  if (!model) return null
  if (model === 'free' && facets.includes('license:open_source')) return detailWords.openSource
  return detailWords.PRICING[model] ?? null
}

/**
 * For a card, such as "Paid, from $12 per month". A card has no room for the day of the check, so it has
 * only a price that was checked within 12 months, and none beside "Free" or "Open source".
 * @returns undefined if neither is known
 */
export function describeCardPricing(tool: Pricing): string | undefined {
  const { tool_facts: facts } = tool
  const pricing = formatPricing(tool)
  const isPriced = facts !== null && facts.pricing_model !== 'free' && isFreshPrice(facts)
  const price = isPriced ? formatPrice(facts) : null
  return pricing && price
    ? detailWords.pricingFrom(pricing, price)
    : (pricing ?? price ?? undefined)
}

/** As `described_attributes` returns it. */
type DescribedAttribute = Record<'label' | 'kind' | 'unit' | 'value', string> &
  Record<'in_compare' | 'on_card', boolean>

/** What the catalog knows besides the built-in facts, in its order. Unknown is no row. */
export const describeAttributes = ({
  described_attributes,
}: Pick<ToolFacts, 'described_attributes'>) =>
  ((described_attributes ?? []) as DescribedAttribute[]).map(
    ({ label, in_compare, on_card, ...of }) => ({
      term: label,
      text: formatAttribute(of),
      href: of.kind === 'link' ? of.value : null,
      isCompared: in_compare,
      isOnCard: on_card,
    }),
  )

function formatAttribute({ kind, unit, value }: Record<'kind' | 'unit' | 'value', string>): string {
  if (kind === 'yes_no') return value === 'true' ? detailWords.yes : detailWords.no
  if (kind === 'date') return formatDay(value)
  if (kind === 'link') return formatAddress(value)
  if (kind !== 'number') return value
  return `${new Intl.NumberFormat(INTERFACE_LOCALE, { maximumFractionDigits: 6 }).format(Number(value))} ${unit}`.trim()
}

/** What a list reads of its tools. */
export const ROW_COLUMNS =
  `id, name, slug, description, category, ${RATED_COLUMNS}, facets, tool_facts(pricing_model, license, ${PRICE_COLUMNS}, described_attributes)` as const

export type ListedTool = Omit<CardTool, 'pricing' | 'matches' | 'lacks'> &
  Pricing & { tool_facts: Pick<ToolFacts, 'license' | 'described_attributes'> | null }

/**
 * The fields that a row shows, with the attributes that the operator wants on cards beside the pricing: the server
 * sends their data twice, as HTML and as loader data.
 */
export function toRow({ facets, tool_facts, ...tool }: ListedTool): CardTool {
  const attributes = describeAttributes(tool_facts ?? { described_attributes: [] })
  const pricing = [
    describeCardPricing({ facets, tool_facts }),
    ...attributes.flatMap(({ term, text, isOnCard }) => (isOnCard ? `${term}: ${text}` : [])),
  ].filter((part) => part !== undefined)
  return pricing.length > 0 ? { ...tool, pricing: pricing.join(' · ') } : tool
}

/** Names the license of open source: beside the pricing "Freemium" those words would read as an error. */
const nameLicense = (match: string, { tool_facts }: ListedTool) =>
  match === 'open source' ? (tool_facts?.license ?? match) : match

/**
 * Reads the rows of tools that a function has listed, in its order. The tag `tool:{id}` covers each.
 * @param listed each with what it has and lacks of a search, if it has been found by one
 */
export async function readRows(
  { supabase }: Reader,
  listed: readonly Pick<CardTool, 'id' | 'matches' | 'lacks'>[],
): Promise<CardTool[]> {
  if (listed.length === 0) return []
  const { data } = await supabase
    .from('tools')
    .select(ROW_COLUMNS)
    .in(
      'id',
      listed.map(({ id }) => id),
    )
    .throwOnError()
  const rows = new Map(data.map((tool) => [tool.id, tool]))
  return listed.flatMap(({ id, matches, lacks }) => {
    const row = rows.get(id)
    // It may be deleted since.
    if (!row) return []
    return {
      ...toRow(row),
      ...(matches?.length ? { matches: matches.map((match) => nameLicense(match, row)) } : {}),
      ...(lacks ? { lacks } : {}),
    }
  })
}

const formatPlatforms = ({ platforms }: ToolFacts) =>
  platforms?.map((platform) => detailWords.PLATFORMS[platform] ?? platform).join(', ') || null

const formatLicense = ({ license }: ToolFacts) =>
  license === 'proprietary' ? detailWords.proprietary : license

const formatVersion = ({ latest_version, latest_version_on }: ToolFacts) =>
  latest_version && latest_version_on
    ? detailWords.versionOn(latest_version, formatDay(latest_version_on))
    : latest_version

/** A URL without what all have. */
const formatAddress = (url: string) => url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')

export function describeFacts(tool: ToolWithFacts): FactRow[] {
  const facts = tool.tool_facts
  if (!facts) return []
  const rows: (Omit<FactRow, 'text' | 'href' | 'more'> & {
    text: string | null
    href?: string | null
    more?: string | null
  })[] = [
    { term: detailWords.pricing, text: formatPricing(tool) },
    {
      term: detailWords.price,
      text: formatPrice(facts),
      href: facts.price_source_url,
      more: formatChecked(facts),
    },
    { term: detailWords.platforms, text: formatPlatforms(facts) },
    { term: detailWords.license, text: formatLicense(facts) },
    {
      term: detailWords.repository,
      text: facts.repository_url && formatAddress(facts.repository_url),
      href: facts.repository_url,
    },
    { term: detailWords.latestVersion, text: formatVersion(facts) },
    {
      term: detailWords.discontinued,
      text: facts.discontinued_on && formatDay(facts.discontinued_on),
    },
    ...describeAttributes(facts),
  ]
  return rows.flatMap(({ term, text, href, more }) =>
    text ? [{ term, text, ...(href ? { href } : {}), ...(more ? { more } : {}) }] : [],
  )
}

/** The facts that Compare has rows for, by the name of the row. */
export function compareFacts(tool: ToolWithFacts): Record<string, string | null> {
  const facts = tool.tool_facts
  if (!facts) return {}
  const checked = formatChecked(facts)
  const price = formatPrice(facts)
  return {
    [detailWords.pricing]: formatPricing(tool),
    [detailWords.price]: price && checked ? `${price}. ${checked}` : price,
    [detailWords.platforms]: formatPlatforms(facts),
    [detailWords.license]: formatLicense(facts),
    [detailWords.latestVersion]: formatVersion(facts),
    [detailWords.discontinued]: facts.discontinued_on && formatDay(facts.discontinued_on),
    ...Object.fromEntries(
      describeAttributes(facts).flatMap(({ term, text, isCompared }) =>
        isCompared ? [[term, text]] : [],
      ),
    ),
  }
}

/** The rows of Compare. "Discontinued" is left out if no compared tool is. */
export function listComparedFacts(compared: readonly Record<string, string | null>[]): string[] {
  const { pricing, price, platforms, license, latestVersion, discontinued } = detailWords
  const own = compared.flatMap((facts) => Object.keys(facts))
  const rows = [pricing, price, platforms, license, latestVersion, discontinued, ...own]
  return [...new Set(rows)].filter((row) => row === pricing || compared.some((facts) => facts[row]))
}

/** @returns null unless the tool is discontinued */
export async function readDiscontinued(
  reader: Reader,
  { name, tool_facts: facts }: ToolWithFacts,
): Promise<Discontinued | null> {
  if (!facts?.discontinued_on) return null
  const successor = await readSuccessor(reader, facts.successor_id)
  return {
    text: detailWords.discontinuedNotice(name, formatDay(facts.discontinued_on)),
    successor: successor && { name: successor.name, path: toToolPath(successor) },
  }
}

export interface Successor {
  id: string
  name: string
  slug: string
}

/** @returns null without a successor, and if it is deleted or removed */
export async function readSuccessor(
  { supabase, tag }: Reader,
  id: string | null | undefined,
): Promise<Successor | null> {
  if (!id) return null
  const { data } = await supabase
    .from('tools')
    .select('id, name, slug')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  // A removed successor may return: that announces `tools`.
  tag(data ? `tool:${id}` : 'tools')
  return data
}
