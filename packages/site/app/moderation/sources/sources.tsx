import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormError, InputField, SelectField } from '../../ui/forms/field.tsx'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section } from '../../ui/panels.tsx'
import { ImportProgress } from '../staff/import-progress.tsx'
import { StaffLoading, StaffPage } from '../staff/staff-page.tsx'
import { useStaffRead } from '../staff/staff-role.ts'
import * as sourcesWords from '../words/sources.ts'
import type { Route } from './+types/sources'
import type { ListRequest } from './read-list.ts'
import { listSources, SOURCES_KEY, SourceList } from './source-list.tsx'
import { SourceMapping } from './source-mapping.tsx'
import { SourceOutcome } from './source-outcome.tsx'
import { useSource } from './use-source.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: sourcesWords.title,
    description: sourcesWords.description,
    noIndex: true,
  })

/** Makes tools of a list, and reads it again (spec 4 §6). */
export default function SourcesScreen() {
  const saved = useStaffRead([SOURCES_KEY], ({ signal }) => listSources(signal))
  const sources = saved.data?.sources ?? []
  const { state, read, map, setEvery, check, save } = useSource(sources)
  const isBusy = state.step === 'reading' || state.step === 'checking' || state.step === 'saving'
  return (
    <StaffPage title={sourcesWords.title} intro={sourcesWords.intro}>
      <ListForm isBusy={isBusy} isReading={state.step === 'reading'} onRead={read}>
        <FormError message={state.failure} />
      </ListForm>
      {state.step === 'read' || state.step === 'checked' ? (
        <SourceMapping
          list={state.list}
          onMap={(column, target) => void map(state.list, column, target)}
          onEvery={(every) => setEvery(state.list, every)}
        >
          {state.step === 'read' ? (
            <div>
              <Button onClick={() => void check(state.list)}>{sourcesWords.check}</Button>
            </div>
          ) : null}
        </SourceMapping>
      ) : null}
      {state.step === 'checking' || state.step === 'saving' ? <ImportProgress {...state} /> : null}
      {state.step === 'checked' || state.step === 'saved' ? (
        <SourceOutcome
          key={state.step}
          {...state}
          onSave={() => void save(state.list, { ...state, failure: undefined })}
        />
      ) : null}
      {saved.data ? (
        <SourceList
          {...saved.data}
          isBusy={isBusy}
          onRead={({ address, kind }) => void read({ address, kind })}
        />
      ) : (
        <StaffLoading of={saved} rows={3} />
      )}
    </StaffPage>
  )
}

interface ListFormProps {
  isBusy: boolean
  isReading: boolean
  onRead: (request: ListRequest) => Promise<void>
  children: React.ReactNode
}

/** An address or a file. */
function ListForm({ isBusy, isReading, onRead, children }: ListFormProps) {
  const [address, setAddress] = useState('')
  const [kind, setKind] = useState('')
  return (
    <Section id="list" title={sourcesWords.formTitle}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void onRead({ address: address.trim(), kind })
        }}
      >
        <div className="grid gap-4 sm:grid-cols-[1fr_14rem]">
          <InputField
            label={sourcesWords.address}
            hint={sourcesWords.addressHint}
            type="url"
            value={address}
            maxLength={2048}
            required
            onChange={(event) => setAddress(event.target.value)}
          />
          <SelectField
            label={sourcesWords.kind}
            options={sourcesWords.KINDS}
            value={kind}
            onChange={(event) => setKind(event.target.value)}
          />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" disabled={isBusy}>
            {isReading ? sourcesWords.reading : sourcesWords.read}
          </Button>
          <FileButton
            label={sourcesWords.choose}
            accept=".md,.markdown,.csv,.tsv,.json,.jsonl,.ndjson,.yml,.yaml,.zip,.gz,.tgz,.txt"
            isDisabled={isBusy}
            onChoose={(file) => void onRead({ address: file.name, file, kind })}
          />
        </div>
        {children}
      </form>
    </Section>
  )
}
