import { UserRoundX } from 'lucide-react'
import { data, isRouteErrorResponse } from 'react-router'
import type { Site } from '../data/site.ts'
import * as dataWords from '../data/words.ts'
import { LinkButton } from '../ui/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import * as uiWords from '../ui/words.ts'
import { type Profile, readProfileByName, USERNAME } from './profile.ts'
import * as peopleWords from './words.ts'

/**
 * Reads the profile of a username in the URL.
 * @throws {Response} with a message of spec 1 §8, for `ProfileNotShown`
 */
export async function requireProfile(site: Site, username: string | undefined): Promise<Profile> {
  const createError = (status: number, text: string) => data({ text }, { status })
  if (!username) throw createError(404, peopleWords.missingNoName)
  if (!USERNAME.test(username)) throw createError(404, dataWords.invalidUsername)
  const profile = await readProfileByName(site, username).catch((error: unknown) => {
    site.log(error)
    throw createError(503, peopleWords.missingFailed)
  })
  if (!profile) throw createError(404, peopleWords.missingNotThere)
  return profile
}

/** Replaces a profile that cannot be shown, with the reason. */
export function ProfileNotShown({ error }: { error: unknown }) {
  const text: unknown = isRouteErrorResponse(error) ? error.data?.text : undefined
  return (
    <Notice
      isPage
      icon={UserRoundX}
      title={peopleWords.missingTitle}
      text={typeof text === 'string' ? text : peopleWords.missingFailed}
    >
      <LinkButton to="/">{uiWords.returnHome}</LinkButton>
    </Notice>
  )
}
