/** A label around a radio button, which shows that it is chosen. */
export const CHOICE =
  'cursor-pointer rounded-control border has-checked:border-ink has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link'

interface RadioCardProps extends Omit<React.ComponentProps<'input'>, 'title'> {
  title: string
  text: string
}

/** A radio button with its explanation. */
export const RadioCard = ({ title, text, ...input }: RadioCardProps) => (
  <label className={`grid gap-0.5 border-edge p-4 ${CHOICE}`}>
    <span className="flex items-center gap-2 font-medium">
      <input type="radio" {...input} className="accent-ink" />
      {title}
    </span>
    <span className="text-sm text-soft">{text}</span>
  </label>
)
