import { useNavigate } from 'react-router'
import { ToolPicker } from '../../tools/tool-picker.tsx'
import { LinkButton } from '../../ui/button.tsx'
import * as writingWords from './words.ts'

export function ReviewGuide() {
  const navigate = useNavigate()
  return (
    <div className="grid gap-6">
      <h1 className="display text-title">{writingWords.guideTitle}</h1>
      <div className="max-w-md noscript:hidden">
        <ToolPicker
          label={writingWords.guidePick}
          excluded={[]}
          onPick={({ slug }) => void navigate(`/write-review/${slug}`)}
        />
      </div>
      <ol className="grid gap-4">
        {writingWords.guideSteps.map(({ title, text }, index) => (
          <li key={title} className="panel flex gap-4 p-5">
            <span aria-hidden className="display w-9 shrink-0 text-center text-3xl">
              <span className="marked px-1">{index + 1}</span>
            </span>
            <div>
              <h2 className="font-semibold">{title}</h2>
              <p className="text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div>
        <LinkButton to="/all-tools">{writingWords.guideBrowse}</LinkButton>
      </div>
    </div>
  )
}
