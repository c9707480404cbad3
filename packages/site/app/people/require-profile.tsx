import { UserRoundX } from 'lucide-react'
import { data, isRouteErrorResponse } from 'react-router'
import type { Site } from '../data/site.ts'
import * as dataWords from '../data/words.ts'
import { LinkButton } from '../ui/button.tsx'
import { NotFoundNotice } from '../ui/feedback/notice.tsx'
import * as uiWords from '../ui/words.ts'
import { type Profile, readProfileByName, USERNAME } from './profile.ts'
import * as peopleWords from './words.ts'

/**
 * Reads the profile of a username in the URL.
 * @throws {Response} with a message of spec 1 §8, for `ProfileNotShown`
 */
export async function requireProfile(site: Site, username: string | undefined): Promise<Profile> {
  const createError = (text: string) => data({ text }, { status: 404 })
  if (!username) throw createError(peopleWords.missingNoName)
  if (!USERNAME.test(username)) throw createError(dataWords.invalidUsername)
  const profile = await readProfileByName(site, username)
  if (!profile) throw createError(peopleWords.missingNotThere)
  return profile
}

/** Replaces a profile that does not exist, with the reason, or that failed. */
export function ProfileNotShown({ error }: { error: unknown }) {
  const text: unknown = isRouteErrorResponse(error) ? error.data?.text : undefined
  return (
    <NotFoundNotice
      error={error}
      failedTitle={peopleWords.missingFailed}
      icon={UserRoundX}
      title={peopleWords.missingTitle}
      text={typeof text === 'string' ? text : undefined}
    >
      <LinkButton to="/">{uiWords.returnHome}</LinkButton>
    </NotFoundNotice>
  )
}
