// chunk: frame
import { Link } from 'react-router'
import * as uiWords from '../words.ts'

interface FigureLinkProps {
  /** Of the registry in app/figures/figure. */
  figure: string
  /** The slug of the tool, the username of the profile, or the slugs of two tools. */
  of?: string | undefined
  /** The formatted figure. */
  children: string
}

/** A figure that leads to the page with its query. app.css has its look. */
export const FigureLink = ({ figure, of, children }: FigureLinkProps) => (
  <Link
    to={`/figures/${figure}${of ? `?of=${of}` : ''}`}
    // A description: the figure stays the name, also in the name of a heading around it.
    title={uiWords.figureSource}
  >
    {children}
  </Link>
)
