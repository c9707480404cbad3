import { useEffect, useRef } from 'react'
import { IDENTITY } from '../shared/identity.ts'
import { Button } from '../ui/button.tsx'
import * as settingsWords from './words.ts'

const grouped = (code: string) => code.match(/.{1,4}/g)?.join('-') ?? code

/** Shown once: the server stores only hashes of them. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const download = () => {
    const text = `${settingsWords.recoveryCodesFile}\n\n${codes.map(grouped).join('\n')}\n`
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = `${IDENTITY.name.toLowerCase()}-recovery-codes.txt`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <div className="grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-lg font-medium">
        {settingsWords.recoveryCodesTitle}
      </h3>
      <p className="text-soft">{settingsWords.recoveryCodesText}</p>
      <ul className="grid gap-2 rounded-control bg-sunken p-4 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{grouped(code)}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={download}>{settingsWords.recoveryCodesDownload}</Button>
        <Button look="secondary" onClick={onDone}>
          {settingsWords.recoveryCodesDone}
        </Button>
      </div>
    </div>
  )
}
