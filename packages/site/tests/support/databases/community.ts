import { shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { createMakersFixture } from './makers.ts'
import { createMemberContent } from './member-content.ts'
import { createModerationFixture } from './moderation.ts'

/** The database of a file with its members and staff, and what members, makers and moderators do in it. */
export async function shareCommunity() {
  const db = await shareTestDatabase()
  return {
    ...createMemberContent(db),
    ...createMakersFixture(db),
    ...(await createModerationFixture(db)),
  }
}
