import type { User } from '@supabase/supabase-js'
import { useRef } from 'react'
import { describeFailure } from '../data/command-error.ts'
import { useCommandForm } from '../session/use-command-form.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { toastError } from '../ui/feedback/toast.ts'
import { FormPanel } from '../ui/forms/form-panel.tsx'
import { CompanyFields } from './company-fields.tsx'
import { type CompanyInput, companySchema, EMPTY_COMPANY } from './company-schema.ts'
import { addAdmin, createCompany } from './membership.ts'
import * as companyWords from './words.ts'

export function CreateCompany({ user, onCreated }: { user: User; onCreated: () => void }) {
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
    },
    onSent: onCreated,
    onFailure: (failure) => toastError(failedStep.current, describeFailure(failure)),
  })
  return (
    <FormPanel {...panel} title={companyWords.createTitle}>
      <p className="text-soft">{companyWords.createText}</p>
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
