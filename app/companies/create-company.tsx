import { zodResolver } from '@hookform/resolvers/zod'
import type { User } from '@supabase/supabase-js'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { describeFailure, requireCommandError } from '../data/command-error.ts'
import { readDraft } from '../session/draft.ts'
import { useDraft } from '../session/use-draft.ts'
import { SessionEnded } from '../sign-in/session-ended.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { toastError } from '../ui/feedback/toast.ts'
import { FormPanel } from '../ui/forms/form-panel.tsx'
import { CompanyFields } from './company-fields.tsx'
import { type CompanyInput, companySchema, EMPTY_COMPANY } from './company-schema.ts'
import { addAdmin, createCompany } from './membership.ts'
import * as companyWords from './words.ts'

const DRAFT = 'company'

export function CreateCompany({ user, onCreated }: { user: User; onCreated: () => void }) {
  const [isSignedOut, setSignedOut] = useState(false)
  const form = useForm<CompanyInput>({
    resolver: zodResolver(companySchema),
    defaultValues: readDraft(DRAFT, user.id, EMPTY_COMPANY) ?? readSignUpCompany(user),
  })
  const removeDraft = useDraft(form, DRAFT, user.id)
  const create = form.handleSubmit(async (input) => {
    setSignedOut(false)
    let step = companyWords.failedCreate
    try {
      const companyId = await createCompany(input)
      step = companyWords.failedAddUser
      await addAdmin(companyId, user.id)
    } catch (error) {
      const failure = requireCommandError(error)
      setSignedOut(failure.reason === 'signed-out')
      return toastError(step, describeFailure(failure))
    }
    removeDraft()
    onCreated()
  })
  return (
    <FormPanel onSubmit={create}>
      <h2 className="display text-2xl">{companyWords.createTitle}</h2>
      <p className="text-soft">{companyWords.createText}</p>
      {isSignedOut ? <SessionEnded next="/start-your-team" /> : null}
      <CompanyFields form={form} />
      <div>
        <SubmitButton disabled={form.formState.isSubmitting}>
          {form.formState.isSubmitting ? companyWords.createCreating : companyWords.createCreate}
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
