import { describe, expect, it } from 'vitest'
import { initials } from '../shared/initials.ts'
import { toAuthorName } from './author-name.ts'

describe('spec 1 §3: the name of a reviewer', () => {
  it('toAuthorName without a profile returns Anonymous User, with initials AU', () => {
    const name = toAuthorName({ profiles: null })
    expect(name).toBe('Anonymous User')
    expect(initials(name)).toBe('AU')
  })

  it('toAuthorName with a profile returns the full name, else the username', () => {
    const empty = { avatar_url: null, job_title: null, company_size: null }
    const profile = { ...empty, username: 'ana', first_name: 'Ana', last_name: 'Ruiz' }
    expect(toAuthorName({ profiles: profile })).toBe('Ana Ruiz')
    expect(toAuthorName({ profiles: { ...profile, first_name: null, last_name: null } })).toBe(
      'ana',
    )
  })
})
