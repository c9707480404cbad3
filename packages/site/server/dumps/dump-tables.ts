type FieldType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'array'
  | 'object'

interface DumpTable {
  name: string
  /** The rows are in its order. */
  key: string
  description: string
  /** In the order in which a row has them, as private.build_dump_query writes it. */
  fields: readonly (readonly [name: string, type: FieldType, description: string])[]
}

/**
 * The tables of a dump (spec 8 §3), each after those that its rows refer to. The types are those of
 * https://datapackage.org/standard/table-schema/.
 */
export const DUMP_TABLES: readonly DumpTable[] = [
  {
    name: 'rating_priors',
    key: 'day',
    description: 'What estimates of ratings assume before a tool has reviews, by month.',
    fields: [
      ['day', 'date', 'the first of the month'],
      ['stars', 'array', 'the weights of 1 to 5 stars, together 5 reviews'],
      ['reviews', 'integer', 'the counted reviews before the day'],
    ],
  },
  {
    name: 'people',
    key: 'username',
    description: 'People who wrote reviews or edits, without those whose profile is private.',
    fields: [
      ['username', 'string', ''],
      ['created_at', 'datetime', 'when the account was made'],
    ],
  },
  {
    name: 'categories',
    key: 'slug',
    description: 'The categories that the site lists tools in.',
    fields: [
      ['slug', 'string', ''],
      ['name', 'string', ''],
      ['description', 'string', ''],
      ['icon', 'string', 'of the Lucide set, or an emoji'],
      ['color', 'string', ''],
      ['subcategories', 'array', ''],
      ['trending', 'boolean', ''],
      ['aliases', 'array', 'words by which the free text of a tool names it'],
      ['position', 'integer', 'from 1'],
    ],
  },
  {
    name: 'attributes',
    key: 'key',
    description: 'What the catalog knows of its tools besides the built-in facts.',
    fields: [
      ['key', 'string', ''],
      ['label', 'string', ''],
      ['help', 'string', ''],
      ['kind', 'string', 'yes_no, choice, choices, number, text, date or link'],
      ['options', 'array', 'value and label of each choice'],
      ['unit', 'string', ''],
      ['category', 'string', 'of its tools; null for all'],
      ['in_filter', 'boolean', ''],
      ['on_card', 'boolean', ''],
      ['in_compare', 'boolean', ''],
      ['position', 'integer', 'from 1'],
    ],
  },
  {
    name: 'capabilities',
    key: 'slug',
    description: 'What tools can be used for.',
    fields: [
      ['slug', 'string', ''],
      ['name', 'string', ''],
      ['category', 'string', ''],
      ['description', 'string', ''],
      ['synonyms', 'array', 'other names'],
    ],
  },
  {
    name: 'tools',
    key: 'id',
    description: 'The tools, with figures that can be recomputed from the reviews.',
    fields: [
      ['id', 'string', ''],
      ['slug', 'string', 'the address is /tool/{slug}'],
      ['name', 'string', ''],
      ['description', 'string', ''],
      ['category', 'string', ''],
      ['more_categories', 'array', 'names of other categories'],
      ['website_url', 'string', ''],
      ['logo_url', 'string', ''],
      ['aliases', 'array', 'other names'],
      ['former_names', 'array', 'names before it was renamed, and of tools merged into it'],
      ['capabilities', 'array', 'slugs of capabilities'],
      ['created_at', 'datetime', ''],
      ['updated_at', 'datetime', ''],
      ['review_count', 'integer', 'all reviews'],
      ['rating_average', 'number', 'of all reviews'],
      ['rating_counts', 'array', 'reviews with 1 to 5 stars that the adjusted rating counts'],
      ['adjusted_rating', 'number', 'the lower end of the interval'],
      ['rating_high', 'number', 'the upper end of the interval'],
    ],
  },
  {
    name: 'tool_facts',
    key: 'tool_id',
    description: 'Facts about tools; null if they are not known.',
    fields: [
      ['tool_id', 'string', ''],
      ['pricing_model', 'string', 'free, freemium or paid'],
      ['license', 'string', 'an SPDX identifier, or proprietary'],
      ['price_from', 'number', 'the lowest price for one person'],
      ['price_currency', 'string', 'ISO 4217'],
      ['price_period', 'string', 'month, year or once'],
      ['price_checked_on', 'date', 'when the price was found'],
      ['price_source_url', 'string', 'where it was found'],
      ['platforms', 'array', 'such as web, windows, ios or self_hosted'],
      ['repository_url', 'string', ''],
      ['latest_version', 'string', ''],
      ['latest_version_on', 'date', ''],
      ['discontinued_on', 'date', 'the last day of the tool'],
      ['successor_id', 'string', 'the id of a tool'],
      ['more', 'object', 'values of attributes by their keys'],
    ],
  },
  {
    name: 'fact_sources',
    key: 'id',
    description: 'The pages that facts of tools are read from, and what they said.',
    fields: [
      ['id', 'string', ''],
      ['tool_id', 'string', ''],
      ['kind', 'string', 'such as repository, package or site'],
      ['address', 'string', ''],
      ['last_ok_at', 'datetime', 'when it was last read'],
      ['recorded_on', 'date', 'of values that a person wrote down'],
      ['values', 'object', 'by field: value, read_at (first) and confirmed_at (last)'],
    ],
  },
  {
    name: 'tool_edits',
    key: 'id',
    description: 'The accepted edits of tools, as their history shows them.',
    fields: [
      ['id', 'string', ''],
      ['tool_id', 'string', ''],
      ['number', 'integer', 'of the accepted edits of the tool'],
      ['changes', 'object', 'before and after of each field'],
      ['source_url', 'string', ''],
      ['note', 'string', 'of its author; null unless the site has opened texts'],
      ['suggested_by', 'string', 'a username; null for private people and former members'],
      ['as_maker', 'boolean', 'whether its author acted for the maker'],
      ['by_source', 'string', 'the kind of the source of facts that is its author'],
      ['created_at', 'datetime', ''],
      ['decided_at', 'datetime', ''],
    ],
  },
  {
    name: 'reviews',
    key: 'id',
    description: 'The reviews. The texts are null unless the site has opened them.',
    fields: [
      ['id', 'string', 'the address is /review/{id}'],
      ['tool_id', 'string', ''],
      ['author', 'string', 'a username; null for private people and former members'],
      ['is_signed', 'boolean', 'whether the author still has an account'],
      ['rating', 'integer', 'from 1 to 5 stars'],
      ['created_at', 'datetime', ''],
      ['edited_at', 'datetime', ''],
      ['revision', 'integer', 'the number of the version'],
      ['first_published_on', 'date', 'of one that its author deleted and wrote again'],
      ['confirmed_on', 'date', 'when its author last said that it is still true'],
      ['used_version', 'string', 'the version that the author uses'],
      ['used_plan', 'string', 'free, trial, paid or self_hosted'],
      ['used_from', 'date', 'the first day of use'],
      ['used_until', 'date', 'the last day of use'],
      ['used_for', 'array', 'slugs of capabilities'],
      ['relationship', 'string', 'of the author to the maker'],
      ['incentive', 'string', 'what the author got for it'],
      ['is_invited', 'boolean', 'whether the maker invited to it'],
      ['helpful_count', 'integer', 'how many members found it helpful'],
      ['is_sample', 'boolean', 'whether it is an invented sample'],
      ['title', 'string', ''],
      ['content', 'string', ''],
      ['pros', 'array', ''],
      ['cons', 'array', ''],
    ],
  },
  {
    name: 'review_replies',
    key: 'review_id',
    description:
      'The replies of makers to reviews. The text is null unless the site has opened it.',
    fields: [
      ['review_id', 'string', ''],
      ['tool_id', 'string', ''],
      ['company_id', 'string', ''],
      ['company', 'string', 'its name'],
      ['review_revision', 'integer', 'the version of the review that it answers'],
      ['created_at', 'datetime', ''],
      ['edited_at', 'datetime', ''],
      ['content', 'string', ''],
    ],
  },
  {
    name: 'moderation_decisions',
    key: 'number',
    description: 'The decisions of moderators, as the moderation log shows them.',
    fields: [
      ['number', 'integer', 'the address is /moderation-log/{number}'],
      ['decided_at', 'datetime', ''],
      ['subject_type', 'string', ''],
      ['subject_id', 'string', 'null for a profile'],
      ['tool_id', 'string', ''],
      ['rating', 'integer', 'of a review'],
      ['action', 'string', ''],
      ['reason', 'string', ''],
      ['legal_basis', 'string', 'null unless the site has opened texts'],
      ['explanation', 'string', 'null unless the site has opened texts; the moderation log has it'],
      ['expires_at', 'datetime', ''],
      ['detected_by', 'string', ''],
      ['report_count', 'integer', 'the reports that it closed'],
      ['hours_to_decision', 'number', ''],
      ['reverses', 'integer', 'the number of the decision that it takes back'],
      ['appeal_outcome', 'string', ''],
    ],
  },
]

/** The name of the file of a table. */
export const toFile = (table: string) => `${table}.jsonl.gz`
