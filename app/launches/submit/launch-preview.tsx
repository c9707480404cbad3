import { ChevronUp } from 'lucide-react'
import { useOwnProfile } from '../../people/own-profile.ts'
import { today } from '../../ui/format/day.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import type { Launch } from '../launch.ts'
import { LaunchCardText } from '../launch-card.tsx'
import { UploadedPicture } from './launch-pictures.tsx'
import type { LaunchInput } from './launch-schema.ts'
import * as submitWords from './words.ts'

/** The card of the list of launches, with what the form has so far. */
export function LaunchPreview({ userId, input }: { userId: string; input: LaunchInput }) {
  const { data: profile } = useOwnProfile(userId)
  const day = input.launch_date || today()
  const launch: Launch = {
    id: '',
    tagline: input.tagline || submitWords.fieldTaglinePlaceholder,
    description: null,
    launch_date: day,
    featured_image: input.featured_image || null,
    pictures: input.pictures,
    upvotes_count: 0,
    status: day === today() ? 'live' : 'scheduled',
    is_draft: input.is_draft,
    tools: input.tool.id ? { ...input.tool, logo_url: null, website_url: null } : null,
    profiles: profile ?? null,
  }
  const [first] = input.pictures
  return (
    <section aria-labelledby="preview" className="mt-8">
      <h2 id="preview" className="display text-section">
        {submitWords.previewTitle}
      </h2>
      <p className="mt-1 mb-4 text-sm text-soft">{submitWords.previewText}</p>
      {/* Nothing in it can be pressed: it is a picture of the card. */}
      <div
        inert
        className="panel grid grid-cols-[auto_minmax(0,1fr)] gap-4 p-5 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
      >
        <span className="grid h-fit min-h-14 min-w-13 place-items-center content-center rounded-control border border-edge text-sm font-semibold">
          <ChevronUp aria-hidden size={18} />
          {formatCount(launch.upvotes_count)}
        </span>
        <LaunchCardText launch={launch} />
        {launch.featured_image ? (
          <p className="hidden aspect-[1200/630] w-44 place-items-center rounded-control bg-sunken p-3 text-center text-xs text-soft sm:grid">
            {submitWords.previewFeatured}
          </p>
        ) : first ? (
          <UploadedPicture picture={first} alt="" className="hidden w-44 sm:block" />
        ) : null}
      </div>
    </section>
  )
}
