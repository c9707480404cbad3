import type { Case } from '../../../data/rpc-results.ts'
import { Badge } from '../../../ui/badge.tsx'
import { listChoices } from '../../decide/choices.ts'
import type { SubjectType } from '../../subject.ts'
import * as caseWords from '../words.ts'
import { hasSameFields, listSnapshots } from './content-fields.ts'
import { Fields } from './content-list.tsx'

/** The content as it is, beside the content as it was reported. */
export function CaseContent({ type, found }: { type: SubjectType; found: Case }) {
  const { content, reports } = found
  const snapshots = listSnapshots(type, reports)
  const changed = snapshots.filter(({ row }) => !content || !hasSameFields(type, content, row))
  const { isHeld } = listChoices(type, found)
  const isUnchanged = content !== null && snapshots.length > changed.length
  return (
    <section aria-labelledby="content-title" className="grid gap-3">
      <h2 id="content-title" className="display text-2xl">
        {caseWords.contentTitle}
      </h2>
      <div className={`grid gap-4 ${changed.length > 0 ? 'lg:grid-cols-2' : ''}`}>
        <article className="panel grid content-start gap-4 p-5">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold">
            {isHeld
              ? caseWords.contentHeld
              : content?.is_removed
                ? caseWords.contentRemoved
                : caseWords.contentNow}
            {isUnchanged ? <Badge look="good">{caseWords.contentUnchanged}</Badge> : null}
          </h3>
          {content ? (
            <Fields type={type} row={content} />
          ) : (
            <p className="text-soft">{caseWords.contentDeleted}</p>
          )}
        </article>
        {changed.map(({ reports: of, row }) => (
          <article key={of[0]?.number} className="panel grid content-start gap-4 p-5">
            <h3 className="font-semibold">
              {caseWords.contentReported(of.map(({ number }) => number))}
            </h3>
            <Fields type={type} row={row} now={content ?? undefined} />
            {content ? <p className="text-sm text-soft">{caseWords.contentMarks}</p> : null}
          </article>
        ))}
      </div>
    </section>
  )
}
