import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { fieldsOf } from '../../session/forms/use-command-form.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { useShownTask } from '../../ui/feedback/use-task.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-button.tsx'
import { FormError, InputField, SelectField } from '../../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import type { StaffRole } from '../staff/staff-role.ts'
import * as staffWords from '../words/staff.ts'
import { setStaffRole } from './set-staff-role.ts'

const schema = z.object({
  username: z.string().trim().min(1, staffWords.usernameMissing),
  role: z.enum(['moderator', 'admin']),
})
type Appointment = z.infer<typeof schema>

const OPTIONS = Object.entries(staffWords.ROLES)

/** Makes a member staff, after a confirmation. */
export function AppointForm() {
  const [pendingAppointment, setPendingAppointment] = useState<Appointment>()
  const [isOpen, setOpen] = useState(false)
  const { isBusy, failure, clearFailure, run } = useShownTask()
  const form = useForm<Appointment>({
    resolver: zodResolver(schema),
    defaultValues: { username: '', role: 'moderator' as StaffRole },
  })
  const field = fieldsOf(form)
  const { handleSubmit, resetField } = form
  const ask = handleSubmit((appointment) => {
    if (isBusy) return
    clearFailure()
    setPendingAppointment(appointment)
    setOpen(true)
  })
  const appoint = ({ username, role }: Appointment) =>
    void run(async () => {
      await setStaffRole(username, role)
      resetField('username')
      await toastSuccess(staffWords.roleSaved(username))
    })
  return (
    <FormPanel onSubmit={ask}>
      <h2 className="display text-lg">{staffWords.appoint}</h2>
      <InputField
        label={staffWords.username}
        {...field('username')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <SelectField label={staffWords.role} {...field('role')} options={OPTIONS} />
      <FormError message={failure} />
      <div>
        <SubmitButton disabled={isBusy}>
          {isBusy ? uiWords.saving : staffWords.appoint}
        </SubmitButton>
      </div>
      {pendingAppointment ? (
        <ConfirmDialog
          isOpen={isOpen}
          onOpenChange={setOpen}
          title={staffWords.makeTitle(pendingAppointment.username, pendingAppointment.role)}
          text={staffWords.ROLE_RIGHTS[pendingAppointment.role]}
          confirmLabel={staffWords.appoint}
          onConfirm={() => appoint(pendingAppointment)}
        />
      ) : null}
    </FormPanel>
  )
}
