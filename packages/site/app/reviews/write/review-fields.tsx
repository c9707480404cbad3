import { Plus, Star, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/forms/field.tsx'
import * as uiWords from '../../ui/words.ts'
import * as writeWords from '../words/write.ts'
import { addPoint, POINT_LENGTH_MAX, POINTS_MAX } from './review-schema.ts'

interface PointsFieldProps {
  kind: keyof typeof writeWords.POINTS
  points: readonly string[]
  onChange: (points: string[]) => void
}

/** A list of pros or cons. Enter or the plus button adds an entry (spec 2 §4). */
export function PointsField({ kind, points, onChange }: PointsFieldProps) {
  const [entry, setEntry] = useState('')
  const words = writeWords.POINTS[kind]
  const isFull = points.length >= POINTS_MAX && entry.trim() !== ''
  const addEntry = () => {
    if (isFull || entry === '') return
    onChange(addPoint(points, entry))
    setEntry('')
  }
  return (
    <div className="grid content-start gap-2">
      <Field label={words.label} error={isFull ? words.tooMany(POINTS_MAX) : undefined}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              value={entry}
              maxLength={POINT_LENGTH_MAX}
              placeholder={words.placeholder}
              onChange={(event) => setEntry(event.target.value)}
              // Otherwise a review that is sent now would lack this entry.
              onBlur={addEntry}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                event.preventDefault()
                addEntry()
              }}
            />
            <Button look="secondary" aria-label={words.add} onClick={addEntry}>
              <Plus aria-hidden size={18} />
            </Button>
          </div>
        )}
      </Field>
      <ul className="flex flex-wrap gap-2">
        {points.map((point) => (
          <li
            key={point}
            className="inline-flex max-w-full items-center gap-1 rounded-full bg-sunken py-0.5 pr-1 pl-3 text-sm"
          >
            <span className="min-w-0 wrap-anywhere">{point}</span>
            <button
              type="button"
              aria-label={words.remove(point)}
              className="grid size-6 shrink-0 place-items-center rounded-full hover:bg-line"
              onClick={() => onChange(points.filter((other) => other !== point))}
            >
              <X aria-hidden size={14} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface RatingFieldProps {
  value: number
  /** Whether the value is a choice, not the default. */
  isChosen: boolean
  onChange: (rating: number) => void
}

/** Five radio buttons that look like stars, so that arrow keys work. The default is drawn as outlines. */
export function RatingField({ value, isChosen: wasChosen, onChange }: RatingFieldProps) {
  const id = useId()
  const [isPressed, setPressed] = useState(false)
  const isChosen = wasChosen || isPressed
  return (
    <fieldset aria-describedby={isChosen ? undefined : id}>
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
              // The default is checked already, so that choosing it is no change.
              onClick={() => setPressed(true)}
              className="sr-only"
            />
            <span className="sr-only">{uiWords.ratingStars(stars)}</span>
            <Star
              aria-hidden
              size={28}
              className={isChosen && stars <= value ? 'fill-star text-star' : 'text-edge'}
            />
          </label>
        ))}
        <span id={id} aria-hidden={isChosen} className="ml-2 text-sm text-soft">
          {isChosen ? writeWords.formVerdicts[value - 1] : writeWords.formRatingDefault}
        </span>
      </div>
    </fieldset>
  )
}
