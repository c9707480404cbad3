// The number of emails that claim_emails takes does not depend on the plan of its statement.

import { shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { expect, test } from 'vitest'
import { SERVICE } from '../../support/databases/moderation.ts'

const db = await shareTestDatabase()

const queue = (count: number) =>
  db.asOwner`insert into private.email_queue (kind, address)
     select 'report_received', 'rita@people.example' from generate_series(1, ${count})`

test('claim_emails takes at most n if the table had one row when it was analyzed', async () => {
  await queue(1)
  await db.asOwner('analyze private.email_queue')
  await queue(11)
  expect(await db.as(SERVICE, 'select id from claim_emails(1)')).toHaveLength(1)
  expect(await db.as(SERVICE, 'select id from claim_emails(5)')).toHaveLength(5)
  expect(
    await db.asOwner`select count(*)::integer as count from private.email_queue where attempts = 0`,
  ).toEqual([{ count: 6 }])
})
