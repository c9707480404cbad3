import { describeFailure } from '../data/command-error.ts'
import { PictureField } from '../session/forms/picture-field.tsx'
import { useCommandForm } from '../session/forms/use-command-form.tsx'
import { removeOtherPictures, toPublicUrl, uploadPicture } from '../session/upload-picture.ts'
import { SubmitButton } from '../ui/button.tsx'
import { toastError, toastSuccess } from '../ui/feedback/toast.ts'
import { FormPanel } from '../ui/forms/form-panel.tsx'
import * as uiWords from '../ui/words.ts'
import { type Company, refreshOwnCompany } from './company.ts'
import { CompanyFields } from './company-fields.tsx'
import { companySchema, toFormValues } from './company-schema.ts'
import { updateCompany } from './membership.ts'
import * as companyWords from './words.ts'

/** A company's details and logo, for its admin. */
export function CompanyDetails({ company, userId }: { company: Company; userId: string }) {
  const { form, panel } = useCommandForm({
    schema: companySchema,
    saved: toFormValues(company),
    draft: `company.${company.id}`,
    userId,
    noticesSessionEnd: true,
    send: (input) => updateCompany(company.id, input),
    onSent: async () => {
      await refreshOwnCompany(userId)
      void toastSuccess(companyWords.detailsUpdated)
    },
    onFailure: (failure) => toastError(companyWords.failedUpdate, describeFailure(failure)),
  })
  const saveLogo = async (logo_url: string | null) => {
    await updateCompany(company.id, { logo_url })
    await refreshOwnCompany(userId)
    await removeOtherPictures('logos', company.id, logo_url)
  }
  return (
    <FormPanel {...panel} title={companyWords.detailsTitle}>
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
