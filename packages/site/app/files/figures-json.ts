import { readHasDemoContent, type Site, siteContext } from '../data/site.ts'
import {
  FIGURES,
  type Figure,
  formatFigure,
  readAnswer,
  readTopic,
  readValue,
  type Topic,
  toPage,
  toRequest,
} from '../figures/figure/read-figure.ts'
import { readNewestReviews } from '../reviews/read-reviews.ts'
import type { Route } from './+types/figures-json'

/** The profile of the list is that of an author of the newest reviews. */
const REVIEWS_READ = 20

/**
 * All figures with their requests (spec 3 §3.1): those of the site, of its most reviewed tool and of one
 * reviewer, so that every entry can be followed.
 */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const site = context.get(siteContext)
  const isSample = await readHasDemoContent(site)
  const topics = await Promise.all([
    readTopic(site, 'site', ''),
    readMostReviewed(site).then((slug) => (slug ? readTopic(site, 'tool', slug) : null)),
    readReviewer(site),
  ])
  const subjects = ['site', 'tool', 'profile'] as const
  const entries = await Promise.all(
    subjects.map((subject, at) => {
      const topic = topics[at]
      const figures = FIGURES.filter(
        (one) => one.subject === subject && (isSample || !one.isSampleOnly),
      )
      return topic ? listEntries(site, figures, topic, isSample) : []
    }),
  )
  return new Response(JSON.stringify(entries.flat(), null, 1), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      // As the API itself.
      'Access-Control-Allow-Origin': '*',
    },
  })
}

async function listEntries(
  site: Site,
  figures: readonly Figure[],
  topic: Topic,
  isSample: boolean,
) {
  const answers = new Map<string, Promise<unknown>>()
  for (const figure of figures) {
    if (!answers.has(figure.function)) {
      answers.set(figure.function, readAnswer(site, figure, topic))
    }
  }
  const entries = await Promise.all(
    figures.map(async (figure) => {
      const value = readValue(await answers.get(figure.function), figure)
      // Such as the interval of a tool whose reviews are all excluded.
      if (value === null && figure.isOptional) return []
      return {
        key: figure.key,
        page: toPage(figure, topic),
        description: figure.description,
        request: toRequest(figure, topic),
        pointer: figure.pointer,
        rounding: figure.rounding,
        shown: formatFigure(value, figure),
        ...(figure.isFixed && isSample ? { fixed: true } : {}),
      }
    }),
  )
  return entries.flat()
}

/** @returns its slug; undefined if no tool has a review */
async function readMostReviewed({ supabase, tag }: Site): Promise<string | undefined> {
  tag('tools', 'throttled:tool-ratings')
  const { data } = await supabase
    .rpc('search_tools', { sort: 'reviews-desc', page_size: 1 })
    .throwOnError()
  return data.find(({ review_count }) => review_count > 0)?.slug
}

/** The newest reviewer whose profile visitors may see; private people keep their username. */
async function readReviewer(site: Site): Promise<Topic | null> {
  site.tag('reviews')
  const reviews = await readNewestReviews(site, REVIEWS_READ)
  for (const username of new Set(reviews.map(({ profiles }) => profiles?.username))) {
    const topic = username ? await readTopic(site, 'profile', username) : null
    if (topic) return topic
  }
  return null
}
