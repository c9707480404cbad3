import { type Review, reviewerName } from '../../reviews/review.ts'
import type { ToolSummary } from '../tool.ts'

/** Search engines read a handful; the page has the rest. */
const REVIEWS_IN_JSON_LD = 10

/**
 * schema.org's Product, as search engines read it. Without reviews there is nothing to aggregate,
 * and an empty rating would be an invented one.
 */
export function toolJsonLd(tool: ToolSummary, reviews: readonly Review[], url: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: tool.name,
    description: tool.description,
    category: tool.category,
    url,
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
          review: reviews.slice(0, REVIEWS_IN_JSON_LD).map((review) => ({
            '@type': 'Review',
            name: review.title,
            reviewBody: review.content,
            datePublished: review.created_at.slice(0, 10),
            author: { '@type': 'Person', name: reviewerName(review) },
            reviewRating: {
              '@type': 'Rating',
              ratingValue: review.rating,
              bestRating: 5,
              worstRating: 1,
            },
          })),
        }),
  }
}
