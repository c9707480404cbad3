import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import * as uiWords from '../words.ts'

export const CONTROL =
  'min-h-10 w-full rounded-control border border-edge bg-card px-3 py-2 text-base text-ink placeholder:text-soft aria-invalid:border-bad'

interface FieldProps {
  label: string
  /** Shown under the control and announced with it. */
  error?: React.ReactNode
  hint?: React.ReactNode
  children: (control: {
    id: string
    'aria-invalid': boolean
    'aria-describedby': string | undefined
  }) => React.ReactNode
}

/** A label, its control and its error, connected for assistive technology. */
export function Field({ label, error, hint, children }: FieldProps) {
  const id = useId()
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': described || undefined })}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      ) : null}
      {hint ? (
        <div id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </div>
      ) : null}
    </div>
  )
}

type ControlFieldProps<Control extends React.ElementType> = Omit<FieldProps, 'children'> &
  React.ComponentProps<Control> & {
    /** Called while rendering: react-hook-form focuses the first invalid field in order of registering. */
    register?: () => UseFormRegisterReturn
  }

/** A `Field` with one control, which gets all other props; `fieldsOf` connects it to a form. */
export const InputField = ({
  label,
  error,
  hint,
  register,
  ...props
}: ControlFieldProps<typeof Input>) => (
  <Field {...{ label, error, hint }}>
    {(control) => <Input {...control} {...register?.()} {...props} />}
  </Field>
)

export const TextAreaField = ({
  label,
  error,
  hint,
  register,
  ...props
}: ControlFieldProps<typeof TextArea>) => (
  <Field {...{ label, error, hint }}>
    {(control) => <TextArea {...control} {...register?.()} {...props} />}
  </Field>
)

export const SelectField = ({
  label,
  error,
  hint,
  register,
  ...props
}: ControlFieldProps<typeof Select>) => (
  <Field {...{ label, error, hint }}>
    {(control) => <Select {...control} {...register?.()} {...props} />}
  </Field>
)

/** The hint of a text field: "12/80". It counts code points, as PostgreSQL and zod do. */
export function UsedCharacters({ text, max }: { text: string; max: number }) {
  const used = Array.from(text).length
  return (
    <span className={`tabular-nums ${used > max ? 'text-bad' : ''}`}>
      {uiWords.used(used, max)}
    </span>
  )
}

/** An error of the whole form; screen readers announce it. */
export function FormError({ message }: { message: string | undefined }) {
  return message ? (
    <p role="alert" className="text-sm text-bad">
      {message}
    </p>
  ) : null
}

export function Input({ className = '', ...props }: React.ComponentProps<'input'>) {
  // The text of a person may run from right to left.
  return <input dir="auto" className={`${CONTROL} ${className}`} {...props} />
}

export function TextArea({ className = '', ...props }: React.ComponentProps<'textarea'>) {
  return <textarea dir="auto" className={`${CONTROL} ${className}`} {...props} />
}

interface SelectProps extends React.ComponentProps<'select'> {
  options: readonly (readonly [value: string, label: string])[]
}

export function Select({ options, className = '', ...props }: SelectProps) {
  return (
    <select className={`${CONTROL} arrowed pr-9 ${className}`} {...props}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
