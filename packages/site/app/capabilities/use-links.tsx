import { Link } from 'react-router'
import { toCapabilityPath } from '../tools/tool.ts'
import * as capabilityWords from './words.ts'

interface UseLinksProps {
  uses: readonly { slug: string; name: string }[]
  className: string
}

/** Links to the uses whose tools have the most reviews. */
export const UseLinks = ({ uses, className }: UseLinksProps) =>
  uses.length === 0 ? null : (
    <ul aria-label={capabilityWords.linksLabel} className={`flex gap-2 ${className}`}>
      {uses.map(({ slug, name }) => (
        <li key={slug}>
          <Link
            to={toCapabilityPath(slug)}
            className="inline-flex min-h-8 items-center whitespace-nowrap rounded-full border border-line bg-card px-3 text-sm hover:border-edge"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
