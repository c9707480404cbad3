import { Link, useNavigate, useSearchParams } from 'react-router'
import { CommandError } from '../../data/command-error.ts'
import { siteContext } from '../../data/site.ts'
import * as dataWords from '../../data/words.ts'
import { describePost } from '../../session/forms/describe-post.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { useSession } from '../../session/session.ts'
import { readText } from '../../shared/parameters.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { toastError, toastMade, toastSuccess } from '../../ui/feedback/toast.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { InputField, SelectField, TextAreaField } from '../../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import { linkTo } from '../../ui/links.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import { CapabilitiesInput } from '../capabilities-input.tsx'
import { readCategoryNames } from '../category-names.ts'
import { toToolPath } from '../tool.ts'
import * as editWords from '../words/edits.ts'
import * as listingWords from '../words/listing.ts'
import type { Route } from './+types/add-tool'
import { createTool, EMPTY_TOOL, NAME_MAX, toolSchema, useDuplicateTool } from './tool-schema.ts'

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
    <div className="page column min-h-dvh py-6 print:min-h-0">
      <h1 className="display text-title">{listingWords.addTool}</h1>
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
  const [parameters] = useSearchParams()
  const { form, panel } = useCommandForm({
    schema: toolSchema,
    empty: { ...EMPTY_TOOL, name: readText(parameters, 'name', NAME_MAX) },
    draft: 'tool',
    userId,
    send: (tool) => {
      if (!userId) throw new CommandError('signed-out')
      return createTool(tool)
    },
    onSent: async ({ result: { id, slug, lacksUses } }) => {
      const text = await describePost('tools', id, listingWords.outcomeAdded)
      const link = {
        label: listingWords.outcomeShow,
        onClick: () => void navigate(`/tool/${slug}`),
      }
      // What a rule holds has no page yet.
      const isHeld = text !== listingWords.outcomeAdded
      if (lacksUses) void toastError(text, listingWords.outcomeLacksUses)
      else
        void (isHeld ? toastSuccess(uiWords.success, text) : toastMade(uiWords.success, text, link))
      await navigate('/all-tools')
    },
    signedOut: userId && dataWords.failureSignedOut,
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
  const field = fieldsOf(form)
  const { watch, formState } = form
  const { errors } = formState
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
      <InputField
        label={listingWords.fieldName}
        {...field('name')}
        error={errors.name?.message ?? (duplicate?.same === 'name' ? duplicateMessage : undefined)}
        required
      />
      <TextAreaField
        label={listingWords.fieldDescription}
        {...field('description')}
        rows={4}
        required
      />
      <SelectField
        label={listingWords.fieldCategory}
        {...field('category')}
        required
        options={[
          ['', listingWords.fieldChooseCategory],
          ...categories.map((name) => [name, name] as const),
        ]}
      />
      <InputField
        label={listingWords.fieldWebsite}
        {...field('website_url')}
        error={
          errors.website_url?.message ??
          (duplicate?.same === 'website' ? duplicateMessage : undefined)
        }
        type="url"
        placeholder={uiWords.webAddress}
      />
      <InputField
        label={listingWords.fieldLogo}
        {...field('logo_url')}
        hint={listingWords.fieldLogoHint}
        type="url"
        placeholder={uiWords.webAddress}
      />
      <InputField
        label={editWords.FIELDS.aliases ?? ''}
        {...field('aliases')}
        hint={editWords.aliasesHint}
      />
      <CapabilitiesInput
        chosen={watch('capabilities')}
        onChange={(chosen) => form.setValue('capabilities', chosen, { shouldDirty: true })}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton sending={listingWords.addSubmitting}>{listingWords.addTool}</SubmitButton>
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
