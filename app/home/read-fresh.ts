import { readSection, type Site } from '../data/site.ts'
import type { Launch } from '../launches/launch.ts'
import { readTopLaunches } from '../launches/read-launches.ts'
import { type FreshReview, readNewestReviews } from '../reviews/newest-reviews.ts'

/** The number of reviews, and of launches. */
const FRESH_SHOWN = 3

/** What happened last: an empty site has neither. */
export interface Fresh {
  reviews: FreshReview[]
  /** Of today, the most upvoted first. */
  launches: Launch[]
}

export async function readFresh(site: Site): Promise<Fresh> {
  const [reviews, launches] = await Promise.all([
    readSection(site, readNewestReviews(site, FRESH_SHOWN)),
    readSection(site, readTopLaunches(site, FRESH_SHOWN)),
  ])
  return { reviews: reviews ?? [], launches: launches ?? [] }
}
