import { Building2, CloudOff } from 'lucide-react'
import { useNavigate } from 'react-router'
import { describeFailure } from '../data/command-error.ts'
import { useHasRead } from '../data/query.ts'
import { MakerSections } from '../makers/dashboard/maker-sections.tsx'
import { describeChange } from '../session/forms/describe-post.ts'
import { PictureField } from '../session/forms/picture-field.tsx'
import { useCommandForm } from '../session/forms/use-command-form.tsx'
import { useMember } from '../session/signed-in.tsx'
import { removeOtherPictures, toPublicUrl, uploadPicture } from '../session/upload-picture.ts'
import { isAreaOn } from '../shared/areas.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { PageSkeleton } from '../ui/feedback/loading.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { toastError, toastFailure, toastSuccess } from '../ui/feedback/toast.ts'
import { ConfirmButton } from '../ui/forms/confirm-button.tsx'
import { FormPanel, SubmitButton } from '../ui/forms/form-panel.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import * as uiWords from '../ui/words.ts'
import type { Route } from './+types/company-dashboard'
import {
  type Company,
  refreshOwnCompany,
  removeMember,
  updateCompany,
  useMembers,
  useOwnCompany,
} from './company.ts'
import { CompanyFields, companySchema, toFormValues } from './company-fields.tsx'
import { CompanyMembers } from './company-members.tsx'
import * as companyWords from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: companyWords.linkDashboard,
    description: companyWords.dashboardDescription,
    noIndex: true,
  })

export default function CompanyDashboard() {
  const { id: userId } = useMember()
  const navigate = useNavigate()
  const { data: own, isPending, isError, refetch } = useOwnCompany(userId)
  const { data: members } = useMembers(own?.company.id, userId)
  const hasRead = useHasRead(!isPending)
  if (isPending) return <PageSkeleton />
  if (isError) {
    return (
      <Notice
        isPage
        role="alert"
        icon={CloudOff}
        title={companyWords.linkDashboard}
        text={companyWords.dashboardFailed}
      >
        <Button onClick={() => void refetch()}>{uiWords.tryAgainButton}</Button>
      </Notice>
    )
  }
  if (!own) {
    return (
      <Notice isPage icon={Building2} title={companyWords.dashboardNone}>
        <LinkButton to="/start-your-team">{companyWords.linkTeam}</LinkButton>
      </Notice>
    )
  }
  const { company, isAdmin, canManage } = own
  const leave = async () => {
    await removeMember(company.id, userId)
    await navigate('/dashboard')
    await refreshOwnCompany(userId)
    return toastSuccess(companyWords.dashboardLeft)
  }
  return (
    <>
      {hasRead ? null : <PageSkeleton />}
      <div className="page column grid gap-6 py-6" hidden={!hasRead}>
        <header className="flex flex-wrap items-center gap-4">
          <Avatar name={company.name} url={company.logo_url} size={64} isSquare />
          <h1 className="display min-w-0 flex-1 basis-56 text-title wrap-anywhere">
            {company.name}
            {isAdmin ? (
              <span className="text-lg font-normal text-soft">{companyWords.admin}</span>
            ) : null}
          </h1>
          <LinkButton to={`/company/${company.id}`} look="secondary">
            {companyWords.dashboardPage}
          </LinkButton>
          {isAdmin ? null : (
            <ConfirmButton
              label={companyWords.dashboardLeave}
              title={companyWords.dashboardLeaveTitle(company.name)}
              text={companyWords.dashboardLeaveText}
              cancelLabel={companyWords.dashboardStay}
              confirmLabel={companyWords.dashboardGo}
              onConfirm={() => toastFailure(leave())}
            />
          )}
        </header>
        {isAdmin && !canManage ? (
          <p className="text-soft">{companyWords.dashboardNoPower(company.name)}</p>
        ) : null}
        <CompanyMembers company={company} canManage={canManage} userId={userId} />
        {isAreaOn('makers') ? (
          <MakerSections
            company={company}
            userId={userId}
            isAdmin={isAdmin}
            isConfirmed={members?.find(({ user_id }) => user_id === userId)?.is_confirmed ?? false}
          />
        ) : null}
        {canManage ? <CompanyDetails company={company} userId={userId} /> : null}
      </div>
    </>
  )
}

/** A company's details and logo, for an admin who can change them. */
function CompanyDetails({ company, userId }: { company: Company; userId: string }) {
  const { form, panel } = useCommandForm({
    schema: companySchema,
    saved: toFormValues(company),
    draft: `company.${company.id}`,
    userId,
    noticesSessionEnd: true,
    send: (input) => updateCompany(company.id, input),
    onSent: async ({ input }) => {
      await refreshOwnCompany(userId)
      void toastSuccess(
        companyWords.detailsUpdated,
        await describeChange('companies', company.id, input),
      )
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
        <SubmitButton sending={uiWords.saving}>{uiWords.saveChanges}</SubmitButton>
      </div>
    </FormPanel>
  )
}
