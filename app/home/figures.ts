import type { Site } from '../data/site.ts'
import { type Counted, readCounted, readHasDemoContent } from '../trust/counted.ts'

/** A tile: a figure and what it counts. */
export interface Figure {
  value: string
  label: string
}

/** The specification's fixed display text (spec 1 §1), shown while demo content is loaded. */
const FIXED = {
  hero: [
    { value: '500+', label: 'Tools' },
    { value: '25,000+', label: 'Reviews' },
    { value: '10,000+', label: 'Reviewers' },
  ],
  trust: [
    { value: '99.8%', label: 'Review accuracy' },
    { value: '80%', label: 'Verified professionals' },
    { value: '500+', label: 'Experts' },
    { value: '10,000+', label: 'Reviewers' },
  ],
}

export type Figures = typeof FIXED

/**
 * The same tiles with the same labels; measured where no demo content stands, since figures that
 * are not true may not be published.
 */
export async function readFigures(supabase: Site['supabase']): Promise<Figures> {
  return (await readHasDemoContent(supabase)) ? FIXED : measured(await readCounted(supabase))
}

type Measured = Omit<Counted, `average${string}` | 'distribution' | `${string}30${string}`>

export function measured(counted: Measured): Figures {
  const count = (value: number) => new Intl.NumberFormat('en').format(value)
  const share = (part: number, whole: number) =>
    whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`
  return {
    hero: [
      { value: count(counted.tools), label: 'Tools' },
      { value: count(counted.reviews), label: 'Reviews' },
      { value: count(counted.reviewers), label: 'Reviewers' },
    ],
    trust: [
      // A review whose author's account still stands can be asked about.
      { value: share(counted.signed_reviews, counted.reviews), label: 'Review accuracy' },
      { value: share(counted.people_with_job, counted.people), label: 'Verified professionals' },
      { value: count(counted.experts), label: 'Experts' },
      { value: count(counted.reviewers), label: 'Reviewers' },
    ],
  }
}
