// Spec 5 §1: what reviewers use a tool for.

import { describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON } from '../../support/databases/moderation.ts'
import { expectRefusal } from '../../support/databases/refusals.ts'

const { db, createTool, ben, moderator } = await shareCommunity()
const tool = await createTool('Kettle')
const slugs = ['tea', 'soup', 'rice', 'eggs', 'pasta', 'oats', 'bath']
await db.asOwner`insert into capabilities (slug, name, category)
   select slug, initcap(slug), 'HR & Recruitment' from unnest(${slugs}::text[]) slug`
await db.asOwner`insert into tool_capabilities select ${tool}, unnest(${slugs.slice(0, 6)}::text[])`

/** Writes a review of 1 to 5 stars as a new member. */
async function review(rating: number, ...usedFor: string[]) {
  const author = await db.createUser()
  const [row] = await db.as(
    author,
    `insert into reviews (tool_id, user_id, rating, title, content, used_for)
     values ($1, $2, $3, 'It boils', 'Not once did it drip.', $4) returning id, used_for`,
    [tool, author, rating, usedFor],
  )
  return { author, id: String(row?.id), usedFor: row?.used_for }
}
const change = (author: string, id: string, ...usedFor: string[]) =>
  db.as(author, 'update reviews set used_for = $2 where id = $1 returning used_for', [id, usedFor])
const readNames = (id: string) =>
  db.value(ANON, 'select used_for_names(r) as names from reviews r where id = $1', [id])
const readFigures = () =>
  db.as(ANON, 'select slug, name, reviewers, mean_rating::float from tool_capability_figures($1)', [
    tool,
  ])

describe('reviews.used_for', () => {
  test('an author chooses uses of the tool, each once; another member changes nothing', async () => {
    const { author, id, usedFor } = await review(5, 'tea', 'soup', 'tea')
    expect(usedFor).toEqual(['soup', 'tea'])
    expect(await readNames(id)).toEqual(['Soup', 'Tea'])
    expect(await change(ben, id, 'rice')).toEqual([])
    expect(await change(author, id, 'rice')).toEqual([{ used_for: ['rice'] }])
    expect(await change(author, id)).toEqual([{ used_for: [] }])
    expect(await readNames(id)).toEqual([])
  })

  test.each([
    [['tea', 'soup', 'rice', 'eggs', 'pasta', 'oats'], 'Please choose at most five uses.'],
    [['tea', 'bath'], 'Please choose uses of this tool.'],
    [['nothing'], 'Please choose uses of this tool.'],
  ])('%j is refused: %s', async (usedFor, message) => {
    const refused = `23514: ${message}`
    await expectRefusal(review(4, ...usedFor), refused)
    const { author, id } = await review(4, 'tea', 'soup', 'rice', 'eggs', 'pasta')
    await expectRefusal(change(author, id, ...usedFor), refused)
  })

  test('a change is a version of the review, which keeps the names; a redacted one has none', async () => {
    const { author, id } = await review(4, 'tea')
    await db.asOwner("update reviews set created_at = now() - interval '1 day' where id = $1", [id])
    await change(author, id, 'soup')
    const readRevision = () =>
      db.row(
        ANON,
        'select number, used_for_names(v) as names from review_revisions v where review_id = $1',
        [id],
      )
    expect(await readRevision()).toEqual({ number: 1, names: ['Tea'] })
    await db.as(author, 'select redact_revision($1, 1)', [id])
    expect(await readRevision()).toEqual({ number: 1, names: [] })
  })
})

describe('tool_capability_figures', () => {
  test('counts reviewers of the present uses, the most first', async () => {
    await db.asOwner('delete from reviews')
    const { author, id } = await review(5, 'tea', 'oats')
    await review(2, 'tea')
    await review(3)
    expect(await readFigures()).toEqual([
      { slug: 'tea', name: 'Tea', reviewers: 2, mean_rating: 3.5 },
      { slug: 'oats', name: 'Oats', reviewers: 1, mean_rating: 5 },
    ])

    await db.as(moderator, "select merge_capabilities('oats', 'soup')")
    await db.asOwner("delete from tool_capabilities where capability = 'tea'")
    expect(await readFigures()).toEqual([
      { slug: 'soup', name: 'Soup', reviewers: 1, mean_rating: 5 },
    ])
    // The review keeps both, and its author can change it.
    expect(await readNames(id)).toEqual(['Soup', 'Tea'])
    expect(await change(author, id, 'tea', 'rice')).toEqual([{ used_for: ['rice', 'tea'] }])
    await expectRefusal(change(author, id, 'tea', 'bath'), '23514')
  })

  test('an author whose use was merged can send the new one, also if the tool lost it', async () => {
    const { author, id } = await review(5, 'eggs')
    await db.as(moderator, "select merge_capabilities('eggs', 'pasta')")
    await db.asOwner("delete from tool_capabilities where capability = 'pasta'")
    expect(await change(author, id, 'pasta')).toEqual([{ used_for: ['pasta'] }])
  })
})
