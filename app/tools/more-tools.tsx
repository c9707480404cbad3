import { useEffect, useState } from 'react'
import { Form, useFetcher, useLocation } from 'react-router'
import { Button } from '../ui/button.tsx'
import type { Listing } from './listing.ts'
import { ToolGrid } from './tool-card.tsx'

/** A listing that grows on demand; without script "Show more" asks for the next page. */
export function GrowingList({ listing }: { listing: Listing }) {
  const { pathname, search } = useLocation()
  return <Grower key={`${pathname}${search}`} listing={listing} />
}

function Grower({ listing }: { listing: Listing }) {
  const { pathname, search } = useLocation()
  const fetcher = useFetcher<{ listing: Listing }>()
  const [further, setFurther] = useState<Listing[]>([])
  const arrived = fetcher.data?.listing
  useEffect(() => {
    if (arrived) setFurther((known) => (known.includes(arrived) ? known : [...known, arrived]))
  }, [arrived])
  const pages = [listing, ...further]
  const tools = pages.flatMap((page) => page.tools)
  const next = pages.at(-1)?.next
  const parameters = new URLSearchParams(search)
  if (next) parameters.set('after', next)
  const address = `${pathname}?${pathname === '/' ? 'index&' : ''}${parameters}`
  return (
    <>
      <h2 className="sr-only">Tools</h2>
      <p className="mb-4 text-sm text-soft" role="status">
        Showing {tools.length} of {listing.total} tools
      </p>
      <ToolGrid tools={tools} />
      {next ? (
        <Form
          action={pathname}
          className="mt-8 grid justify-center"
          onSubmit={(event) => {
            event.preventDefault()
            void fetcher.load(address)
          }}
        >
          {[...parameters].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" look="secondary" disabled={fetcher.state !== 'idle'}>
            {fetcher.state === 'idle' ? 'Show more' : 'Loading...'}
          </Button>
        </Form>
      ) : null}
    </>
  )
}
