import { SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Avatar } from '../avatar.tsx'
import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'
import { FormSkeleton, RowsSkeleton } from '../feedback/loading.tsx'
import { Notice } from '../feedback/notice.tsx'
import { toastError, toastSuccess, toastUndo } from '../feedback/toast.ts'
import { ConfirmButton } from '../forms/confirm-button.tsx'
import { InputField, SelectField, TextAreaField } from '../forms/field.tsx'
import { TAB, TAB_LIST } from '../link-tabs.tsx'
import { RatingBar } from '../rating-bar.tsx'
import { ShowMore } from '../show-more.tsx'
import { ShortRating, Stars } from '../stars.tsx'
import { ThemeSwitch } from '../theme/theme.tsx'

/** The pseudo-classes and their values of `data-look`. */
const FORCED_STATES = { ':hover': 'hover', ':focus-visible': 'focus', ':active': 'active' }

/** Copies each CSS rule for a state to elements with `data-look`, so that a page can show all states. */
function useForcedStates(): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    const rules = [...document.styleSheets].flatMap((each) => [...each.cssRules])
    sheet.replaceSync(rules.map(({ cssText }) => replaceStates(cssText)).join('\n'))
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [])
}

/** Leaves class names such as `hover\:bg-sunken` unchanged. */
const replaceStates = (css: string) =>
  Object.entries(FORCED_STATES).reduce(
    (text, [state, look]) =>
      text.replaceAll(new RegExp(`(?<!\\\\)${state}(?![\\w-])`, 'g'), `[data-look="${look}"]`),
    css,
  )

// Complete class names, because Tailwind searches the source files for them.

const TEXT_STYLES = [
  ['text-hero', 'display text-hero'],
  ['text-score', 'display text-score'],
  ['text-figure', 'display text-figure'],
  ['text-title', 'display text-title'],
  ['text-lg', 'display text-lg'],
  ['text-base', 'text-base'],
  ['text-sm', 'text-sm'],
  ['text-xs', 'text-xs'],
] as const

const COLORS = [
  ['paper', 'bg-paper'],
  ['card', 'bg-card'],
  ['sunken', 'bg-sunken'],
  ['raised', 'bg-raised'],
  ['line', 'bg-line'],
  ['edge', 'bg-edge'],
  ['ink', 'bg-ink'],
  ['soft', 'bg-soft'],
  ['link', 'bg-link'],
  ['marker', 'bg-marker'],
  ['star', 'bg-star'],
  ['good', 'bg-good'],
  ['bad', 'bg-bad'],
] as const

const LOOKS = ['primary', 'secondary', 'quiet', 'danger'] as const
const STATES = ['rest', 'hover', 'focus', 'active'] as const

/** Every control in every state, for developers. */
export default function Controls() {
  useForcedStates()
  return (
    <main className="page grid gap-12 py-12">
      <title>Design – every control in every state</title>
      <meta name="robots" content="noindex" />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="display text-title">Design</h1>
        <ThemeSwitch />
      </div>
      <Part title="Type">
        {TEXT_STYLES.map(([name, className]) => (
          <div key={name} className="grid gap-1">
            <p className="text-xs font-semibold text-soft">{name}</p>
            <p className={className}>Evidence, 4.6</p>
          </div>
        ))}
        <p>
          <span className="marked">Marked words</span>,{' '}
          <a href="#top" className="text-link underline">
            words that lead on
          </a>
          , <span className="text-soft">soft words</span>
        </p>
      </Part>
      <Part title="Colors">
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-6">
          {COLORS.map(([name, className]) => (
            <li key={name} className="grid gap-1 text-sm">
              <span
                className={`h-14 rounded-control border border-line forced-color-adjust-none ${className}`}
              />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Buttons">
        {LOOKS.map((look) => (
          <div key={look} className="flex flex-wrap items-center gap-3">
            <span className="w-24 text-sm text-soft">{look}</span>
            {STATES.map((state) => (
              <Button key={state} look={look} data-look={state}>
                {state}
              </Button>
            ))}
            <Button look={look} disabled>
              disabled
            </Button>
            <Button look={look} disabled aria-busy>
              Sending...
            </Button>
          </div>
        ))}
      </Part>
      <Part title="Fields">
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {STATES.map((state) => (
            <InputField
              key={state}
              label={`Text, ${state}`}
              data-look={state}
              placeholder="Placeholder"
            />
          ))}
          <InputField label="Text, disabled" disabled />
          <InputField
            label="Text, invalid"
            error="Say what is wrong, and what would be right"
            defaultValue="Wrong"
          />
          <SelectField
            label="Choice"
            hint="A hint that is announced with the field"
            options={[
              ['', 'Any'],
              ['4', '4+ stars'],
            ]}
          />
          <TextAreaField label="Words" rows={3} />
        </div>
      </Part>
      <Part title="Badges, ratings, people">
        <div className="flex flex-wrap items-center gap-4">
          <Badge>Plain</Badge>
          <Badge look="strong">Strong</Badge>
          <Badge look="good">Good</Badge>
          <Stars rating={4.6} size={20} />
          <ShortRating rating={4.6} reviews={128} />
          <ShortRating rating={null} reviews={0} />
          <Avatar name="Ana Silva" />
          <Avatar name="Kettle Works" isSquare />
        </div>
        <div className="grid max-w-md gap-2">
          {[5, 4, 3].map((stars) => (
            <RatingBar key={stars} stars={stars} percent={stars * 16} figures={`${stars * 16}%`} />
          ))}
        </div>
        <Tabs />
      </Part>
      <Part title="Messages">
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" onClick={() => void toastSuccess('Success', 'It was done.')}>
            Success
          </Button>
          <Button look="secondary" onClick={() => void toastError('Error', 'It was not done.')}>
            Error
          </Button>
          <ConfirmButton
            label="Question"
            title="Remove it?"
            text="It will be permanently deleted."
            cancelLabel="Keep it"
            confirmLabel="Remove"
            onConfirm={() => {}}
          />
          <Button
            look="secondary"
            onClick={() =>
              void toastUndo('Success', 'It is gone.', { onUndo: () => {}, onEnd: () => {} })
            }
          >
            Undo
          </Button>
        </div>
      </Part>
      <Part title="Empty, loading, failed">
        <p role="status" className="panel p-6 text-soft">
          No reviews yet. Be the first to share your experience.
        </p>
        <div className="panel">
          <Notice icon={SearchX} title="No tools found" text="Try fewer or other words.">
            <Button>Browse All Tools</Button>
          </Notice>
        </div>
        <div className="grid gap-4 lg:grid-cols-2">
          <FormSkeleton fields={2} />
          <div className="panel p-6">
            <RowsSkeleton count={3} />
          </div>
        </div>
        <ShowMore next="x" loadMore={async () => {}} isLoading={false} hasFailed />
        <ShowMore next="x" loadMore={async () => {}} isLoading hasFailed={false} />
      </Part>
    </main>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className="display border-b border-line pb-2 text-lg">{title}</h2>
      {children}
    </section>
  )
}

function Tabs() {
  const [chosen, setChosen] = useState('Live')
  return (
    <div className={TAB_LIST}>
      {['Live', 'Upcoming', 'Past'].map((name) => (
        <button
          key={name}
          type="button"
          className={TAB}
          aria-pressed={chosen === name}
          data-active={chosen === name ? '' : undefined}
          onClick={() => setChosen(name)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
