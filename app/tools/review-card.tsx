import { format } from 'date-fns'
import { Minus, Plus } from 'lucide-react'
import { initials } from '../ui/initials.ts'
import { Stars } from '../ui/stars.tsx'
import type { Review } from './read-tool.ts'
import { reviewerName } from './reviewer.ts'

export function ReviewCard({ review }: { review: Review }) {
  const name = reviewerName(review)
  // The date alone, so that server and browser write the same day.
  const day = new Date(`${review.created_at.slice(0, 10)}T12:00:00`)
  return (
    <article className="panel grid gap-3 p-5">
      <header className="flex items-center gap-3">
        <span
          aria-hidden
          className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-sm font-semibold"
        >
          {initials(name)}
        </span>
        <div className="min-w-0">
          <p className="truncate font-medium">{name}</p>
          <p className="text-sm text-soft">
            <time dateTime={review.created_at}>{format(day, 'MMM d, yyyy')}</time>
          </p>
        </div>
        <span className="ml-auto">
          <Stars rating={review.rating} />
        </span>
      </header>
      <h3 className="font-semibold wrap-break-word">{review.title}</h3>
      <p className="whitespace-pre-line wrap-break-word">{review.content}</p>
      {review.pros.length + review.cons.length > 0 ? (
        <ul className="grid gap-1 text-sm sm:grid-cols-2">
          {review.pros.map((text) => (
            <Point key={`+${text}`} text={text} isPro />
          ))}
          {review.cons.map((text) => (
            <Point key={`-${text}`} text={text} isPro={false} />
          ))}
        </ul>
      ) : null}
      {review.helpful_count > 0 ? (
        <p className="text-sm text-soft">
          {review.helpful_count} {review.helpful_count === 1 ? 'person' : 'people'} found this
          helpful
        </p>
      ) : null}
    </article>
  )
}

function Point({ text, isPro }: { text: string; isPro: boolean }) {
  const Icon = isPro ? Plus : Minus
  return (
    <li className="flex min-w-0 gap-2">
      <Icon
        aria-hidden
        size={16}
        className={`mt-0.5 shrink-0 ${isPro ? 'text-good' : 'text-bad'}`}
      />
      <span className="min-w-0 wrap-break-word">
        <span className="sr-only">{isPro ? 'Pro: ' : 'Con: '}</span>
        {text}
      </span>
    </li>
  )
}
