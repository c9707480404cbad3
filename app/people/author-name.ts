// chunk: frame
import * as uiWords from '../ui/words.ts'

interface Names {
  username: string | null
  first_name: string | null
  last_name: string | null
}

/** First and last name, else username. */
export function toAuthorName({ profiles }: { profiles: Names | null }): string {
  const full = [profiles?.first_name, profiles?.last_name].filter(Boolean).join(' ')
  return full || profiles?.username || uiWords.anonymous
}
