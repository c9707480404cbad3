import { Link } from 'react-router'
import type { Case } from '../../data/rpc-results.ts'
import { Badge } from '../../ui/badge.tsx'
import { type SubjectType, toCasePath } from '../subject.ts'
import * as caseWords from './words.ts'

const LINK = 'leading-6 text-link underline'

/** Who wrote it and where it is on the site. */
export function CaseFacts({ type, id, found }: { type: SubjectType; id: string; found: Case }) {
  const { content } = found
  if (!content) return null
  const { author, tool } = content
  const page = findContentPath(type, id, found)
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm wrap-anywhere text-soft">
      {author && type !== 'profile' ? (
        <span>
          {`${caseWords.by} `}
          <Link to={`/user/${author.username}`} className={LINK}>
            {author.username}
          </Link>
          {' · '}
          <Link to={toCasePath('profile', author.user_id)} className={LINK}>
            {caseWords.authorCase}
          </Link>
        </span>
      ) : null}
      {author?.is_suspended ? <Badge look="marked">{caseWords.suspended}</Badge> : null}
      {author?.is_exempt ? <Badge>{caseWords.exempt}</Badge> : null}
      {author?.is_staff ? <Badge>{caseWords.staff}</Badge> : null}
      {tool && type !== 'tool' ? (
        <span>
          {caseWords.about}{' '}
          {tool.slug ? (
            <Link to={`/tool/${tool.slug}`} className={LINK}>
              {tool.name}
            </Link>
          ) : (
            tool.name
          )}
        </span>
      ) : null}
      {page ? (
        <Link to={page} className={LINK}>
          {caseWords.onSite}
        </Link>
      ) : null}
    </p>
  )
}

/** @returns undefined while visitors do not see the content */
function findContentPath(type: SubjectType, id: string, { content }: Case): string | undefined {
  if (type === 'company') return `/company/${id}`
  if (type === 'profile') return content?.author ? `/user/${content.author.username}` : undefined
  if (!content || content.is_removed) return undefined
  return type === 'tool' ? `/tool/${content.tool?.slug ?? ''}` : `/${type}/${id}`
}
