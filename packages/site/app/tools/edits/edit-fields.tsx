import { fieldsOf } from '../../session/forms/use-command-form.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { DESCRIPTION_MAX, NAME_MAX } from '../add/tool-schema.ts'
import * as detailWords from '../words/detail.ts'
import * as editWords from '../words/edits.ts'
import {
  CapabilitiesField,
  Checkboxes,
  ChoiceInput,
  DateInput,
  type EditFieldsProps,
  EditRow,
  SuccessorField,
  TextInput,
  UrlInput,
} from './edit-inputs.tsx'
import type { SuggestionValues } from './suggestion.ts'

/** Common licenses; any other identifier of SPDX is accepted as well. */
const LICENSES =
  'proprietary MIT Apache-2.0 GPL-2.0-only GPL-2.0-or-later GPL-3.0-only GPL-3.0-or-later AGPL-3.0-only AGPL-3.0-or-later LGPL-2.1-or-later LGPL-3.0-only MPL-2.0 BSD-2-Clause BSD-3-Clause ISC PostgreSQL Unlicense BUSL-1.1 SSPL-1.0 Elastic-2.0'.split(
    ' ',
  )

const checkPrice = (price: string, values: SuggestionValues): string | true =>
  !price.trim() ||
  (['price_currency', 'price_period', 'price_checked_on', 'price_source_url'] as const).every(
    (field) => values[field].trim(),
  ) ||
  editWords.groupPriceHint

export function ToolFields(props: EditFieldsProps) {
  const { categories, present, form } = props
  // A category is any text; the list has the names of the site's own.
  const choices = categories.includes(present.category)
    ? categories
    : [present.category, ...categories]
  return (
    <>
      <EditRow {...props} fields={['name', 'aliases']}>
        <TextInput {...props} field="name" input={{ maxLength: NAME_MAX, required: true }} />
        <TextInput {...props} field="aliases" hint={editWords.aliasesHint} />
      </EditRow>
      <EditRow {...props} fields={['description']}>
        <TextAreaField
          label={editWords.FIELDS.description ?? ''}
          {...fieldsOf(form)('description')}
          rows={4}
          maxLength={DESCRIPTION_MAX}
          required
        />
      </EditRow>
      <EditRow {...props} fields={['category', 'more_categories', 'capabilities']}>
        <ChoiceInput
          {...props}
          field="category"
          options={choices.map((name) => [name, name] as const)}
        />
        <Checkboxes
          label={editWords.FIELDS.more_categories ?? ''}
          options={categories
            .filter((name) => name !== form.watch('category'))
            .map((name) => [name, name] as const)}
          registered={form.register('more_categories')}
        />
        <CapabilitiesField {...props} />
      </EditRow>
      <EditRow {...props} fields={['website_url', 'logo_url']}>
        <UrlInput {...props} field="website_url" />
        <UrlInput {...props} field="logo_url" />
      </EditRow>
    </>
  )
}

export const PriceFields = (props: EditFieldsProps) => (
  <EditRow
    {...props}
    fields={[
      'pricing_model',
      'price_from',
      'price_currency',
      'price_period',
      'price_checked_on',
      'price_source_url',
    ]}
  >
    <ChoiceInput
      {...props}
      field="pricing_model"
      options={[['', editWords.notKnown], ...Object.entries(detailWords.PRICING)]}
    />
    <p className="text-sm text-soft">{editWords.groupPriceHint}</p>
    <div className="grid gap-4 sm:grid-cols-3">
      <TextInput
        {...props}
        field="price_from"
        validate={checkPrice}
        input={{ inputMode: 'decimal' }}
      />
      <TextInput
        {...props}
        field="price_currency"
        hint={editWords.currencyHint}
        input={{ maxLength: 3, autoCapitalize: 'characters', spellCheck: false }}
      />
      <ChoiceInput {...props} field="price_period" options={editWords.PERIODS} />
    </div>
    <UrlInput {...props} field="price_source_url" />
    <DateInput {...props} field="price_checked_on" />
  </EditRow>
)

export function FactFields({ toolSlug, ...props }: EditFieldsProps & { toolSlug: string }) {
  const isAsked = (field: SourcedField) => !(field in props.sources)
  return (
    <>
      <EditRow {...props} fields={['platforms']}>
        <Checkboxes
          label={editWords.FIELDS.platforms ?? ''}
          options={Object.entries(detailWords.PLATFORMS)}
          registered={props.form.register('platforms')}
        />
      </EditRow>
      {SOURCED_ROWS.map((row) => (
        <RowOf key={row[0]} {...props} fields={row.filter(isAsked)} />
      ))}
      <EditRow
        {...props}
        fields={isAsked('discontinued_on') ? ['discontinued_on', 'successor_id'] : ['successor_id']}
      >
        {isAsked('discontinued_on') ? <INPUTS.discontinued_on {...props} /> : null}
        <SuccessorField {...props} toolSlug={toolSlug} />
      </EditRow>
      <RowOf {...props} fields={SOURCED.filter((field) => !isAsked(field))} />
    </>
  )
}

/** The fields that a source may provide. Such a field has no input; one row shows its value beside the others. */
const SOURCED_ROWS = [
  ['license', 'repository_url'],
  ['latest_version', 'latest_version_on'],
] as const
const SOURCED = [...SOURCED_ROWS.flat(), 'discontinued_on'] as const

type SourcedField = (typeof SOURCED)[number]

/** @returns nothing without fields */
const RowOf = ({ fields, ...props }: EditFieldsProps & { fields: readonly SourcedField[] }) =>
  fields.length > 0 ? (
    <EditRow {...props} fields={fields}>
      {fields.map((field) => {
        const Input = INPUTS[field]
        return <Input key={field} {...props} />
      })}
    </EditRow>
  ) : null

const INPUTS: Record<SourcedField, React.ComponentType<EditFieldsProps>> = {
  license: (props) => (
    <>
      <TextInput
        {...props}
        field="license"
        hint={editWords.licenseHint}
        input={{ list: 'licenses', maxLength: 100, spellCheck: false }}
      />
      <datalist id="licenses">
        {LICENSES.map((license) => (
          <option key={license} value={license} />
        ))}
      </datalist>
    </>
  ),
  repository_url: (props) => <UrlInput {...props} field="repository_url" />,
  latest_version: (props) => (
    <TextInput {...props} field="latest_version" input={{ maxLength: 40 }} />
  ),
  latest_version_on: (props) => <DateInput {...props} field="latest_version_on" />,
  discontinued_on: (props) => <DateInput {...props} field="discontinued_on" />,
}
