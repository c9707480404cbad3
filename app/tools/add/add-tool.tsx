import { Link, useNavigate } from 'react-router'
import { CommandError } from '../../data/command-error.ts'
import { siteContext } from '../../data/site.ts'
import * as dataWords from '../../data/words.ts'
import { describePost } from '../../session/forms/describe-post.ts'
import { useCommandForm } from '../../session/forms/use-command-form.tsx'
import { useSession } from '../../session/session.ts'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { Field, Input, Select, TextArea } from '../../ui/forms/field.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import { linkTo } from '../../ui/links.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import { CapabilitiesInput } from '../capabilities-input.tsx'
import { readCategoryNames } from '../category-names.ts'
import { toToolPath } from '../tool.ts'
import * as editWords from '../words/edits.ts'
import * as listingWords from '../words/listing.ts'
import type { Route } from './+types/add-tool'
import { createTool, EMPTY_TOOL, toolSchema, useDuplicateTool } from './tool-schema.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const categories = await readCategoryNames(context.get(siteContext))
  return { categories: categories.map(({ name }) => name) }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: listingWords.addPageTitle,
    description: listingWords.addDescription,
    path: '/add-tool',
    noIndex: true,
  })

export default function AddTool({ loaderData: { categories } }: Route.ComponentProps) {
  const { loading, user } = useSession()
  return (
    <div className="page max-w-2xl py-8">
      <h1 className="display text-title">{listingWords.addTitle}</h1>
      <p className="mt-1 mb-6 text-soft">{listingWords.addText}</p>
      {loading ? (
        <Loading className="panel min-h-96 p-6" />
      ) : (
        <AddToolForm key={user?.id} userId={user?.id} categories={categories} />
      )}
    </div>
  )
}

interface AddToolFormProps {
  /** Undefined for visitors: sending shows them a message and keeps the draft. */
  userId: string | undefined
  categories: readonly string[]
}

function AddToolForm({ userId, categories }: AddToolFormProps) {
  const navigate = useNavigate()
  const { form, panel } = useCommandForm({
    schema: toolSchema,
    empty: EMPTY_TOOL,
    draft: 'tool',
    userId,
    send: (tool) => {
      if (!userId) throw new CommandError('signed-out')
      return createTool(tool)
    },
    onSent: async ({ result: { id, lacksUses } }) => {
      const text = await describePost('tools', id, listingWords.outcomeAdded)
      void (lacksUses
        ? toastError(text, listingWords.outcomeLacksUses)
        : toastSuccess(uiWords.success, text))
      await navigate('/all-tools')
    },
    onFailure: async ({ reason, publicMessage }) => {
      if (reason === 'signed-out') {
        return toastError(dataWords.failureSignedOut, listingWords.outcomeSignedOutMore)
      }
      if (reason === 'conflict') await checkAgain()
      return toastError(
        uiWords.error,
        reason === 'offline'
          ? dataWords.failureOfflineWithDraft
          : (publicMessage ?? listingWords.outcomeFailed),
      )
    },
    onInvalid: ({ name, description, category }) => {
      const isMissing = [name, description, category].some((error) => error?.type === 'too_small')
      if (isMissing) void toastError(listingWords.outcomeMissing, dataWords.failureMissing)
    },
  })
  const { register, watch, formState } = form
  const { errors, isSubmitting } = formState
  const [name, website] = watch(['name', 'website_url'])
  const { duplicate, checkAgain } = useDuplicateTool(name, website)
  const duplicateMessage = duplicate ? (
    <Rich
      text={listingWords.alreadyListed}
      parts={{
        tool: (
          <Link className="underline" to={toToolPath(duplicate)}>
            {duplicate.name}
          </Link>
        ),
      }}
    />
  ) : undefined

  return (
    <FormPanel {...panel}>
      {userId ? null : (
        <p className="rounded-control border border-line bg-sunken px-4 py-3 text-sm">
          <Rich text={listingWords.addSignedOut} parts={{ link: linkTo('/auth?next=/add-tool') }} />
        </p>
      )}
      <Field
        label={listingWords.fieldName}
        error={errors.name?.message ?? (duplicate?.same === 'name' ? duplicateMessage : undefined)}
      >
        {(control) => <Input {...control} {...register('name')} required />}
      </Field>
      <Field label={listingWords.fieldDescription} error={errors.description?.message}>
        {(control) => <TextArea {...control} {...register('description')} rows={4} required />}
      </Field>
      <Field label={listingWords.fieldCategory} error={errors.category?.message}>
        {(control) => (
          <Select
            {...control}
            {...register('category')}
            required
            options={[
              ['', listingWords.fieldChooseCategory],
              ...categories.map((name) => [name, name] as const),
            ]}
          />
        )}
      </Field>
      <Field
        label={listingWords.fieldWebsite}
        error={
          errors.website_url?.message ??
          (duplicate?.same === 'website' ? duplicateMessage : undefined)
        }
      >
        {(control) => (
          <Input
            {...control}
            {...register('website_url')}
            type="url"
            placeholder={uiWords.webAddress}
          />
        )}
      </Field>
      <Field
        label={listingWords.fieldLogo}
        error={errors.logo_url?.message}
        hint={listingWords.fieldLogoHint}
      >
        {(control) => (
          <Input
            {...control}
            {...register('logo_url')}
            type="url"
            placeholder={uiWords.webAddress}
          />
        )}
      </Field>
      <Field label={editWords.FIELDS.aliases ?? ''} hint={editWords.aliasesHint}>
        {(control) => <Input {...control} {...register('aliases')} />}
      </Field>
      <CapabilitiesInput
        chosen={watch('capabilities')}
        onChange={(chosen) => form.setValue('capabilities', chosen, { shouldDirty: true })}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton disabled={isSubmitting}>
          {isSubmitting ? listingWords.addSubmitting : listingWords.addSubmit}
        </SubmitButton>
        <Button
          look="secondary"
          // In a tab that was opened with this page, there is no page to return to.
          onClick={() => void (history.length > 1 ? navigate(-1) : navigate('/all-tools'))}
        >
          {uiWords.cancel}
        </Button>
      </div>
    </FormPanel>
  )
}
