import { X } from 'lucide-react'
import { useRef } from 'react'
import { removePicture, uploadPicture } from '../../data/upload-picture.ts'
import { UPLOADED } from '../../shared/picture-sources.ts'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { PICTURES_MAX } from './launch-schema.ts'
import { UploadedPicture } from './uploaded-picture.tsx'
import * as submittingWords from './words.ts'

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
      <legend className="mb-1.5 text-sm font-medium">{submittingWords.fieldPictures}</legend>
      {pictures.length > 0 ? (
        <ol className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {pictures.map((picture, index) => (
            <li key={picture} className="relative">
              <UploadedPicture
                picture={picture}
                alt={submittingWords.pictureNumber(index + 1)}
                className="w-full"
              />
              <button
                type="button"
                aria-label={submittingWords.removePicture(index + 1)}
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
          label={submittingWords.addPicture}
          isBusy={isBusy}
          isFull={pictures.length >= PICTURES_MAX}
          onChoose={(file) => void run(() => add(file))}
        />
      </div>
      <p className="text-sm text-soft">{submittingWords.picturesHint}</p>
    </fieldset>
  )
}
