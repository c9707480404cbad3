import type { User } from '@supabase/supabase-js'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { describeFailure } from '../data/command-error.ts'
import { useRead } from '../data/query.ts'
import * as dataWords from '../data/words.ts'
import { describeChange } from '../session/forms/describe-post.ts'
import { useCommandForm } from '../session/forms/use-command-form.tsx'
import { useMember } from '../session/signed-in.tsx'
import { readText } from '../shared/parameters.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { toastError, toastFailure, toastSuccess } from '../ui/feedback/toast.ts'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import { InputField } from '../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../ui/forms/form-panel.tsx'
import { useDebounced } from '../ui/forms/use-debounced.ts'
import { pageMeta } from '../ui/page-meta.ts'
import { Section } from '../ui/panels.tsx'
import type { Route } from './+types/start-your-team'
import {
  addAdmin,
  createCompany,
  joinCompany,
  refreshOwnCompany,
  searchCompanies,
  useOwnCompany,
} from './company.ts'
import {
  CompanyFields,
  type CompanyInput,
  companySchema,
  EMPTY_COMPANY,
} from './company-fields.tsx'
import * as companyWords from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: companyWords.linkTeam,
    description: companyWords.teamDescription,
    noIndex: true,
  })

export default function StartYourTeam() {
  const user = useMember()
  const navigate = useNavigate()
  const { data: own } = useOwnCompany(user.id)
  const [parameters] = useSearchParams()
  const claimed = readText(parameters, 'claim', 200)
  // An admin returns to the claim that needed a company.
  const next =
    own?.isAdmin && claimed && /^[a-z0-9-]+$/.test(claimed)
      ? `/tool/${claimed}/claim`
      : '/company-dashboard'
  const hasCompany = Boolean(own)
  useEffect(() => {
    if (hasCompany) void navigate(next, { replace: true })
  }, [hasCompany, navigate, next])
  const finish = async (title: string, text: string) => {
    void toastSuccess(title, text)
    await refreshOwnCompany(user.id)
  }
  return (
    <div className="page column grid gap-6 py-6">
      <h1 className="display text-title">{companyWords.linkTeam}</h1>
      <JoinCompany
        userId={user.id}
        onJoined={() => void finish(companyWords.joinJoined, companyWords.joinJoinedMore)}
      />
      <CreateCompany
        user={user}
        onCreated={(text) => void finish(companyWords.createCreated, text)}
      />
    </div>
  )
}

function CreateCompany({ user, onCreated }: { user: User; onCreated: (text: string) => void }) {
  const failedStep = useRef(companyWords.failedCreate)
  const { form, panel } = useCommandForm({
    schema: companySchema,
    empty: readSignUpCompany(user),
    draft: 'company',
    userId: user.id,
    noticesSessionEnd: true,
    send: async (input) => {
      failedStep.current = companyWords.failedCreate
      const companyId = await createCompany(input)
      failedStep.current = companyWords.failedAddUser
      await addAdmin(companyId, user.id)
      return companyId
    },
    onSent: async ({ result, input }) =>
      onCreated(await describeChange('companies', result, input, companyWords.createCreatedMore)),
    onFailure: (failure) => toastError(failedStep.current, describeFailure(failure)),
  })
  return (
    <FormPanel {...panel} title={companyWords.createTitle}>
      <p className="text-soft">{companyWords.createText}</p>
      <CompanyFields form={form} />
      <div>
        <SubmitButton sending={companyWords.createCreating}>
          {companyWords.createCreate}
        </SubmitButton>
      </div>
    </FormPanel>
  )
}

/** The company that a business account named at sign-up. */
function readSignUpCompany({ user_metadata: metadata }: User): CompanyInput {
  const text = (name: string) => (typeof metadata[name] === 'string' ? metadata[name] : '')
  const website = text('company_website')
  return {
    ...EMPTY_COMPANY,
    name: text('company_name'),
    website,
    domain: URL.canParse(website) ? new URL(website).hostname.replace(/^www\./, '') : '',
    size: text('company_size'),
    industry: text('company_industry'),
  }
}

function JoinCompany({ userId, onJoined }: { userId: string; onJoined: () => void }) {
  const [words, setWords] = useState('')
  const [joining, setJoining] = useState<string>()
  const wanted = useDebounced(words.trim())
  const { data: found, isError } = useRead(
    ['companies', wanted],
    ({ signal }) => searchCompanies(wanted, signal),
    { enabled: wanted !== '' },
  )
  const join = async (companyId: string) => {
    setJoining(companyId)
    await joinCompany(userId, companyId).finally(() => setJoining(undefined))
    onJoined()
  }
  return (
    <Section id="join" title={companyWords.joinTitle}>
      <InputField
        label={companyWords.joinSearch}
        type="search"
        value={words}
        maxLength={100}
        placeholder={companyWords.joinPlaceholder}
        onChange={(event) => setWords(event.target.value)}
      />
      <div role="status" className="text-sm text-soft empty:absolute">
        {isError ? dataWords.failureSearch : null}
        {wanted !== '' && found?.length === 0 ? companyWords.joinNone : null}
      </div>
      {wanted !== '' && found?.length ? (
        <ul className="divide-y divide-line">
          {found.map((company) => (
            <li key={company.id} className="flex items-center gap-3 py-3">
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
    </Section>
  )
}
