import type { Reader } from '../data/cache-tags.ts'
import type { SiteCounts } from '../data/rpc-results.ts'
import { readHasDemoContent } from '../data/site.ts'
import { readRows } from '../tools/describe-facts.ts'
import type { CardTool } from '../tools/tool.ts'
import { readSiteCounts } from '../trust/trust-figures.ts'
import { formatMeasuredPercent } from '../ui/format/measured.ts'
import { formatCount } from '../ui/format/numbers.ts'
import * as homeWords from './words.ts'

/** A figure with its label. */
export interface Figure {
  /** Its key in /figures.json. */
  figure: string
  value: string
  label: string
  /** Whether it is fixed and no measurement. */
  isSample?: boolean
}

export interface Figures {
  hero: readonly Figure[]
  trust: readonly Figure[]
}

/** Without demo content the figures are measured, because fixed ones would be false. */
export async function readFigures(reader: Reader): Promise<Figures> {
  return (await readHasDemoContent(reader))
    ? {
        hero: homeWords.FIXED_FIGURES.hero.map(markSample),
        trust: homeWords.FIXED_FIGURES.trust.map(markSample),
      }
    : measureFigures(await readSiteCounts(reader))
}

export const markSample = (figure: Figure): Figure => ({ ...figure, isSample: true })

type FigureCounts = Pick<
  SiteCounts,
  'tools' | 'reviews' | 'reviewers' | 'experts' | 'signed_percent' | 'job_percent'
>

export function measureFigures(counts: FigureCounts): Figures {
  const reviewers = {
    figure: 'home-reviewers',
    value: formatCount(counts.reviewers),
    label: homeWords.figuresReviewers,
  }
  return {
    hero: [
      { figure: 'home-tools', value: formatCount(counts.tools), label: homeWords.figuresTools },
      {
        figure: 'home-reviews',
        value: formatCount(counts.reviews),
        label: homeWords.figuresReviews,
      },
      reviewers,
    ],
    trust: [
      {
        figure: 'home-accuracy',
        value: formatMeasuredPercent(counts.signed_percent),
        label: homeWords.figuresAccuracy,
      },
      {
        figure: 'home-professionals',
        value: formatMeasuredPercent(counts.job_percent),
        label: homeWords.figuresProfessionals,
      },
      {
        figure: 'home-experts',
        value: formatCount(counts.experts),
        label: homeWords.figuresExperts,
      },
      reviewers,
    ],
  }
}

/** Invented tools without ratings, shown if no tool qualifies as featured (spec 2 §4). */
const createSampleTools = (): CardTool[] =>
  homeWords.SAMPLES.map(([name, category, description]) => ({
    id: name,
    name,
    slug: '',
    description,
    category,
    rating_average: null,
    review_count: 0,
    counted_reviews: 0,
    adjusted_rating: null,
    rating_high: null,
  }))

/** Spec 2 §9. */
export const FEATURED_MAX = 6

/** Reads the best rated tools, by rating and reviews (spec 2 §9); samples if there are none. */
export async function readFeaturedTools(reader: Reader): Promise<CardTool[]> {
  const { supabase, tag } = reader
  tag('tools', 'throttled:tool-ratings')
  const { data } = await supabase.rpc('featured_tools', { how_many: FEATURED_MAX }).throwOnError()
  return data.length > 0 ? readRows(reader, data) : createSampleTools()
}
