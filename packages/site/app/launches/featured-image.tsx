import { useState } from 'react'
import { FEATURED_WIDTHS } from '../shared/picture-sources.ts'

interface FeaturedImageProps {
  launchId: string
  /** From 1, in the order of the gallery. */
  number?: number
  /** What the picture shows; without a text it is decoration next to one. */
  alt?: string
  className?: string
}

/** Served by the site itself, so that its host does not see visitors. */
export function FeaturedImage({
  launchId,
  number = 1,
  alt = '',
  className = '',
}: FeaturedImageProps) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return null
  const source = `/pictures/launches/${launchId}/${number}`
  return (
    <img
      src={source}
      srcSet={FEATURED_WIDTHS.map((width) => `${source}?width=${width} ${width}w`).join(', ')}
      // With sizes=auto, browsers that support it load the displayed width.
      sizes="auto, (min-width: 640px) 480px, 100vw"
      alt={alt}
      width={1200}
      height={630}
      loading="lazy"
      decoding="async"
      className={`aspect-[1200/630] rounded-control bg-sunken object-cover ${className}`}
      onError={() => setFailed(true)}
    />
  )
}
