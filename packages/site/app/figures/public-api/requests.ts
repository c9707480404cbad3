import { isAreaOn } from '../../shared/areas.ts'
import { type ApiRequest, createRequest } from '../request-panel.tsx'
import * as figureWords from '../words.ts'

export interface ExampleRequest extends ApiRequest {
  title: string
}

const ROWS = 5

/** @param slugs of two tools */
export const listExamples = ([slug, other]: readonly [string, string]): ExampleRequest[] => [
  {
    title: figureWords.requestsTools,
    ...createRequest('search_tools', { query: 'notes', sort: 'relevance', page_size: ROWS }),
  },
  {
    title: figureWords.requestsTool,
    path: '/rest/v1/tools',
    body: {
      slug: `eq.${slug}`,
      select: 'name,slug,category,description,rating_average,review_count,rating_counts',
    },
  },
  {
    title: figureWords.requestsReviews,
    path: '/rest/v1/reviews',
    body: {
      'tools.slug': `eq.${slug}`,
      select: 'rating,title,content,pros,cons,created_at,tools!inner(slug)',
      order: 'created_at.desc',
      limit: ROWS,
    },
  },
  { title: figureWords.requestsFigures, ...createRequest('trust_figures') },
  { title: figureWords.requestsCategories, ...createRequest('category_counts') },
  {
    title: figureWords.requestsAdjusted,
    ...createRequest('search_tools', { sort: 'adjusted-desc', page_size: ROWS }),
  },
  ...(isAreaOn('compare')
    ? [
        {
          title: figureWords.requestsCompare,
          ...createRequest('compare_probabilities', { slugs: [slug, other] }),
        },
      ]
    : []),
  ...(isAreaOn('launches')
    ? [
        {
          title: figureWords.requestsLaunches,
          path: '/rest/v1/product_launches',
          body: {
            select: 'tagline,launch_date,upvotes_count,tools(name,slug)',
            order: 'launch_date.desc,upvotes_count.desc',
            limit: ROWS,
          },
        },
      ]
    : []),
  {
    title: figureWords.requestsDecisions,
    path: '/rest/v1/moderation_decisions',
    body: { order: 'number.desc', limit: ROWS },
  },
  {
    title: figureWords.requestsAdministration,
    path: '/rest/v1/administration_log',
    body: { order: 'number.desc', limit: ROWS },
  },
  {
    title: figureWords.requestsSource,
    ...createRequest('function_source', { name: 'tool_rating_estimate' }),
  },
]
