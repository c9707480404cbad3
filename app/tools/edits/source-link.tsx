import { Rich } from '../../ui/format/rich-text.tsx'
import * as editWords from './words.ts'

/** A link to the page where an edit can be verified. */
export const SourceLink = ({ url }: { url: string }) => (
  <a
    href={url}
    target="_blank"
    rel="noopener noreferrer nofollow"
    className="inline-flex min-h-6 items-center text-sm text-link wrap-anywhere hover:underline"
  >
    <span>
      <Rich
        text={editWords.sourceLink}
        parts={{ host: URL.canParse(url) ? new URL(url).hostname : url }}
      />
    </span>
  </a>
)
