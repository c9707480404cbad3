import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Database, Json } from '../../data/database.types.ts'
import { splitNames } from '../add/tool-schema.ts'
import type { ToolDetail } from '../tool.ts'

/** An attribute of the catalog, with the value of a tool; null if it is not known. */
export type ValuedAttribute = Pick<
  Database['public']['Tables']['attributes']['Row'],
  'key' | 'label' | 'help' | 'kind' | 'options' | 'unit'
> & { value: Json }

type Value = string | string[] | null

/** The fields of a tool and its facts as a form has them; an empty text stands for no value. */
export interface ToolValues {
  name: string
  description: string
  category: string
  /** Names. */
  more_categories: string[]
  website_url: string
  logo_url: string
  /** With commas between them. */
  aliases: string
  /** Slugs. */
  capabilities: string[]
  pricing_model: string
  price_from: string
  price_currency: string
  price_period: string
  price_checked_on: string
  price_source_url: string
  platforms: string[]
  license: string
  repository_url: string
  latest_version: string
  latest_version_on: string
  discontinued_on: string
  successor_id: string
  /** Of attributes, by their keys. */
  more: Record<string, string | string[]>
}

/** What a member enters: the values that they propose, and where these can be verified. */
export interface SuggestionValues extends ToolValues {
  source_url: string
  note: string
}

export type ToolField = keyof ToolValues

/** As a control has it. */
const toControl = ({ kind, value }: ValuedAttribute): string | string[] => {
  if (kind === 'choices') return Array.isArray(value) ? value.map(String) : []
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null ? '' : String(value)
}

export function toToolValues(
  { tool_facts: facts, ...tool }: ToolDetail,
  attributes: readonly ValuedAttribute[],
): ToolValues {
  return {
    name: tool.name,
    description: tool.description,
    category: tool.category,
    more_categories: tool.more_categories,
    website_url: tool.website_url ?? '',
    logo_url: tool.logo_url ?? '',
    aliases: tool.aliases.join(', '),
    capabilities: tool.capabilities.map(({ slug }) => slug).toSorted(),
    pricing_model: facts?.pricing_model ?? '',
    price_from: facts?.price_from?.toFixed(2) ?? '',
    price_currency: facts?.price_currency ?? '',
    price_period: facts?.price_period ?? '',
    price_checked_on: facts?.price_checked_on ?? '',
    price_source_url: facts?.price_source_url ?? '',
    platforms: facts?.platforms ?? [],
    license: facts?.license ?? '',
    repository_url: facts?.repository_url ?? '',
    latest_version: facts?.latest_version ?? '',
    latest_version_on: facts?.latest_version_on ?? '',
    discontinued_on: facts?.discontinued_on ?? '',
    successor_id: facts?.successor_id ?? '',
    more: Object.fromEntries(attributes.map((one) => [one.key, toControl(one)])),
  }
}

/** As the database keeps it: trimmed, and null without a value. Prices stay texts, which it reads. */
function toStored(field: string, value: string | string[]): Value {
  if (field === 'aliases') {
    const names = splitNames(String(value))
    return names.length > 0 ? names : null
  }
  if (Array.isArray(value)) return value.length > 0 ? value.toSorted() : null
  return value.trim() || null
}

const isSame = (field: string, before: Value, after: Value) =>
  field === 'price_from' && before !== null && after !== null
    ? Number(before) === Number(after)
    : JSON.stringify(before) === JSON.stringify(after)

/** The values by the names that an edit has for them: those of attributes are `more.{key}`. */
const flatten = ({ more, ...values }: ToolValues): Record<string, string | string[]> => ({
  ...values,
  ...Object.fromEntries(Object.entries(more).map(([key, value]) => [`more.${key}`, value])),
})

/** @returns `{field: [before, after]}` of the fields that differ */
export function toChanges(
  present: ToolValues,
  wanted: ToolValues,
): Partial<Record<string, [Value, Value]>> {
  const [old, next] = [flatten(present), flatten(wanted)]
  return Object.fromEntries(
    Object.entries(old).flatMap(([field, value]) => {
      const [before, after] = [toStored(field, value), toStored(field, next[field] ?? value)]
      return isSame(field, before, after) ? [] : [[field, [before, after]]]
    }),
  )
}

/**
 * Gives the fields that the member has not changed the tool's new values. Otherwise a second attempt would propose
 * to take back what another edit has changed meanwhile.
 * @param opened the values that the form opened with
 */
export function usePresentValues(
  { getValues, setValue }: Pick<UseFormReturn<SuggestionValues>, 'getValues' | 'setValue'>,
  present: ToolValues,
  opened: ToolValues,
): void {
  const known = useRef(opened)
  useEffect(() => {
    for (const field of Object.keys(present) as ToolField[]) {
      const before = JSON.stringify(known.current[field])
      const isUntouched = JSON.stringify(getValues(field)) === before
      if (isUntouched && JSON.stringify(present[field]) !== before) setValue(field, present[field])
    }
    known.current = present
  })
}
