import { Link } from 'react-router'
import { toToolPath } from '../../tools/tool.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import type { Decision } from './read-decisions.ts'
import * as logWords from './words.ts'

/** What a decision is about, without a name of a person: "A review of Figma (4 stars)". */
export function DecisionSubject({ decision }: { decision: Decision }) {
  const { subject_type, tool, rating } = decision
  const toolName = tool ? (
    <Link to={toToolPath(tool)} className="text-link underline">
      {tool.name}
    </Link>
  ) : subject_type === 'tool' ? (
    logWords.unknownToolAlone
  ) : (
    logWords.unknownTool
  )
  return (
    <>
      <Rich text={logWords.SUBJECT[subject_type] ?? subject_type} parts={{ tool: toolName }} />
      {rating === null ? null : ` (${logWords.stars(rating)})`}
    </>
  )
}
