import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { SuggestionValues, ToolField, ToolValues } from './suggestion.ts'

/**
 * Gives the fields that the member has not changed the tool's new values. Otherwise a second attempt would propose
 * to take back what another edit has changed meanwhile.
 * @param opened the values that the form opened with
 */
export function usePresentValues(
  { getValues, setValue }: Pick<UseFormReturn<SuggestionValues>, 'getValues' | 'setValue'>,
  present: ToolValues,
  opened: ToolValues,
): void {
  const known = useRef(opened)
  useEffect(() => {
    for (const field of Object.keys(present) as ToolField[]) {
      const before = JSON.stringify(known.current[field])
      const isUntouched = JSON.stringify(getValues(field)) === before
      if (isUntouched && JSON.stringify(present[field]) !== before) setValue(field, present[field])
    }
    known.current = present
  })
}
