import pg from 'pg'
import { expect, test } from 'vitest'
import { requireStatementTracking } from './pipelined-read.ts'

test('requireStatementTracking accepts the installed pg', () => {
  requireStatementTracking()
})

test.each(['parsedStatements', 'submittedNamedStatements'])(
  'requireStatementTracking throws for a connection without %s',
  (field) => {
    const connection = Object.assign(new pg.Connection(), { [field]: undefined })
    expect(() => requireStatementTracking(connection)).toThrow(field)
  },
)
