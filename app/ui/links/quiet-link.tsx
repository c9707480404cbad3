import { Link, type LinkProps } from 'react-router'

/** A small link below content, to a page that search engines leave out. */
export const QuietLink = ({ className = '', ...props }: LinkProps) => (
  <Link
    rel="nofollow"
    {...props}
    className={`inline-flex min-h-6 items-center text-sm text-soft hover:underline ${className}`}
  />
)
