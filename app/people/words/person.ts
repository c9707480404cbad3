/** For a person without a name (spec 1 §3). */
export const somebody = 'User'

/** Job title and company. */
export const workAt = (job: string | null | undefined, company: string | null | undefined) =>
  job && company ? `${job} at ${company}` : job || company || ''

export const handle = (username: string | null) => `@${username}`
