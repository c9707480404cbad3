import { Form, Link, useLocation, useSearchParams } from 'react-router'
import { Button } from '../ui/button.tsx'
import { today } from '../ui/format/day.ts'
import { InputField, SelectField } from '../ui/forms/field.tsx'
import * as uiWords from '../ui/words.ts'
import type { ReviewQuery } from './read-reviews.ts'
import * as reviewWords from './words/review.ts'

export interface FilterProps {
  query: ReviewQuery
  /** What the reviews that match have in common; null without filters, or if none matches. */
  matching: string | null
  /** The newest first. */
  bursts: readonly string[]
  /** Null if it is not known. */
  latestVersion: string | null
}

/** The filters in another form of the page. */
export function HiddenFilters({ filters }: Pick<ReviewQuery, 'filters'>) {
  const values = filters && {
    version: filters.version,
    plan: filters.plan,
    since: filters.since,
    bursts: filters.withoutBursts ? 'off' : '',
  }
  return Object.entries(values ?? {}).map(([name, value]) =>
    value ? <input key={name} type="hidden" name={name} value={value} /> : null,
  )
}

/** A form that works without script, and what the matching reviews have in common. */
export function ReviewFilters({ query, matching, bursts, latestVersion }: FilterProps) {
  const { pathname } = useLocation()
  const { order, rating, mention, filters } = query
  return (
    <>
      {/* On a phone it is a line of the text above it. */}
      <details open={filters !== null} className="max-sm:-mt-4 max-sm:not-open:-mb-2">
        <summary className="inline-flex min-h-6 cursor-pointer items-center text-link underline max-sm:text-xs sm:text-sm">
          {reviewWords.filterTitle}
        </summary>
        <Form
          replace
          preventScrollReset
          className="panel mt-2 grid grid-cols-2 items-start gap-x-4 gap-y-3 p-4 sm:grid-cols-3"
        >
          {rating ? <input type="hidden" name="rating" value={rating} /> : null}
          {order === 'newest' ? null : <input type="hidden" name="order" value={order} />}
          {mention ? <input type="hidden" name={mention.side} value={mention.text} /> : null}
          <InputField
            label={reviewWords.filterVersion}
            hint={reviewWords.filterVersionHint}
            name="version"
            maxLength={40}
            defaultValue={filters?.version}
          />
          <SelectField
            label={reviewWords.filterPlan}
            name="plan"
            options={reviewWords.FILTER_PLANS}
            defaultValue={filters?.plan}
          />
          <div className="max-sm:col-span-full">
            <InputField
              label={reviewWords.filterSince}
              type="date"
              name="since"
              min="1950-01-01"
              max={today()}
              defaultValue={filters?.since}
            />
          </div>
          {bursts.length > 0 || filters?.withoutBursts ? (
            <label className="flex min-h-6 items-center gap-2 text-sm col-span-full">
              <input
                type="checkbox"
                name="bursts"
                value="off"
                defaultChecked={filters?.withoutBursts}
              />
              {reviewWords.filterWithoutBursts}
            </label>
          ) : null}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 col-span-full">
            <Button type="submit" look="secondary">
              {uiWords.apply}
            </Button>
            {latestVersion ? (
              <Link to="?version=current#reviews" className="text-sm text-link hover:underline">
                {reviewWords.filterVersionLatest(latestVersion)}
              </Link>
            ) : null}
          </div>
        </Form>
      </details>
      <Bursts query={query} bursts={bursts} />
      {matching ? (
        <p role="status">
          {matching}{' '}
          <Link to={`${pathname}#reviews`} className="text-link underline">
            {reviewWords.filterShowAll}
          </Link>
        </p>
      ) : null}
    </>
  )
}

/** After so many days the others are folded. */
const FIRST_BURSTS = 2

/** Days with unusually many reviews. The page lists them, figures count them, and a filter leaves them out. */
function Bursts({ query, bursts }: Pick<FilterProps, 'query' | 'bursts'>) {
  const [parameters] = useSearchParams()
  if (bursts.length === 0) return null
  const isOff = query.filters?.withoutBursts ?? false
  const next = new URLSearchParams(parameters)
  next.delete('after')
  if (isOff) next.delete('bursts')
  else next.set('bursts', 'off')
  const more = bursts.slice(FIRST_BURSTS)
  const list = (days: readonly string[]) => days.map((burst) => <p key={burst}>{burst}</p>)
  return (
    <div className="grid gap-1 border-l-2 border-edge pl-3 text-sm text-soft">
      {list(bursts.slice(0, FIRST_BURSTS))}
      {more.length > 0 ? (
        <details>
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-link underline">
            {reviewWords.filterBurstsMore(more.length)}
          </summary>
          {list(more)}
        </details>
      ) : null}
      <p>
        <Link
          to={`?${next}#reviews`}
          preventScrollReset
          className="inline-flex min-h-6 items-center text-link hover:underline"
        >
          {isOff ? reviewWords.filterBurstsOn : reviewWords.filterBurstsOff}
        </Link>
      </p>
    </div>
  )
}
