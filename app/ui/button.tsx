import { ExternalLink } from 'lucide-react'
import { Link, type LinkProps } from 'react-router'
import { useHydrated } from './hydrated.ts'
import * as uiWords from './words.ts'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'

const BASE =
  'inline-flex min-h-10 items-center justify-center gap-2 rounded-control border px-4 py-2 text-[0.9375rem] font-semibold transition-colors'

/** Looks and acts as if it could not be pressed. */
const WAITING = 'cursor-not-allowed opacity-60'

const LOOKS: Record<Look, string> = {
  // Where colours are forced, the border is what makes it a button.
  primary: 'border-transparent bg-ink text-on-ink hover:bg-ink/85',
  secondary: 'border-line bg-card text-ink shadow-card hover:border-edge hover:bg-sunken',
  quiet: 'border-transparent text-ink hover:bg-sunken',
  danger: 'border-bad text-bad hover:bg-bad/10',
}

interface ButtonProps extends React.ComponentProps<'button'> {
  look?: Look
  /** Before its script is there: the browser itself must not press it. */
  isDead?: boolean
}

/** One that is disabled keeps the focus, which the browser would take from it and lose. */
export function Button({
  look = 'primary',
  className = '',
  type = 'button',
  disabled = false,
  isDead = false,
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      aria-disabled={disabled || undefined}
      {...props}
      type={type}
      disabled={isDead}
      className={`${BASE} ${LOOKS[look]} ${disabled || isDead ? WAITING : ''} ${className}`}
      // A prevented click sends no form, and Enter in a field is a click on its button.
      onClick={disabled ? (event) => event.preventDefault() : onClick}
    />
  )
}

/**
 * Sends a form that only the script can send. Until it is there the button waits: the browser would
 * send the form itself, and write a password into the address.
 */
export function SubmitButton(props: Omit<ButtonProps, 'type'>) {
  const isHydrated = useHydrated()
  return (
    <>
      <Button type="submit" isDead={!isHydrated} {...props} />
      <noscript>
        <p className="text-sm text-soft">{uiWords.needsScript}</p>
      </noscript>
    </>
  )
}

/** Looks like a link, since it stands among words, and acts like a button. */
export function TextButton(props: Omit<React.ComponentProps<'button'>, 'type' | 'className'>) {
  return <button {...props} type="button" className="min-h-6 text-link underline" />
}

/** Looks like a button, goes like a link. */
export function LinkButton({
  look = 'primary',
  className = '',
  ...props
}: LinkProps & { look?: Look }) {
  return <Link className={`${BASE} ${LOOKS[look]} ${className}`} {...props} />
}

/** Leads to another site, in a tab of its own; its host is not told where from. */
export function ExternalButton({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={`${BASE} ${LOOKS.secondary}`}
    >
      {children} <ExternalLink aria-hidden size={15} />
    </a>
  )
}
