import { data, Link, useNavigate, useRevalidator } from 'react-router'
import { sendCommand } from '../../data/command.ts'
import type { Json } from '../../data/database.types.ts'
import { type Site, siteContext } from '../../data/site.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { getSupabase } from '../../session/session.ts'
import { RequireSignIn } from '../../sign-in/member-layout.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { InputField, TextAreaField } from '../../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import { readCategoryNames } from '../category-names.ts'
import type { Successor } from '../describe-facts.ts'
import { readSuccessor } from '../describe-facts.ts'
import { describeSources, readVitality } from '../describe-origins.ts'
import { findTool } from '../read-tool.ts'
import { type ToolDetail, toToolPath } from '../tool.ts'
import { ToolNotFound } from '../tool-not-found.tsx'
import * as detailWords from '../words/detail.ts'
import * as editWords from '../words/edits.ts'
import type { Route } from './+types/suggest-edit'
import { AttributeFields } from './attribute-fields.tsx'
import { FactFields, PriceFields, ToolFields } from './edit-fields.tsx'
import { OwnSuggestions, refreshSuggestions } from './own-suggestions.tsx'
import {
  type SuggestionValues,
  toChanges,
  toToolValues,
  usePresentValues,
  type ValuedAttribute,
} from './suggestion.ts'

interface SuggestEditProps {
  userId: string
  tool: ToolDetail
  successor: Successor | null
  categories: readonly string[]
  attributes: readonly ValuedAttribute[]
  sources: Readonly<Record<string, string>>
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const tool = await findTool(site, params.toolId, request, (slug) => `/tool/${slug}/suggest-edit`)
  if (!tool) throw data(null, { status: 404 })
  const [categories, attributes, successor, { origins }] = await Promise.all([
    readCategoryNames(site),
    readAttributes(site, tool),
    readSuccessor(site, tool.tool_facts?.successor_id),
    readVitality(site, tool.id),
  ])
  const sources = describeSources(origins)
  return { tool, successor, attributes, sources, categories: categories.map(({ name }) => name) }
}

/** The attributes that a tool can have, with its values. */
async function readAttributes(
  { supabase }: Site,
  { id, categories }: ToolDetail,
): Promise<ValuedAttribute[]> {
  const [attributes, facts] = await Promise.all([
    supabase
      .from('attributes')
      .select('key, label, help, kind, options, unit, category')
      .order('position')
      .throwOnError(),
    supabase.from('tool_facts').select('more').eq('tool_id', id).maybeSingle().throwOnError(),
  ])
  const values = (facts.data?.more ?? {}) as Record<string, Json>
  return attributes.data
    .filter(({ category }) => category === null || categories.includes(category))
    .map((attribute) => ({ ...attribute, value: values[attribute.key] ?? null }))
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData ? editWords.suggestTitle(loaderData.tool.name) : detailWords.missing,
    description: loaderData ? editWords.suggestDescription : detailWords.missingDescription,
    noIndex: true,
  })

/** A member corrects the facts about a tool (spec 4 §1). */
export default function SuggestEdit({ loaderData }: Route.ComponentProps) {
  const { tool } = loaderData
  return (
    <RequireSignIn>
      {(user) => (
        <div className="page column grid gap-4 py-6">
          <header>
            <Link to={toToolPath(tool)} className="text-sm text-link hover:underline">
              {editWords.suggestBack(tool.name)}
            </Link>
            <h1 className="display mt-1 text-title wrap-anywhere">
              {editWords.suggestTitle(tool.name)}
            </h1>
            <p className="mt-2 text-sm text-soft">{editWords.suggestIntro}</p>
          </header>
          <OwnSuggestions key={tool.id} userId={user.id} toolId={tool.id} />
          <SuggestEditForm key={`${tool.id} ${user.id}`} userId={user.id} {...loaderData} />
        </div>
      )}
    </RequireSignIn>
  )
}

export const ErrorBoundary = ToolNotFound

const NOTE_MAX = 1000

function SuggestEditForm({ userId, tool, attributes, ...choices }: SuggestEditProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  // They can differ from those that the form opened with.
  const present = toToolValues(tool, attributes)
  const { form, panel, opened } = useCommandForm<SuggestionValues, string>({
    saved: { ...present, source_url: '', note: '' },
    draft: `edit ${tool.id}`,
    userId,
    send: async ({ source_url, note, ...wanted }) => {
      const supabase = await getSupabase()
      const edit = await sendCommand(
        supabase.rpc('suggest_tool_edit', {
          tool: tool.id,
          changes: toChanges(present, wanted),
          source_url,
          note,
        }),
      )
      const stored = supabase.from('tool_edits').select('status, as_maker').eq('id', edit)
      const { status, as_maker } = await sendCommand(stored.single())
      if (status === 'accepted') return editWords.sentAtOnce
      return as_maker ? editWords.sentByMaker : editWords.sent
    },
    onSent: async ({ result }) => {
      void refreshSuggestions()
      void toastSuccess(result)
      await navigate(toToolPath(tool))
    },
    onInvalid: (errors) => {
      // A control in a closed row cannot take the focus.
      for (const name of Object.keys(errors))
        document.getElementsByName(name)[0]?.closest('details')?.setAttribute('open', '')
    },
    onFailure: (failure) => {
      // The fields then show the present values below what the member typed.
      if (failure.code === 'PT409') void revalidate()
      throw failure
    },
  })
  const field = fieldsOf(form)
  usePresentValues(form, present, opened)
  const fields = { form, present, capabilities: tool.capabilities, ...choices }
  return (
    <FormPanel {...panel} className="grid gap-4">
      <div className="panel divide-y divide-line px-4 sm:px-6">
        <ToolFields {...fields} />
        <PriceFields {...fields} />
        <FactFields {...fields} toolSlug={tool.slug} />
        <AttributeFields {...fields} attributes={attributes} />
      </div>
      <fieldset className="panel grid gap-4 p-4 sm:p-6">
        <legend className="float-left font-semibold">{editWords.groupProof}</legend>
        <InputField
          label={editWords.source}
          {...field('source_url', {
            validate: (text) => text.trim() !== '' || editWords.sourceMissing,
          })}
          hint={editWords.sourceHint}
          type="url"
          required
          placeholder={uiWords.webAddress}
        />
        <TextAreaField
          label={editWords.note}
          {...field('note')}
          hint={editWords.noteHint}
          rows={1}
          maxLength={NOTE_MAX}
        />
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <SubmitButton sending={uiWords.sending}>{editWords.submit}</SubmitButton>
        <LinkButton to={toToolPath(tool)} look="secondary">
          {uiWords.cancel}
        </LinkButton>
      </div>
    </FormPanel>
  )
}
