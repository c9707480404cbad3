import { useRef, useState } from 'react'
import { siteContext } from '../../data/site.ts'
import { readCategoryNames } from '../../tools/category-names.ts'
import * as listingWords from '../../tools/words/listing.ts'
import { Button } from '../../ui/button.tsx'
import { hidden, Rich } from '../../ui/format/rich-text.tsx'
import { InputField } from '../../ui/forms/field.tsx'
import { useDebounced } from '../../ui/forms/use-debounced.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { StaffLoading, StaffPage } from '../staff/staff-page.tsx'
import { useStaffRead } from '../staff/staff-role.ts'
import * as catalogWords from '../words/catalog.ts'
import type { Route } from './+types/capabilities'
import {
  CAPABILITIES_KEY,
  CAPABILITIES_SHOWN,
  type Capability,
  CapabilityForm,
  listCapabilities,
} from './capability-form.tsx'
import { SuggestionNote } from './suggestion-count.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const categories = await readCategoryNames(context.get(siteContext))
  return { categories: categories.map(({ name }) => name) }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: catalogWords.capabilitiesTitle,
    description: catalogWords.capabilitiesDescription,
    noIndex: true,
  })

/** The vocabulary of what tools are used for (spec 5 §1). */
export default function CapabilitiesScreen({ loaderData: { categories } }: Route.ComponentProps) {
  const [edited, setEdited] = useState<Capability>()
  const list = useRef<HTMLDivElement>(null)
  return (
    <StaffPage title={catalogWords.capabilitiesTitle} intro={catalogWords.capabilitiesIntro}>
      <SuggestionNote />
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem]">
        <div className="lg:order-last">
          <CapabilityForm
            key={edited?.slug ?? ''}
            edited={edited}
            categories={categories}
            onDone={() => {
              setEdited(undefined)
              // Its form disappears.
              if (edited) list.current?.focus()
            }}
          />
        </div>
        <div ref={list} tabIndex={-1} className="outline-none">
          <Capabilities onEdit={setEdited} />
        </div>
      </div>
    </StaffPage>
  )
}

function Capabilities({ onEdit }: { onEdit: (capability: Capability) => void }) {
  const [words, setWords] = useState('')
  const wanted = useDebounced(words.trim())
  // Other words begin with their first page.
  const [turned, setTurned] = useState({ wanted, page: 0 })
  const page = turned.wanted === wanted ? turned.page : 0
  const top = useRef<HTMLDivElement>(null)
  const turn = (by: number) => {
    setTurned({ wanted, page: page + by })
    top.current?.focus()
  }
  const capabilities = useStaffRead([CAPABILITIES_KEY, wanted, page], ({ signal }) =>
    listCapabilities(wanted, page, signal),
  )
  const { data } = capabilities
  return (
    <div ref={top} tabIndex={-1} className="grid scroll-mt-24 gap-4 outline-none">
      <InputField
        label={catalogWords.capabilitiesSearch}
        type="search"
        maxLength={60}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {!data ? (
        <StaffLoading of={capabilities} rows={6} />
      ) : data.length === 0 ? (
        <p role="status" className="panel p-6 text-soft">
          {wanted ? catalogWords.capabilitiesNone : catalogWords.capabilitiesNoneYet}
        </p>
      ) : (
        <>
          <ul className="panel divide-y divide-line">
            {data.slice(0, CAPABILITIES_SHOWN).map((capability) => (
              <li
                key={capability.slug}
                className="flex items-start justify-between gap-4 pr-2 pl-4"
              >
                <details className="min-w-0 flex-1 wrap-anywhere">
                  <summary className="cursor-pointer py-2">
                    <h2 className="inline font-semibold">{capability.name}</h2>
                  </summary>
                  <p className="text-sm text-soft">
                    {catalogWords.capabilityDetail(
                      capability.category,
                      listingWords.allToolsCount(capability.tool_count, false),
                    )}
                  </p>
                  {capability.synonyms.length > 0 ? (
                    <p className="pb-2 text-sm text-soft">
                      {catalogWords.capabilitySynonyms(capability.synonyms)}
                    </p>
                  ) : null}
                </details>
                <Button look="quiet" onClick={() => onEdit(capability)}>
                  <Rich
                    text={catalogWords.capabilityEditOf}
                    parts={{ name: capability.name, hidden }}
                  />
                </Button>
              </li>
            ))}
          </ul>
          <div className="flex justify-between gap-3">
            {page > 0 ? (
              <Button look="secondary" onClick={() => turn(-1)}>
                {catalogWords.capabilitiesBefore}
              </Button>
            ) : null}
            {data.length > CAPABILITIES_SHOWN ? (
              <Button look="secondary" className="ml-auto" onClick={() => turn(1)}>
                {catalogWords.capabilitiesAfter}
              </Button>
            ) : null}
          </div>
        </>
      )}
    </div>
  )
}
