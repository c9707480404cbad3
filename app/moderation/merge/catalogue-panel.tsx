import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod'
import { sendCommand } from '../../data/command.ts'
import { getSupabase } from '../../session/session.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { Field, Input } from '../../ui/forms/field.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import { refreshCases } from '../case/case.ts'
import * as caseWords from '../words/cases.ts'

/** The database checks both and has the messages. */
const schema = z.object({ name: z.string(), slug: z.string() })

interface CataloguePanelProps {
  tool: string
  name: string
  slug: string
}

/** What staff can do with a listed tool besides decisions: rename it, or merge it into another one. */
export function CataloguePanel({ tool, name, slug }: CataloguePanelProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    values: { name, slug },
  })
  const rename = handleSubmit(async (input) => {
    if (input.name.trim() === name && input.slug.trim() === slug) {
      return toastSuccess(caseWords.renamedNothing)
    }
    const supabase = await getSupabase()
    await sendCommand(supabase.rpc('rename_tool', { tool, ...input }))
    await Promise.all([toastSuccess(caseWords.renamed), refreshCases()])
  })
  return (
    <FormPanel onSubmit={rename}>
      <h2 className="display text-2xl">{caseWords.catalogueTitle}</h2>
      <Field label={caseWords.name}>
        {(control) => <Input {...control} {...register('name')} maxLength={100} required />}
      </Field>
      <Field label={caseWords.slug} hint={caseWords.slugHint}>
        {(control) => (
          <Input
            {...control}
            {...register('slug')}
            maxLength={100}
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <SubmitButton disabled={formState.isSubmitting}>
          {formState.isSubmitting ? uiWords.saving : caseWords.rename}
        </SubmitButton>
        <Link to={`/moderation/merge?source=${slug}`} className="text-link hover:underline">
          {caseWords.toMerge}
        </Link>
      </div>
    </FormPanel>
  )
}
