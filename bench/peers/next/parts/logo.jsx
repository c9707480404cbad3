import Image from 'next/image'
import Link from 'next/link'
import { IDENTITY } from '../../../../app/shared/identity.ts'

export function Logo() {
  return (
    <Link
      href="/"
      className="display inline-flex min-h-10 shrink-0 items-center gap-2 text-xl font-extrabold"
    >
      <Image src="/icon.svg" alt="" width={28} height={28} unoptimized />
      {IDENTITY.name}
    </Link>
  )
}
