import { Link } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import type { SubjectType } from '../subject.ts'
import type { Case } from './case.ts'
import * as caseWords from './words.ts'

/** Who wrote it and where it is on the site. */
export function CaseFacts({ type, id, found }: { type: SubjectType; id: string; found: Case }) {
  const { content } = found
  if (!content) return null
  const { author, tool } = content
  const page = findContentPath(type, id, found)
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-soft">
      {author ? (
        <span>
          {type === 'profile' ? null : `${caseWords.by} `}
          <Link to={`/user/${author.username}`} className="text-link hover:underline">
            {author.username}
          </Link>
          {type === 'profile' ? null : (
            <>
              {' · '}
              <Link
                to={`/moderation/profile/${author.user_id}`}
                className="text-link hover:underline"
              >
                {caseWords.authorCase}
              </Link>
            </>
          )}
        </span>
      ) : null}
      {author?.is_suspended ? <Badge look="marked">{caseWords.suspended}</Badge> : null}
      {author?.is_exempt ? <Badge>{caseWords.exempt}</Badge> : null}
      {author?.is_staff ? <Badge>{caseWords.staff}</Badge> : null}
      {tool && type !== 'tool' ? (
        <span>
          {caseWords.about}{' '}
          {tool.slug ? (
            <Link to={`/tool/${tool.slug}`} className="text-link hover:underline">
              {tool.name}
            </Link>
          ) : (
            tool.name
          )}
        </span>
      ) : null}
      {page ? (
        <Link to={page} className="text-link hover:underline">
          {caseWords.onSite}
        </Link>
      ) : null}
    </p>
  )
}

/** @returns undefined while visitors do not see the content */
function findContentPath(type: SubjectType, id: string, { content }: Case): string | undefined {
  if (type === 'company') return `/company/${id}`
  if (!content || content.is_removed || type === 'profile') return undefined
  return type === 'tool' ? `/tool/${content.tool?.slug ?? ''}` : `/${type}/${id}`
}
