import { toAuthorName } from '../people/profile.ts'
import type { Review } from '../reviews/review.ts'
import { describeFacts, isFreshPrice } from '../tools/describe-facts.ts'
import type { ToolWithFacts } from '../tools/tool.ts'
import * as detailWords from '../tools/words/detail.ts'

/** Enough for search engines; the page has all. */
const REVIEWS_IN_JSON_LD = 10

/**
 * Creates a Product of schema.org; without reviews it has no aggregateRating, and without a price that was checked
 * within 12 months no offers.
 */
export function createToolJsonLd(tool: ToolWithFacts, url: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: tool.name,
    description: tool.description,
    category: tool.category,
    url,
    offers: createOffer(tool, url),
    additionalProperty: createProperties(tool),
    ...(tool.rating_average === null
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: tool.rating_average,
            reviewCount: tool.review_count,
            bestRating: 5,
            worstRating: 1,
          },
        }),
  }
}

/** Its facts and attributes; undefined without values, which JSON leaves out. Prices are offers. */
function createProperties(tool: ToolWithFacts) {
  const rows = describeFacts(tool).filter(({ term }) => term !== detailWords.price)
  return rows.length === 0
    ? undefined
    : rows.map(({ term, text }) => ({ '@type': 'PropertyValue', name: term, value: text }))
}

function createOffer({ tool_facts: facts }: ToolWithFacts, url: string) {
  if (!facts?.price_from || !isFreshPrice(facts)) return undefined
  return {
    '@type': 'Offer',
    price: facts.price_from,
    priceCurrency: facts.price_currency,
    url: facts.price_source_url ?? url,
  }
}

/**
 * What the page says to search engines. They would publish the ratings of demo content, which they are asked not to
 * index. A Product needs a rating, a review or an offer (Google's "Product snippet"): without them it is a page
 * about something.
 */
export function toPageJsonLd(
  { aggregateRating, ...product }: ReturnType<typeof createToolJsonLd>,
  reviews: readonly Review[],
  hasDemoContent: boolean,
): Record<string, unknown> {
  if (aggregateRating && !hasDemoContent) {
    return {
      ...product,
      aggregateRating,
      review: reviews.slice(0, REVIEWS_IN_JSON_LD).map((review) => ({
        '@type': 'Review',
        name: review.title,
        reviewBody: review.content,
        datePublished: review.created_at.slice(0, 10),
        author: { '@type': 'Person', name: toAuthorName(review) },
        reviewRating: {
          '@type': 'Rating',
          ratingValue: review.rating,
          bestRating: 5,
          worstRating: 1,
        },
      })),
    }
  }
  if (aggregateRating || product.offers) return product
  const { name, description, url } = product
  const about = { '@type': 'Thing', name, description }
  return { '@context': product['@context'], '@type': 'WebPage', name, url, about }
}
