import { BadgeCheck, Eye, MessageSquareQuote, Scale, ShieldCheck, Users } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Await } from 'react-router'
import { UseLinks } from '../capabilities/use-links.tsx'
import { CategoryTile } from '../categories/category-card.tsx'
import type { TileCategory } from '../categories/read-categories.ts'
import type { Launch } from '../launches/launch.ts'
import type { FreshReview } from '../reviews/read-reviews.ts'
import { SignedIn } from '../session/signed-in.tsx'
import * as sharedWords from '../shared/words.ts'
import { SearchBox } from '../shell/search-box.tsx'
import { ToolGrid, ToolGridSkeleton } from '../tools/listing/tool-list.tsx'
import type { CardTool } from '../tools/tool.ts'
import { LinkButton } from '../ui/button.tsx'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { Rich } from '../ui/format/rich-text.tsx'
import { FigureRow } from './figure-row.tsx'
import { FreshLaunches, FreshReviews, HomeSection } from './fresh-sections.tsx'
import { FEATURED_MAX, type Figure, type Figures } from './read-home.ts'
import { type readUses, UseOfTheDay } from './use-of-the-day.tsx'
import * as homeWords from './words.ts'

const REASONS = [
  { icon: BadgeCheck, ...homeWords.whyTrustVerified },
  { icon: ShieldCheck, ...homeWords.whyTrustGenuine },
  { icon: Users, ...homeWords.whyTrustProfessionals },
  { icon: Scale, ...homeWords.whyTrustBothSides },
  { icon: Eye, ...homeWords.whyTrustOpen },
  { icon: MessageSquareQuote, ...homeWords.whyTrustOwnWords },
]

function TrustSection({ figures }: { figures: readonly Figure[] | undefined }) {
  return (
    // The last section of the page adjoins the footer.
    <section
      className="mt-4 -mb-6 border-t border-line bg-sunken py-6 sm:mt-12 sm:py-12 md:-mb-18"
      aria-labelledby="why-trust"
    >
      <div className="page grid gap-4 sm:gap-6">
        <h2 id="why-trust" className="display text-lg sm:text-title">
          {homeWords.whyTrustTitle}
        </h2>
        <ul className="grid gap-3 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
          {REASONS.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-3">
              <Icon aria-hidden size={22} className="mt-0.5 shrink-0 text-link" />
              {/* On phones the text continues the line of the title. */}
              <div className="max-sm:text-sm">
                <h3 className="font-semibold max-sm:mr-1.5 max-sm:inline">{title}</h3>
                <p className="text-sm text-soft max-sm:inline">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        {figures ? <FigureRow figures={figures} /> : <SectionFailure />}
      </div>
    </section>
  )
}

// Loaded only for members.
const SinceLastVisit = lazy(() => import('./since-last-visit.tsx'))
const MemberSteps = lazy(() => import('../people/first-steps.tsx'))

interface LandingProps {
  // Undefined: could not be read.
  featured: Promise<CardTool[] | undefined>
  categories: readonly TileCategory[] | undefined
  figures: Figures | undefined
  uses: Awaited<ReturnType<typeof readUses>> | undefined
  reviews: readonly FreshReview[] | undefined
  launches: readonly Launch[] | undefined
}

export function Landing({ featured, categories, figures, uses, ...fresh }: LandingProps) {
  return (
    <>
      <section className="page grid items-center gap-x-12 gap-y-4 py-4 sm:gap-y-6 sm:py-12 lg:grid-cols-[minmax(0,1fr)_35rem]">
        <div className="grid gap-4">
          <h1 className="display text-hero font-extrabold">
            <Rich
              text={sharedWords.siteHeading}
              parts={{ marked: (words) => <span className="marked px-2">{words}</span> }}
            />
          </h1>
          <p className="max-w-xl text-soft">{homeWords.landingText}</p>
          <SearchBox label={homeWords.landingSearch} className="max-w-xl" isLarge hasSuggestions />
          {uses ? (
            <UseLinks
              uses={uses.uses}
              className="max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-1 sm:flex-wrap"
            />
          ) : (
            <SectionFailure />
          )}
        </div>
        {uses?.use ? <UseOfTheDay use={uses.use} /> : null}
        <div className="flex flex-wrap items-center justify-between gap-4 lg:col-span-2">
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow max-sm:*:px-2 sm:gap-3">
            <LinkButton to="/all-tools">{homeWords.landingExplore}</LinkButton>
            <LinkButton to="/write-review" look="secondary">
              {homeWords.landingShare}
            </LinkButton>
          </div>
          {figures ? <FigureRow figures={figures.hero} /> : <SectionFailure />}
        </div>
      </section>

      {/* Its place is reserved if the browser has a session. */}
      <section
        aria-labelledby="since-last-visit"
        className="page hidden min-h-69 py-4 in-data-[session]:block sm:py-6"
      >
        <SignedIn>
          <Suspense>
            <SinceLastVisit />
          </Suspense>
        </SignedIn>
      </section>
      <SignedIn>
        <Suspense>
          <MemberSteps />
        </Suspense>
      </SignedIn>
      <FreshReviews reviews={fresh.reviews} />
      <FreshLaunches launches={fresh.launches} />

      <HomeSection
        id="featured"
        title={homeWords.landingFeatured}
        to="/all-tools"
        action={homeWords.landingAllTools}
      >
        <Suspense fallback={<ToolGridSkeleton count={FEATURED_MAX} />}>
          <Await resolve={featured}>
            {(tools) =>
              tools ? (
                <ToolGrid tools={tools} isFeatured rank="list=featured" />
              ) : (
                <SectionFailure />
              )
            }
          </Await>
        </Suspense>
      </HomeSection>

      <HomeSection
        id="by-category"
        title={homeWords.landingByCategory}
        to="/categories"
        action={homeWords.landingAllCategories}
      >
        {categories ? null : <SectionFailure />}
        <ul className="grid grid-cols-2 gap-2 sm:gap-3 lg:grid-cols-4">
          {categories?.map((category, index) => (
            <li key={category.name}>
              <CategoryTile category={category} figure={`home-category-${index + 1}`} />
            </li>
          ))}
        </ul>
      </HomeSection>

      <TrustSection figures={figures?.trust} />
    </>
  )
}
