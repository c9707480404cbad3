// chunk: frame
import { Link } from 'react-router'
import { IDENTITY } from '../shared/identity.ts'

/** @param isFarDown its picture is loaded lazily */
export function Logo({ isFarDown = false }: { isFarDown?: boolean }) {
  return (
    <Link
      to="/"
      className="display relative inline-flex min-h-11 shrink-0 items-center gap-2 text-xl font-extrabold"
    >
      <img src="/icon.svg" alt="" width={28} height={28} loading={isFarDown ? 'lazy' : undefined} />
      <span className={isFarDown ? '' : 'max-[22.5rem]:sr-only'}>{IDENTITY.name}</span>
    </Link>
  )
}
