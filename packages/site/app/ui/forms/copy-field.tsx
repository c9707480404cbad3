import { Copy } from 'lucide-react'
import { Button } from '../button.tsx'
import { copyText } from '../feedback/copy-link.ts'
import { hidden, Rich } from '../format/rich-text.tsx'
import { useHydrated } from '../use-hydrated.ts'
import * as uiWords from '../words.ts'
import { Field, TextArea } from './field.tsx'

/** Text to copy. Without script it can be selected. */
export function CopyField({ label, text }: { label: string; text: string }) {
  const isHydrated = useHydrated()
  return (
    <Field label={label}>
      {(control) => (
        <div className="flex items-start gap-2">
          <TextArea
            {...control}
            readOnly
            rows={text.split('\n').length}
            value={text}
            className="min-w-0 flex-1 resize-none overflow-x-auto font-mono text-sm whitespace-pre"
          />
          <Button
            look="secondary"
            className="shrink-0"
            isNativelyDisabled={!isHydrated}
            onClick={() => void copyText(text)}
          >
            <Copy aria-hidden size={16} />
            <span className="max-sm:sr-only">
              <Rich text={uiWords.copyNamed} parts={{ name: label, hidden }} />
            </span>
          </Button>
        </div>
      )}
    </Field>
  )
}
