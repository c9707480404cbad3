import { useState } from 'react'
import { initials } from '../shared/initials.ts'
import { tintOf } from '../shared/logo-tint.ts'

interface ToolLogoProps {
  /** The tool's id; without one there are only initials. */
  id?: string | undefined
  name: string
  /** Edge in pixels. */
  size?: number
  /** The view transition that it takes part in. */
  transition?: string | undefined
}

/**
 * A tool's logo over its initials, which stay until it has come and where it does not. It comes
 * through the site's own address: a picture from elsewhere would tell its host who reads what here.
 */
export function ToolLogo({ id, name, size = 48, transition }: ToolLogoProps) {
  const [hasFailed, setFailed] = useState(false)
  return (
    <span
      aria-hidden
      style={{
        width: size,
        height: size,
        fontSize: size * 0.38,
        backgroundColor: tintOf(name),
        viewTransitionName: transition,
      }}
      className="relative grid shrink-0 place-items-center overflow-hidden rounded-xl font-semibold text-white"
    >
      {initials(name)}
      {id && !hasFailed ? (
        <img
          src={`/pictures/tools/${id}`}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-contain"
          onError={() => setFailed(true)}
        />
      ) : null}
    </span>
  )
}
