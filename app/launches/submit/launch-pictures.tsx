import { X } from 'lucide-react'
import { useRef } from 'react'
import { FileButton } from '../../session/forms/picture-field.tsx'
import { removePicture, uploadPicture } from '../../session/upload-picture.ts'
import { FEATURED_SIZE, UPLOADED } from '../../shared/picture-sources.ts'
import * as launchWords from '../words.ts'
import { PICTURES_MAX } from './launch-schema.ts'

interface LaunchPicturesProps {
  userId: string
  /** In the order of the gallery. */
  pictures: readonly string[]
  onChange: (pictures: string[]) => void
  isBusy: boolean
  run: (work: () => Promise<void>) => Promise<void>
}

/** Uploads pictures at once, so that a draft has them. */
export function LaunchPictures({ userId, pictures, onChange, isBusy, run }: LaunchPicturesProps) {
  const input = useRef<HTMLInputElement>(null)
  const add = async (file: File) => {
    onChange([...pictures, UPLOADED + (await uploadPicture('launches', userId, file))])
  }
  const remove = async (picture: string) => {
    await removePicture('launches', picture.slice(UPLOADED.length))
    onChange(pictures.filter((each) => each !== picture))
    // The button disappears with the picture, so the focus moves to the input.
    input.current?.focus()
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{launchWords.fieldPictures}</legend>
      {pictures.length > 0 ? (
        <ol className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {pictures.map((picture, index) => (
            <li key={picture} className="relative">
              <UploadedPicture
                picture={picture}
                alt={launchWords.pictureNumber(index + 1)}
                className="w-full"
              />
              <button
                type="button"
                aria-label={launchWords.removePicture(index + 1)}
                aria-disabled={isBusy || undefined}
                className="absolute top-1.5 right-1.5 grid size-9 place-items-center rounded-control border border-edge bg-card hover:bg-sunken"
                onClick={() => !isBusy && void run(() => remove(picture))}
              >
                <X aria-hidden size={16} />
              </button>
            </li>
          ))}
        </ol>
      ) : null}
      <div>
        {/* The input stays where the focus may be; the database refuses a fourth picture. */}
        <FileButton
          ref={input}
          label={launchWords.addPicture}
          isBusy={isBusy}
          isFull={pictures.length >= PICTURES_MAX}
          onChoose={(file) => void run(() => add(file))}
        />
      </div>
      <p className="text-sm text-soft">{launchWords.picturesHint}</p>
    </fieldset>
  )
}

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
