import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { describeFailure, requireCommandError } from '../data/command-error.ts'
import { removeOtherPictures, toPublicUrl, uploadPicture } from '../data/upload-picture.ts'
import { useDraft, useFormStart } from '../session/use-draft.ts'
import { SessionEnded } from '../sign-in/session-ended.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { toastError, toastSuccess } from '../ui/feedback/toast.ts'
import { DraftNote } from '../ui/forms/draft-note.tsx'
import { FormPanel } from '../ui/forms/form-panel.tsx'
import { PictureField } from '../ui/forms/picture-field.tsx'
import * as uiWords from '../ui/words.ts'
import { type Company, refreshOwnCompany } from './company.ts'
import { CompanyFields } from './company-fields.tsx'
import { type CompanyInput, companySchema, toFormValues } from './company-schema.ts'
import { updateCompany } from './membership.ts'
import * as companyWords from './words.ts'

/** A company's details and logo, for its admin. */
export function CompanyDetails({ company, userId }: { company: Company; userId: string }) {
  const draft = `company.${company.id}`
  const [isSignedOut, setSignedOut] = useState(false)
  const start = useFormStart(draft, userId, toFormValues(company))
  const form = useForm<CompanyInput>({
    resolver: zodResolver(companySchema),
    defaultValues: start.values,
  })
  const removeDraft = useDraft(form, draft, userId, start.over)
  const settle = (saved: CompanyInput) => {
    form.reset(saved)
    removeDraft()
    start.startOver(saved)
  }
  const save = form.handleSubmit(async (input) => {
    setSignedOut(false)
    try {
      await updateCompany(company.id, input)
    } catch (error) {
      const failure = requireCommandError(error)
      setSignedOut(failure.reason === 'signed-out')
      return toastError(companyWords.failedUpdate, describeFailure(failure))
    }
    settle(input)
    await refreshOwnCompany(userId)
    void toastSuccess(companyWords.detailsUpdated)
  })
  const saveLogo = async (logo_url: string | null) => {
    await updateCompany(company.id, { logo_url })
    await refreshOwnCompany(userId)
    await removeOtherPictures('logos', company.id, logo_url)
  }
  return (
    <FormPanel onSubmit={save}>
      <h2 className="display text-2xl">{companyWords.detailsTitle}</h2>
      {isSignedOut ? <SessionEnded next="/company-dashboard" /> : null}
      {start.isDraft ? <DraftNote onDiscard={() => settle(start.over)} /> : null}
      <PictureField
        label={companyWords.detailsLogo}
        name={company.name}
        url={company.logo_url}
        isSquare
        onChoose={async (file) => {
          await saveLogo(await toPublicUrl('logos', await uploadPicture('logos', company.id, file)))
          await toastSuccess(companyWords.detailsLogoUpdated)
        }}
        onRemove={() => saveLogo(null)}
      />
      <CompanyFields form={form} />
      <div>
        <SubmitButton disabled={form.formState.isSubmitting}>
          {form.formState.isSubmitting ? uiWords.saving : uiWords.saveChanges}
        </SubmitButton>
      </div>
    </FormPanel>
  )
}
