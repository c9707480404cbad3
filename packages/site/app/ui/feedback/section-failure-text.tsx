import { useRevalidator } from 'react-router'
import { LoadFailure } from './loading.tsx'

/** The text of `SectionFailure`; "Try again" runs the loader. */
export default function SectionFailureText() {
  const { revalidate } = useRevalidator()
  return <LoadFailure onRetry={() => void revalidate()} />
}
