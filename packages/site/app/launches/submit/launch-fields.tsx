import { ChevronUp, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useOwnProfile } from '../../people/own-profile.ts'
import { PictureButton } from '../../session/forms/picture-field.tsx'
import { removePicture, uploadPicture } from '../../session/upload-picture.ts'
import { FEATURED_SIZE, UPLOADED } from '../../shared/picture-sources.ts'
import { ToolLogo } from '../../tools/tool-logo.tsx'
import { ToolPicker } from '../../tools/tool-picker.tsx'
import { today } from '../../ui/format/day.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import * as uiWords from '../../ui/words.ts'
import type { Launch } from '../launch.ts'
import { LaunchText, ROW_LOOK } from '../launch-row.tsx'
import * as launchWords from '../words.ts'
import { EMPTY_LAUNCH, type LaunchInput, PICTURES_MAX } from './launch-schema.ts'

interface ToolFieldProps {
  tool: LaunchInput['tool']
  onChange: (tool: LaunchInput['tool']) => void
}

/**
 * Picking a tool replaces the field by the tool, and removing it shows the field again. Both times
 * the new element takes the focus.
 */
export function ToolField({ tool, onChange }: ToolFieldProps) {
  const [hasChosen, setChosen] = useState(false)
  const choose = (next: LaunchInput['tool']) => {
    setChosen(true)
    onChange(next)
  }
  if (!tool.slug) {
    return (
      <ToolPicker
        label={launchWords.fieldOptionalTool}
        excluded={[]}
        isFocused={hasChosen}
        onPick={({ id, name, slug, category }) => choose({ id, name, slug, category })}
      />
    )
  }
  return (
    <div className="grid gap-1.5">
      <span className="text-sm font-medium">{launchWords.fieldTool}</span>
      <div className="flex items-center gap-3 rounded-control border border-line bg-sunken p-2">
        <ToolLogo id={tool.id} name={tool.name} size={32} />
        <span className="min-w-0 flex-1 truncate">{tool.name}</span>
        <button
          type="button"
          aria-label={uiWords.removeNamed(tool.name)}
          className="grid size-9 shrink-0 place-items-center rounded-control hover:bg-line"
          ref={(button) => {
            if (hasChosen) button?.focus()
          }}
          onClick={() => choose(EMPTY_LAUNCH.tool)}
        >
          <X aria-hidden size={16} />
        </button>
      </div>
    </div>
  )
}

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
        <PictureButton
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
function UploadedPicture({ picture, alt, className = '' }: UploadedPictureProps) {
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

/** The card of the list of launches, with what the form has so far. */
export function LaunchPreview({ userId, input }: { userId: string; input: LaunchInput }) {
  const { data: profile } = useOwnProfile(userId)
  const day = input.launch_date || today()
  const launch: Launch = {
    id: '',
    tagline: input.tagline || launchWords.fieldTaglinePlaceholder,
    launch_date: day,
    featured_image: input.featured_image || null,
    pictures: input.pictures,
    upvotes_count: 0,
    status: day === today() ? 'live' : 'scheduled',
    is_draft: input.is_draft,
    product_name: input.product_name || null,
    product_url: input.product_url || null,
    tools: input.tool.id ? { ...input.tool, logo_url: null, website_url: null } : null,
    profiles: profile ?? null,
  }
  const [first] = input.pictures
  return (
    <section aria-labelledby="preview" className="mt-6">
      <h2 id="preview" className="display text-lg">
        {launchWords.previewTitle}
      </h2>
      <p className="mt-1 mb-4 text-sm text-soft">{launchWords.previewText}</p>
      {/* Nothing in it can be pressed: it is a picture of the card. */}
      <div inert className={`panel ${ROW_LOOK}`}>
        <span className="grid size-12 place-items-center content-center rounded-control border border-edge text-sm font-semibold">
          <ChevronUp aria-hidden size={18} />
          {formatCount(launch.upvotes_count)}
        </span>
        <LaunchText launch={launch} />
        {launch.featured_image ? (
          <p className="hidden aspect-[1200/630] w-44 place-items-center rounded-control bg-sunken p-3 text-center text-xs text-soft sm:grid">
            {launchWords.previewFeatured}
          </p>
        ) : first ? (
          <UploadedPicture picture={first} alt="" className="hidden w-44 sm:block" />
        ) : null}
      </div>
    </section>
  )
}
