import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../data/query.ts'
import * as dataWords from '../data/words.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { toastFailure } from '../ui/feedback/toast.ts'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import { Field, Input } from '../ui/forms/field.tsx'
import { useDebounced } from '../ui/forms/use-debounced.ts'
import { joinCompany, searchCompanies } from './membership.ts'
import * as companyWords from './words.ts'

export function JoinCompany({ userId, onJoined }: { userId: string; onJoined: () => void }) {
  const [words, setWords] = useState('')
  const [joining, setJoining] = useState<string>()
  const wanted = useDebounced(words.trim())
  const { data: found, isError } = useQuery(
    {
      queryKey: ['companies', wanted],
      queryFn: ({ signal }) => searchCompanies(wanted, signal),
      enabled: wanted !== '',
    },
    queries,
  )
  const join = async (companyId: string) => {
    setJoining(companyId)
    await joinCompany(userId, companyId).finally(() => setJoining(undefined))
    onJoined()
  }
  return (
    <section className="panel grid gap-4 p-6" aria-labelledby="join">
      <h2 id="join" className="display text-2xl">
        {companyWords.joinTitle}
      </h2>
      <Field label={companyWords.joinSearch}>
        {(control) => (
          <Input
            {...control}
            type="search"
            value={words}
            maxLength={100}
            placeholder={companyWords.joinPlaceholder}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      <div role="status" className="text-sm text-soft empty:-mt-4">
        {isError ? dataWords.failureSearch : null}
        {wanted !== '' && found?.length === 0 ? companyWords.joinNone : null}
      </div>
      {wanted !== '' && found?.length ? (
        <ul className="grid gap-2">
          {found.map((company) => (
            <li
              key={company.id}
              className="flex items-center gap-3 rounded-control border border-line p-3"
            >
              <Avatar name={company.name} url={company.logo_url} isSquare />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{company.name}</span>
                <span className="block truncate text-sm text-soft">{company.domain}</span>
              </span>
              <Button
                look="secondary"
                disabled={joining !== undefined}
                onClick={() => toastFailure(join(company.id), companyWords.failedJoin)}
              >
                <span>
                  <Rich
                    text={joining === company.id ? companyWords.joinJoining : companyWords.joinJoin}
                    parts={{ name: company.name, hidden }}
                  />
                </span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
