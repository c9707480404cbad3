import type { Reader } from '../data/cache-tags.ts'
import { type Counted, readCounted, readHasDemoContent } from '../trust/counted.ts'
import { percent, whole } from '../ui/format/numbers.ts'
import * as uiWords from '../ui/words.ts'
import * as homeWords from './words.ts'

/** A tile: a figure and what it counts. */
export interface Figure {
  value: string
  label: string
}

export type Figures = typeof homeWords.FIXED_FIGURES

/**
 * The same tiles with the same labels; measured where no demo content stands, since figures that
 * are not true may not be published.
 */
export async function readFigures(reader: Reader): Promise<Figures> {
  return (await readHasDemoContent(reader))
    ? homeWords.FIXED_FIGURES
    : measured(await readCounted(reader))
}

type Measured = Omit<Counted, `average${string}` | 'distribution' | `${string}30${string}`>

export function measured(counted: Measured): Figures {
  const share = (part: number, all: number) => (all === 0 ? uiWords.nothing : percent(part / all))

  return {
    hero: [
      { value: whole(counted.tools), label: homeWords.figuresTools },
      { value: whole(counted.reviews), label: homeWords.figuresReviews },
      { value: whole(counted.reviewers), label: homeWords.figuresReviewers },
    ],
    trust: [
      // Reviews whose author still has an account; the others are anonymous.
      { value: share(counted.signed_reviews, counted.reviews), label: homeWords.figuresAccuracy },
      {
        value: share(counted.people_with_job, counted.people),
        label: homeWords.figuresProfessionals,
      },
      { value: whole(counted.experts), label: homeWords.figuresExperts },
      { value: whole(counted.reviewers), label: homeWords.figuresReviewers },
    ],
  }
}
