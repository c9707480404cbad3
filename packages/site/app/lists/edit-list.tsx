import { SearchX } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { z } from 'zod'
import { sendCommand } from '../data/command.ts'
import { useRead } from '../data/query.ts'
import { describePost } from '../session/forms/describe-post.ts'
import { fieldsOf, useCommandForm } from '../session/forms/use-command-form.tsx'
import { getReader, getSupabase } from '../session/session.ts'
import { useMember } from '../session/signed-in.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Loading } from '../ui/feedback/loading.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { toastFailure, toastSuccess } from '../ui/feedback/toast.ts'
import { ConfirmButton } from '../ui/forms/confirm-button.tsx'
import { InputField, SelectField, TextAreaField } from '../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../ui/forms/form-panel.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import * as uiWords from '../ui/words.ts'
import type { Route } from './+types/edit-list'
import { ListItems } from './list-items.tsx'
import { type FullList, readList, type Visibility } from './read-lists.ts'
import * as listWords from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: listWords.editTitle,
    description: listWords.description,
    noIndex: true,
  })

/** The owner's form of a list, and its tools in order (spec 7 §3). */
export default function EditList() {
  const user = useMember()
  const { id = '' } = useParams()
  const { data: list, isError } = useRead(
    ['edited list', id, user.id],
    async () => readList(await getReader(), id),
    {
      // The form keeps what was read when it opened.
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
    },
  )
  if (isError) return <SectionFailure />
  if (list === undefined) return <Loading className="panel page my-6 min-h-96 p-6" />
  if (list?.profiles?.user_id !== user.id) {
    return (
      <Notice isPage icon={SearchX} title={listWords.missing} text={listWords.missingText}>
        <LinkButton to="/lists">{listWords.allLists}</LinkButton>
      </Notice>
    )
  }
  return (
    <div className="page column grid gap-6 py-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="display text-title">{listWords.editTitle}</h1>
        <LinkButton to={`/list/${id}`} look="secondary">
          {listWords.show}
        </LinkButton>
      </div>
      <DetailsForm list={list} userId={user.id} />
      <ListItems list={list} />
      <DeleteList id={id} />
    </div>
  )
}

const schema = z.object({
  name: z.string().trim().min(1, listWords.nameRequired).max(80),
  description: z.string().trim().max(500),
  visibility: z.enum(['private', 'unlisted', 'public']),
})

const VISIBILITIES = Object.entries(listWords.VISIBILITIES) as [Visibility, string][]

function DetailsForm({ list, userId }: { list: FullList; userId: string }) {
  const { id, name, description, visibility } = list
  const { form, panel } = useCommandForm({
    schema,
    saved: { name, description, visibility },
    draft: `list-${id}`,
    userId,
    send: async (input) =>
      sendCommand(
        (await getSupabase()).from('lists').update(input).eq('id', id).select('id').single(),
      ),
    onSent: async () => toastSuccess(listWords.listUpdated, await describePost('lists', id)),
  })
  const field = fieldsOf(form)
  const { watch } = form
  return (
    <FormPanel {...panel}>
      <InputField label={listWords.fieldName} {...field('name')} maxLength={80} required />
      <TextAreaField
        label={listWords.fieldDescription}
        {...field('description')}
        maxLength={500}
        rows={3}
      />
      <SelectField
        label={listWords.fieldVisibility}
        {...field('visibility')}
        hint={listWords.visibilityHints[watch('visibility')]}
        options={VISIBILITIES}
      />
      <div>
        <SubmitButton>{uiWords.saveChanges}</SubmitButton>
      </div>
    </FormPanel>
  )
}

function DeleteList({ id }: { id: string }) {
  const navigate = useNavigate()
  const remove = async () => {
    await sendCommand((await getSupabase()).from('lists').delete().eq('id', id))
    void toastSuccess(listWords.deleted)
    await navigate('/lists')
  }
  return (
    <div>
      <ConfirmButton
        label={listWords.deleteList}
        title={listWords.deleteTitle}
        text={listWords.deleteText}
        cancelLabel={uiWords.keepIt}
        confirmLabel={listWords.deleteList}
        onConfirm={() => toastFailure(remove())}
      />
    </div>
  )
}
