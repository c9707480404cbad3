import { LinkButton } from '../ui/button.tsx'

const STEPS = [
  {
    title: 'Go to the tool',
    text: 'Find the tool that you know: search for it, or browse by category.',
  },
  { title: 'Click “Write Review”', text: 'The button is at the top of the tool’s page.' },
  {
    title: 'Share your experience',
    text: 'Rate it, say what works and what does not, and send it.',
  },
] as const

export function ReviewGuide() {
  return (
    <div className="grid gap-6">
      <h1 className="display text-title">How to write a review</h1>
      <ol className="grid gap-4">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="panel flex gap-4 p-5">
            <span aria-hidden className="display text-3xl">
              <span className="marked px-1">{index + 1}</span>
            </span>
            <div>
              <h2 className="font-semibold">{title}</h2>
              <p className="text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div>
        <LinkButton to="/all-tools">Browse Tools to Review</LinkButton>
      </div>
    </div>
  )
}
