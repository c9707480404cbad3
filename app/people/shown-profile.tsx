import { data, isRouteErrorResponse } from 'react-router'
import type { Site } from '../data/site.ts'
import { LinkButton } from '../ui/button.tsx'
import { COMMON } from '../ui/words.ts'
import { type Profile, readProfileByName, USERNAME } from './profile.ts'
import { MISSING } from './words/profile.ts'

/**
 * The person whom an address names.
 * @throws a response with the words of spec 1 §8, for `ProfileNotShown`
 */
export async function findProfile(site: Site, username: string | undefined): Promise<Profile> {
  const refuse = (status: number, text: string) => data({ text }, { status })
  if (!username) throw refuse(404, MISSING.noName)
  if (!USERNAME.test(username)) throw refuse(404, MISSING.invalidName)
  const profile = await readProfileByName(site.supabase, username).catch((error: unknown) => {
    site.log(error)
    throw refuse(503, MISSING.failed)
  })
  if (!profile) throw refuse(404, MISSING.notThere)
  return profile
}

/** Why there is nobody to show. */
export function ProfileNotShown({ error }: { error: unknown }) {
  const text: unknown = isRouteErrorResponse(error) ? error.data?.text : undefined
  return (
    <div className="page grid justify-items-center gap-4 py-24 text-center">
      <h1 className="display text-3xl">{MISSING.title}</h1>
      <p className="text-soft">{typeof text === 'string' ? text : MISSING.failed}</p>
      <LinkButton to="/">{COMMON.returnHome}</LinkButton>
    </div>
  )
}
