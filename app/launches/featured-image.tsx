import { useState } from 'react'
import { FEATURED_WIDTHS } from '../shared/picture-sources.ts'

interface FeaturedImageProps {
  launchId: string
  className?: string
}

/** Comes through the site's own address: its host is not to learn who looks. */
export function FeaturedImage({ launchId, className = '' }: FeaturedImageProps) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return null
  const source = `/pictures/launches/${launchId}`
  return (
    <img
      src={source}
      srcSet={FEATURED_WIDTHS.map((width) => `${source}?width=${width} ${width}w`).join(', ')}
      // As wide as it is shown, where a browser knows how to wait for that.
      sizes="auto, (min-width: 640px) 480px, 100vw"
      alt=""
      width={1200}
      height={630}
      loading="lazy"
      decoding="async"
      className={`aspect-[1200/630] rounded-control bg-sunken object-cover ${className}`}
      onError={() => setFailed(true)}
    />
  )
}
