import { useState } from 'react'

interface FeaturedImageProps {
  launchId: string
  className?: string
}

/** Comes through the site's own address: its host is not to learn who looks. */
export function FeaturedImage({ launchId, className = '' }: FeaturedImageProps) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return null
  return (
    <img
      src={`/pictures/launches/${launchId}`}
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
