import { Link } from 'react-router'
import { RequireSignIn } from '../../sign-in/member-layout.tsx'
import type { Successor } from '../facts/read-successor.ts'
import { type ToolDetail, toToolPath } from '../tool.ts'
import * as editWords from '../words/edits.ts'
import { OwnSuggestions } from './own-suggestions.tsx'
import { SuggestEditForm } from './suggest-edit-form.tsx'

export interface SuggestEditProps {
  tool: ToolDetail
  successor: Successor | null
  categories: readonly string[]
}

/** A member corrects the facts about a tool (spec 4 §1). */
export default function SuggestEditScreen(props: SuggestEditProps) {
  const { tool } = props
  return (
    <RequireSignIn>
      {(user) => (
        <div className="page grid max-w-2xl gap-6 py-8">
          <header>
            <Link to={toToolPath(tool)} className="text-sm text-link hover:underline">
              {editWords.suggestBack(tool.name)}
            </Link>
            <h1 className="display mt-1 text-title wrap-anywhere">
              {editWords.suggestTitle(tool.name)}
            </h1>
            <p className="mt-2 text-soft">{editWords.suggestIntro}</p>
          </header>
          <OwnSuggestions userId={user.id} toolId={tool.id} />
          <SuggestEditForm key={user.id} userId={user.id} {...props} />
        </div>
      )}
    </RequireSignIn>
  )
}
