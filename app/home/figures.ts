import type { Reader } from '../data/cache-tags.ts'
import { readHasDemoContent, readSiteCounts, type SiteCounts } from '../trust/site-counts.ts'
import { formatCount, formatPercent } from '../ui/format/numbers.ts'
import * as uiWords from '../ui/words.ts'
import * as homeWords from './words.ts'

/** A figure with its label. */
export interface Figure {
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

type FigureCounts = Omit<SiteCounts, `average${string}` | 'distribution' | `${string}30${string}`>

export function measureFigures(counts: FigureCounts): Figures {
  const formatShare = (part: number, total: number) =>
    total === 0 ? uiWords.nothing : formatPercent(part / total)
  return {
    hero: [
      { value: formatCount(counts.tools), label: homeWords.figuresTools },
      { value: formatCount(counts.reviews), label: homeWords.figuresReviews },
      { value: formatCount(counts.reviewers), label: homeWords.figuresReviewers },
    ],
    trust: [
      // Reviews whose author still has an account; other reviews are anonymous.
      {
        value: formatShare(counts.signed_reviews, counts.reviews),
        label: homeWords.figuresAccuracy,
      },
      {
        value: formatShare(counts.people_with_job, counts.people),
        label: homeWords.figuresProfessionals,
      },
      { value: formatCount(counts.experts), label: homeWords.figuresExperts },
      { value: formatCount(counts.reviewers), label: homeWords.figuresReviewers },
    ],
  }
}
