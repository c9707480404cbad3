import { useState } from 'react'
import { initials, toTextSize } from '../shared/initials.ts'
import { toAvatarSrcSet, toAvatarUrl } from '../shared/picture-sources.ts'
import { tintOf } from '../shared/tint.ts'

interface AvatarProps {
  name: string
  /** Shown only from the site's own storage: another host would see the visitors' IP addresses. */
  url?: string | null | undefined
  /** Edge in pixels. */
  size?: number
  isSquare?: boolean
}

/** The picture of a person or a company. Without one, or if it cannot be loaded, initials. */
export function Avatar({ name, url, size = 40, isSquare = false }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const source = toAvatarUrl(url)
  return (
    <span
      aria-hidden
      style={{
        width: size,
        height: size,
        backgroundColor: tintOf(name),
      }}
      className={`relative grid shrink-0 place-items-center overflow-hidden font-semibold text-white ${isSquare ? 'rounded-xl' : 'rounded-full'} ${toTextSize(size)}`}
    >
      {initials(name)}
      {source && source !== failed ? (
        <img
          src={source}
          srcSet={toAvatarSrcSet(source, size)}
          sizes={`${size}px`}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          className="absolute inset-0 size-full object-cover"
          // If the picture failed before hydration, React receives no error event.
          ref={(image) => {
            if (image?.complete && image.naturalWidth === 0)
              image.decode().catch(() => setFailed(source))
          }}
          onError={() => setFailed(source)}
        />
      ) : null}
    </span>
  )
}
