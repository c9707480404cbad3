import { useState } from 'react'
import { initials, toTextSize } from '../shared/initials.ts'
import { tintOf } from '../shared/tint.ts'

interface ToolLogoProps {
  /** Without an id, such as for a sample, only initials are shown. */
  id?: string | undefined
  name: string
  /** Edge in pixels. */
  size?: number
  /** The name of its view transition. */
  transition?: string | undefined
  className?: string
}

/**
 * A tool's logo, or its initials until the logo is loaded or if it cannot be loaded. The site itself
 * serves the logo, so that its host does not see visitors.
 */
export function ToolLogo({ id, name, size = 48, transition, className = '' }: ToolLogoProps) {
  const [hasFailed, setFailed] = useState(false)
  return (
    <span
      aria-hidden
      style={{
        width: size,
        height: size,
        viewTransitionName: transition,
      }}
      className={`display relative grid shrink-0 place-items-center overflow-hidden rounded-xl font-bold text-white ring-1 ring-tile-ring ${toTextSize(size)} ${className}`}
    >
      {/* Smaller than the picture, at whose round corners the tint would shine through. */}
      <span
        style={{ backgroundColor: tintOf(name) }}
        className="absolute inset-[0.5px] grid place-items-center rounded-[inherit]"
      >
        {initials(name)}
      </span>
      {id && !hasFailed ? (
        <img
          src={`/pictures/tools/${id}?initials=off`}
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
