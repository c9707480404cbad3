import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'

const BASE =
  'inline-flex min-h-10 items-center justify-center gap-2 rounded-control border px-4 py-2 text-sm font-semibold transition-colors print:hidden'

const DISABLED_LOOK = 'cursor-not-allowed opacity-60'

const LOOKS: Record<Look, string> = {
  // With forced colors only the border identifies a button.
  primary: 'border-transparent bg-ink text-on-ink hover:bg-ink/85',
  secondary: 'border-line bg-card text-ink shadow-card hover:border-edge hover:bg-sunken',
  quiet: 'border-transparent text-ink hover:bg-sunken',
  danger: 'border-bad text-bad hover:bg-bad/10',
}

export interface ButtonProps extends React.ComponentProps<'button'> {
  look?: Look
  /** Sets the `disabled` attribute. */
  isNativelyDisabled?: boolean
}

/** A disabled button keeps the focus: `aria-disabled` replaces the `disabled` attribute. */
export function Button({
  look = 'primary',
  className = '',
  type = 'button',
  disabled = false,
  isNativelyDisabled = false,
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      aria-disabled={disabled || undefined}
      {...props}
      type={type}
      disabled={isNativelyDisabled}
      className={`${BASE} ${LOOKS[look]} ${disabled || isNativelyDisabled ? DISABLED_LOOK : ''} ${className}`}
      // Enter in a field clicks the submit button: preventing the click prevents the submission.
      onClick={disabled ? (event) => event.preventDefault() : onClick}
    />
  )
}

/** A button in a text, with the look of a link. */
export function TextButton(props: Omit<React.ComponentProps<'button'>, 'type' | 'className'>) {
  return <button {...props} type="button" className="min-h-6 text-link underline" />
}

/** A link with the look of a button. */
export function LinkButton({
  look = 'primary',
  className = '',
  ...props
}: React.ComponentProps<typeof Link> & { look?: Look }) {
  return <Link className={`${BASE} ${LOOKS[look]} ${className}`} {...props} />
}

/** A link to another site, in a new tab and without a referrer. */
export function ExternalButton({
  href,
  className = '',
  children,
}: {
  href: string
  className?: string
  children: React.ReactNode
}) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={`${BASE} ${LOOKS.secondary} ${className}`}
    >
      {children} <ExternalLink aria-hidden size={15} />
    </a>
  )
}
