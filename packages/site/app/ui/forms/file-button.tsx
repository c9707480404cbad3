import { useId } from 'react'

interface FileButtonProps {
  label: string
  /** Types and extensions, as the attribute has them. */
  accept: string
  isDisabled: boolean
  onChoose: (file: File) => void
  ref?: React.Ref<HTMLInputElement>
}

/** A button that chooses a file from the device. */
export function FileButton({ label, accept, isDisabled, onChoose, ref }: FileButtonProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={`inline-flex min-h-10 cursor-pointer items-center rounded-control border border-edge bg-card px-4 text-sm font-medium hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link ${isDisabled ? 'opacity-60' : ''}`}
    >
      {label}
      <input
        ref={ref}
        id={id}
        type="file"
        accept={accept}
        className="sr-only"
        aria-disabled={isDisabled || undefined}
        onClick={(event) => isDisabled && event.preventDefault()}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file && !isDisabled) onChoose(file)
          // Otherwise choosing the same file again would fire no event.
          event.target.value = ''
        }}
      />
    </label>
  )
}
