import { hidden, Rich } from '../format/rich-text.tsx'
import * as uiWords from '../words.ts'
import { QuietLink } from './quiet-link.tsx'

interface RankLinkProps {
  /** The parameters of /explain. */
  item: string
  /** For screen readers. */
  name: string
}

/** Leads to the page that explains an item's place in a ranked list; usable on a card that is a link. */
export const RankLink = ({ item, name }: RankLinkProps) => (
  <QuietLink to={`/explain?${item}`} className="relative">
    <Rich text={uiWords.whyRank} parts={{ name, hidden }} />
  </QuietLink>
)
