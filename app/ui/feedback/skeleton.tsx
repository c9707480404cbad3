import * as uiWords from '../words.ts'

const BAR = 'block animate-pulse rounded-control bg-sunken'

const upTo = (count: number) => Array.from({ length: count }, (_, place) => place)

/** A placeholder while content loads; screen readers announce the loading. */
function Skeleton({ children }: { children: React.ReactNode }) {
  return (
    <div role="status">
      <span className="sr-only">{uiWords.loading}</span>
      <div aria-hidden className="grid gap-5">
        {children}
      </div>
    </div>
  )
}

/** For a list of one or two lines an item. */
export function RowsSkeleton({ count }: { count: number }) {
  return (
    <Skeleton>
      <div className="grid gap-2">
        {upTo(count).map((place) => (
          <span key={place} className={`${BAR} h-13`} />
        ))}
      </div>
    </Skeleton>
  )
}

/** For a panel with a form. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div className="panel p-6">
      <Skeleton>
        <span className={`${BAR} h-8 w-56 max-w-full`} />
        {upTo(fields).map((place) => (
          <span key={place} className="grid gap-1.5">
            <span className={`${BAR} h-4 w-28`} />
            <span className={`${BAR} h-10`} />
          </span>
        ))}
      </Skeleton>
    </div>
  )
}

/** For a figure. */
export function FigureSkeleton() {
  return <span aria-hidden className={`${BAR} my-1 h-7 w-12`} />
}
