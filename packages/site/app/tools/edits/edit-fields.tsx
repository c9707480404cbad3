import { fieldsOf } from '../../session/forms/use-command-form.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { DESCRIPTION_MAX, NAME_MAX } from '../add/tool-schema.ts'
import * as detailWords from '../words/detail.ts'
import * as editWords from '../words/edits.ts'
import {
  CapabilitiesField,
  ChoiceInput,
  DateInput,
  type EditFieldsProps,
  SuccessorField,
  TextInput,
  UrlInput,
  usePresentHint,
} from './edit-inputs.tsx'
import type { SuggestionValues } from './suggestion.ts'

/** Common licenses; any other identifier of SPDX is accepted as well. */
const LICENSES = [
  'proprietary',
  'MIT',
  'Apache-2.0',
  'GPL-2.0-only',
  'GPL-2.0-or-later',
  'GPL-3.0-only',
  'GPL-3.0-or-later',
  'AGPL-3.0-only',
  'AGPL-3.0-or-later',
  'LGPL-2.1-or-later',
  'LGPL-3.0-only',
  'MPL-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'PostgreSQL',
  'Unlicense',
  'BUSL-1.1',
  'SSPL-1.0',
  'Elastic-2.0',
]

const checkPrice = (price: string, values: SuggestionValues): string | true =>
  !price.trim() ||
  (['price_currency', 'price_period', 'price_checked_on', 'price_source_url'] as const).every(
    (field) => values[field].trim(),
  ) ||
  editWords.groupPriceHint

export function ToolFields(props: EditFieldsProps) {
  const { categories, present, form } = props
  const nowDescription = usePresentHint(props, 'description')
  // A category is any text; the list has the names of the site's own.
  const choices = categories.includes(present.category)
    ? categories
    : [present.category, ...categories]
  return (
    <>
      <TextInput {...props} field="name" input={{ maxLength: NAME_MAX, required: true }} />
      <TextAreaField
        label={editWords.FIELDS.description ?? ''}
        {...fieldsOf(form)('description')}
        hint={nowDescription}
        rows={4}
        maxLength={DESCRIPTION_MAX}
        required
      />
      <ChoiceInput
        {...props}
        field="category"
        options={choices.map((name) => [name, name] as const)}
      />
      <UrlInput {...props} field="website_url" />
      <UrlInput {...props} field="logo_url" />
      <TextInput {...props} field="aliases" hint={editWords.aliasesHint} />
      <CapabilitiesField {...props} />
    </>
  )
}

export const PriceFields = (props: EditFieldsProps) => (
  <>
    <ChoiceInput
      {...props}
      field="pricing_model"
      options={[['', editWords.notKnown], ...Object.entries(detailWords.PRICING)]}
    />
    <div className="grid gap-5 sm:grid-cols-3">
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
  </>
)

export function FactFields({ toolSlug, ...props }: EditFieldsProps & { toolSlug: string }) {
  const nowPlatforms = usePresentHint(props, 'platforms')
  return (
    <>
      <fieldset>
        <legend className="text-sm font-medium">{editWords.FIELDS.platforms}</legend>
        <div className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1">
          {Object.entries(detailWords.PLATFORMS).map(([platform, label]) => (
            <label key={platform} className="inline-flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                value={platform}
                className="size-4"
                {...props.form.register('platforms')}
              />
              {label}
            </label>
          ))}
        </div>
        {nowPlatforms ? <p className="text-sm text-soft">{nowPlatforms}</p> : null}
      </fieldset>
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
      <UrlInput {...props} field="repository_url" />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput {...props} field="latest_version" input={{ maxLength: 40 }} />
        <DateInput {...props} field="latest_version_on" />
      </div>
      <DateInput {...props} field="discontinued_on" />
      <SuccessorField {...props} toolSlug={toolSlug} />
    </>
  )
}
