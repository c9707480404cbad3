import { useState } from 'react'
import { initials } from './initials.ts'

interface AvatarProps {
  name: string
  /** Shown only where it lies in the site's own storage: another host would learn who reads. */
  url?: string | null | undefined
  /** Edge in pixels. */
  size?: number
}

/** A person's picture over the initials, which stay where it cannot be had. */
export function Avatar({ name, url, size = 40 }: AvatarProps) {
  const [hasFailed, setFailed] = useState(false)
  const path = url && /\/storage\/v1\/object\/public\/avatars\/[^?#]+$/.exec(url) ? url : undefined
  return (
    <span
      aria-hidden
      style={{ width: size, height: size, fontSize: size * 0.36 }}
      className="relative grid shrink-0 place-items-center overflow-hidden rounded-full bg-sunken font-semibold"
    >
      {initials(name)}
      {path && !hasFailed ? (
        <img
          src={path}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          className="absolute inset-0 size-full object-cover"
          onError={() => setFailed(true)}
        />
      ) : null}
    </span>
  )
}
