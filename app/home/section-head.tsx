import { LinkButton } from '../ui/button.tsx'

interface SectionHeadProps {
  id: string
  title: string
  to: string
  action: string
}

export function SectionHead({ id, title, to, action }: SectionHeadProps) {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-3">
      <h2 id={id} className="display text-section">
        {title}
      </h2>
      <LinkButton to={to} look="secondary">
        {action}
      </LinkButton>
    </div>
  )
}
