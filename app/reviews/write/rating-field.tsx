import { Star } from 'lucide-react'
import * as uiWords from '../../ui/words.ts'
import * as writeWords from '../words/write.ts'

interface RatingFieldProps {
  value: number
  onChange: (rating: number) => void
}

/** Five radio buttons that look like stars, so that arrow keys work. */
export function RatingField({ value, onChange }: RatingFieldProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{writeWords.formRating}</legend>
      <div className="flex items-center gap-1">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            className="cursor-pointer rounded p-1 has-focus-visible:outline-2 has-focus-visible:outline-link"
          >
            <input
              type="radio"
              name="rating"
              value={stars}
              checked={value === stars}
              onChange={() => onChange(stars)}
              className="sr-only"
            />
            <span className="sr-only">{uiWords.ratingStars(stars)}</span>
            <Star
              aria-hidden
              size={28}
              className={stars <= value ? 'fill-star text-star' : 'text-edge'}
            />
          </label>
        ))}
        <span aria-hidden className="ml-2 text-sm text-soft">
          {writeWords.formVerdicts[value - 1]}
        </span>
      </div>
    </fieldset>
  )
}
