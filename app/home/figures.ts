import type { Reader } from '../data/cache-tags.ts'
import type { SiteCounts } from '../data/rpc-results.ts'
import { readHasDemoContent } from '../data/site.ts'
import { readSiteCounts } from '../trust/trust-figures.ts'
import { formatCount, formatMeasuredPercent } from '../ui/format/numbers.ts'
import * as homeWords from './words.ts'

/** A figure with its label. */
export interface Figure {
  /** Its key in /figures.json. */
  figure: string
  value: string
  label: string
}

export type Figures = typeof homeWords.FIXED_FIGURES

/** Without demo content the figures are measured, because fixed ones would be false. */
export async function readFigures(reader: Reader): Promise<Figures> {
  return (await readHasDemoContent(reader))
    ? homeWords.FIXED_FIGURES
    : measureFigures(await readSiteCounts(reader))
}

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
