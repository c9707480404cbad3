import { Link } from 'react-router'
import { IDENTITY } from '../identity.ts'

export function Logo() {
  return (
    <Link
      to="/"
      className="display inline-flex min-h-10 shrink-0 items-center gap-2 text-xl font-extrabold"
    >
      <img src="/icon.svg" alt="" width={28} height={28} />
      {IDENTITY.name}
    </Link>
  )
}
