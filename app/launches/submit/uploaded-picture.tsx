import { FEATURED_SIZE, UPLOADED } from '../../shared/picture-sources.ts'

interface UploadedPictureProps {
  /** `uploaded/` and the path in the bucket `launches` */
  picture: string
  alt: string
  className?: string
}

/** A picture of a launch that is not submitted yet. */
export function UploadedPicture({ picture, alt, className = '' }: UploadedPictureProps) {
  const source = `/pictures/stored/launches/${picture.slice(UPLOADED.length)}`
  return (
    <img
      src={`${source}?width=400`}
      srcSet={`${source}?width=400 1x, ${source}?width=800 2x`}
      alt={alt}
      {...FEATURED_SIZE}
      className={`aspect-[1200/630] rounded-control bg-sunken object-cover ${className}`}
    />
  )
}
