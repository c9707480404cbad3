import { useRevalidator } from 'react-router'
import { LoadFailure } from './load-failure.tsx'

/** In place of a section that the page's loader could not read; "Try again" runs the loader. */
export function SectionFailure() {
  const { revalidate } = useRevalidator()
  return <LoadFailure onRetry={() => void revalidate()} />
}
