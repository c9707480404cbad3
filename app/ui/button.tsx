import { Link, type LinkProps } from 'react-router'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'

const BASE =
  'inline-flex min-h-10 items-center justify-center gap-2 rounded-control px-4 py-2 text-sm font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-60'

const LOOKS: Record<Look, string> = {
  primary: 'bg-ink text-on-ink hover:bg-ink/85',
  secondary: 'border border-edge bg-card text-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'border border-bad text-bad hover:bg-bad/10',
}

interface ButtonProps extends React.ComponentProps<'button'> {
  look?: Look
}

export function Button({
  look = 'primary',
  className = '',
  type = 'button',
  ...props
}: ButtonProps) {
  return <button type={type} className={`${BASE} ${LOOKS[look]} ${className}`} {...props} />
}

/** Looks like a button, goes like a link. */
export function LinkButton({
  look = 'primary',
  className = '',
  ...props
}: LinkProps & { look?: Look }) {
  return <Link className={`${BASE} ${LOOKS[look]} ${className}`} {...props} />
}
