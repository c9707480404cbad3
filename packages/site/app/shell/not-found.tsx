import { use } from 'react'
import { data } from 'react-router'
import { ScriptNonce } from '../document/nonce.ts'
import { LinkButton } from '../ui/button.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import * as uiWords from '../ui/words.ts'
import type { Route } from './+types/not-found'
import { SearchBox } from './search-box.tsx'
import * as shellWords from './words.ts'

/**
 * The browser's router finds no page for a line break either, so it gets the path that the server rendered. Without
 * characters that HTML escapes the script is ordinary text.
 */
const PATH_SCRIPT =
  'if(/%0[ad]|%e2%80%a[89]/i.test(location.pathname))history.replaceState(null,``,location.pathname.replaceAll(`%`,`%25`)+location.search)'

export function loader() {
  return data(null, { status: 404 })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: shellWords.notFoundPageTitle,
    description: shellWords.notFoundDescription,
    noIndex: true,
  })

export default function NotFound() {
  return (
    <div className="page grid justify-items-start gap-4 py-12">
      <script nonce={use(ScriptNonce)}>{PATH_SCRIPT}</script>
      <p className="display text-score">{shellWords.notFoundStatus}</p>
      <h1 className="display text-title">{shellWords.notFoundTitle}</h1>
      <p className="max-w-md text-soft">{shellWords.notFoundMore}</p>
      <SearchBox
        label={shellWords.notFoundSearch}
        className="my-2 w-full max-w-md"
        hasSuggestions
      />
      <LinkButton to="/">{uiWords.returnHome}</LinkButton>
    </div>
  )
}
