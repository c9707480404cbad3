import { expect, test } from 'vitest'
import { renderEmail } from './render-email.ts'

const site = { name: 'Tools', url: 'https://tools.example', contact: 'hello@tools.example' }
const render = (kind: string, data: object) =>
  renderEmail({ kind, address: 'ana@people.example', data }, site)

const DECISION = {
  decision: 7,
  subject_type: 'review',
  title: 'It <b>boils</b>',
  tool: 'Kettle',
  action: 'remove',
  was_held: false,
  reason: 'spam',
  legal_basis: null,
  explanation: 'It advertises another product.\nIt says nothing about this one.',
  expires_at: null,
  detected_by: 'report',
  appeal_until: '2027-05-24T10:00:00+00:00',
}

const REPLY = {
  tool: 'Kettle',
  slug: 'kettle',
  review: 'a-1',
  title: 'It boils',
  company: 'Pots',
  content: 'Thank you.',
}
const RATED = {
  rating_average: 4.1,
  review_count: 30,
  counted_reviews: 29,
  adjusted_rating: 3.6,
  rating_high: 4.3,
}
const REVIEW = {
  ...REPLY,
  author: 'Ana Lee',
  rating: 4,
  is_new: true,
  is_maker: true,
  content: `${'Boils water. '.repeat(30)}End.`,
}
const LAUNCH = {
  launch: 'l-1',
  tool: 'Kettle',
  tagline: 'Boils in a minute',
  launch_date: '2099-12-01',
  author: 'Ana Li',
  company: null,
  is_reminder: false,
}
const today = new Date().toISOString().slice(0, 10)

test.each([
  ['report_received', { number: 5, key: 'k' }, 'We received your report 5'],
  [
    'report_resolved',
    { number: 5, decision: 7, action: 'keep', has_account: true },
    'Our decision on your report 5',
  ],
  [
    'urgent_report',
    { number: 5, reason: 'child_safety', subject_type: 'tool', subject_id: 'a-1' },
    'Urgent report 5: Child safety',
  ],
  ...['review', 'reply', 'tool', 'launch', 'list', 'company', 'profile'].map(
    (type): [string, object, string] => [
      'content_decision',
      { ...DECISION, subject_type: type },
      `Moderation decision 7 about your ${type}`,
    ],
  ),
  [
    'account_decision',
    { ...DECISION, subject_type: 'profile', action: 'suspend' },
    'Moderation decision 7 about your account',
  ],
  ['appeal_resolved', { decision: 8, outcome: 'reversed' }, 'Our decision on your appeal'],
  [
    'edit_declined',
    { tool: 'Kettle', slug: 'kettle', reason: null },
    'Your suggestion for Kettle was not accepted',
  ],
  ...(
    [
      ['granted', 'Pots manages Kettle now'],
      ['refused', 'The claim of Pots for Kettle was refused'],
      ['expired', 'Pots no longer manages Kettle'],
    ] as const
  ).map(([status, subject]): [string, object, string] => [
    'tool_claim',
    { tool: 'Kettle', slug: 'kettle', company: 'Pots', status, method: 'dns', detail: null },
    subject,
  ]),
  ['invitation', { note: null, expires_at: '2026-12-08' }, 'You are invited to Tools'],
  [
    'edit_accepted',
    { tool: 'Kettle', slug: 'kettle', reason: null },
    'Your suggestion for Kettle was accepted',
  ],
  ['reply', REPLY, 'Pots replied to your review of Kettle'],
  ...(
    [
      [true, 'New review of Kettle: 4 of 5'],
      [false, 'A review of Kettle was changed: 4 of 5'],
    ] as const
  ).map(([is_new, subject]): [string, object, string] => [
    'review',
    { ...REVIEW, is_new },
    subject,
  ]),
  ['helpful_votes', { ...REPLY, count: 1 }, 'Your review of Kettle helped someone'],
  ['helpful_votes', { ...REPLY, count: 5 }, 'Your review of Kettle helped 5 people'],
  ['follower', { name: 'Ben Li', username: 'ben' }, 'Ben Li follows you'],
  ['launch', LAUNCH, 'Kettle launches on Dec 1, 2099'],
  ['launch', { ...LAUNCH, launch_date: today }, 'Kettle launches today'],
  [
    'launch',
    { ...LAUNCH, tool: null, launch_date: '2026-01-02' },
    'Boils in a minute launched on Jan 2, 2026',
  ],
])('renderEmail of %s %o has the subject "%s"', (kind, data, subject) => {
  expect(render(kind, data)).toMatchObject({ to: 'ana@people.example', subject })
})

test('a decision about content states measure, reason, explanation, duration, source and ways to appeal', () => {
  const { text, html } = render('content_decision', { ...DECISION, legal_basis: 'Art. 6 GDPR' })
  expect(
    text,
  ).toBe(`We removed your review “It <b>boils</b>” of Kettle. Other people no longer see it.

Reason: Spam
https://tools.example/guidelines#spam

Explanation: It advertises another product.
It says nothing about this one.
Legal basis: Art. 6 GDPR
Duration: without an end
Where: everywhere on Tools
What led to it: a report
Decided by: a person, not by a program

See the decision and appeal:
https://tools.example/moderation-log/7

If you think that this is wrong, you can appeal until May 24, 2027, on the page of the decision while you are signed in. Another moderator decides about the appeal, without charge.

You can also turn to a certified body for out-of-court dispute settlement, or to a court.

You get this message because you have an account at Tools.
Tools
`)
  expect(html).toContain('It &lt;b&gt;boils&lt;/b&gt;')
  expect(html).toContain('It advertises another product.<br>It says nothing about this one.')
  expect(html.split('href="https://tools.example/moderation-log/7"')).toHaveLength(3)
  expect(html).not.toContain('Or enter this code')
})

test.each([
  [{ was_held: true }, 'We decided not to publish your review', 'a rule of the site'],
  [{ detected_by: 'authority' }, 'We removed your review', 'an order of a court'],
  [{ action: 'restore', was_held: true }, 'We approved your review', 'What led to it'],
])('a decision with %o says "%s" and "%s"', (change, sentence, source) => {
  const { text } = render('content_decision', { ...DECISION, detected_by: 'staff', ...change })
  expect(text).toContain(sentence)
  expect(text).toContain(source)
})

test('a suspension with an end states it, and a restored profile offers no appeal', () => {
  const suspension = { ...DECISION, action: 'suspend', expires_at: '2026-12-01T00:00:00+00:00' }
  expect(render('account_decision', suspension).text).toContain('Duration: until Dec 1, 2026')
  expect(render('account_decision', { ...DECISION, action: 'restore' }).text).not.toContain(
    'appeal',
  )
})

test('a receipt has the private link in the text and in the button', () => {
  const { text, html } = render('report_received', {
    number: 5,
    key: 'abc',
    subject_type: 'tool',
    title: 'Kettle',
    reason: 'inaccurate',
  })
  expect(text).toContain('\nhttps://tools.example/report/5?key=abc\n')
  expect(text).toContain('What you reported: the tool “Kettle”\nReason: Inaccurate facts')
  expect(html).toContain('href="https://tools.example/report/5?key=abc"')
})

test('a decision on a report tells members to appeal and others to write to the contact address', () => {
  const outcome = { number: 5, decision: 7, subject_type: 'review', title: 'It boils' }
  const member = render('report_resolved', { ...outcome, action: 'keep', has_account: true })
  expect(member.text).toContain('the review “It boils” and decided that it stays.')
  expect(member.text).toContain('you can appeal within 6 months')
  expect(member.text).toContain('https://tools.example/moderation-log/7')
  const visitor = render('report_resolved', { ...outcome, action: 'keep', has_account: false })
  expect(visitor.text).toContain('please write to hello@tools.example')
  const removal = render('report_resolved', { ...outcome, action: 'remove', has_account: true })
  expect(removal.text).toContain('We removed the review “It boils”.')
})

test('a decision on an appeal says what happened, with the link to the decision that holds', () => {
  const data = { appealed: 7, reason: 'spam', explanation: 'The review is from a real customer.' }
  const reversed = render('appeal_resolved', { ...data, decision: 8, outcome: 'reversed' })
  expect(reversed.text).toContain('decision 7, and you were right')
  expect(reversed.text).toContain('Explanation: The review is from a real customer.')
  expect(reversed.text).toContain('https://tools.example/moderation-log/8')
  const upheld = render('appeal_resolved', { ...data, decision: 7, outcome: 'upheld' })
  expect(upheld.text).toContain('decision 7, and it stays.')
})

test('an invitation has the note, the last day and the link to sign up', () => {
  const data = { note: 'We met at the fair.', expires_at: '2026-12-08T10:00:00+00:00' }
  const { text } = render('invitation', data)
  expect(text).toContain('Note: We met at the fair.\nValid until: Dec 8, 2026')
  expect(text).toContain('https://tools.example/auth?tab=sign-up')
})

test('an urgent report links to its case', () => {
  const data = { number: 5, reason: 'illegal_content', subject_type: 'profile', subject_id: 'a-1' }
  expect(render('urgent_report', data).text).toContain(
    'https://tools.example/moderation/profile/a-1',
  )
})

test('renderEmail throws for an unknown kind and for data that do not fit', () => {
  expect(() => render('other', {})).toThrow('no email of the kind other')
  expect(() => render('report_received', { number: 'x' })).toThrow()
})

test('a declined suggestion states the reason', () => {
  const { text } = render('edit_declined', {
    tool: 'Kettle',
    slug: 'kettle',
    reason: 'The page names another price.',
  })
  expect(text).toContain('Reason: The page names another price.')
  expect(text).toContain('https://tools.example/tool/kettle')
})

test('an email that its recipient can stop has the link in headers, text and HTML', () => {
  const { headers, text, html } = render('reply', { ...REPLY, unsubscribe: 'reply-1-2' })
  const link = 'https://tools.example/unsubscribe?token=reply-1-2'
  expect(headers).toMatchObject({
    'List-Unsubscribe': `<${link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(text).toContain(`Reply: Thank you.

See the reply:
https://tools.example/review/a-1
`)
  expect(text).toContain(`Stop these emails:\n${link}\n`)
  expect(html).toContain(`href="${link}"`)
  expect(render('content_decision', DECISION).headers).not.toHaveProperty('List-Unsubscribe')
})

test('emails about one tool are a thread of their own', () => {
  const threadOf = (kind: string, data: object) => {
    const { headers } = render(kind, data)
    expect(headers?.['In-Reply-To']).toBe(headers?.References)
    return headers?.References
  }
  const kettle = threadOf('reply', REPLY)
  expect(kettle).toMatch(/^<tool-[0-9a-f]{16}@tools\.example>$/)
  for (const [kind, data] of [
    ['review', REVIEW],
    ['launch', LAUNCH],
    ['content_decision', DECISION],
    ['content_decision', { ...DECISION, subject_type: 'tool', title: 'kettle', tool: null }],
    ['edit_accepted', { tool: 'Kettle', slug: 'kettle' }],
  ] as const)
    expect([kind, threadOf(kind, data)]).toEqual([kind, kettle])
  expect(threadOf('reply', { ...REPLY, tool: 'Pot' })).not.toBe(kettle)
  for (const [kind, data] of [
    ['launch', { ...LAUNCH, tool: null }],
    ['report_received', { number: 5, key: 'k' }],
    ['account_decision', { ...DECISION, subject_type: 'profile', tool: null }],
  ] as const)
    expect([kind, threadOf(kind, data)]).toEqual([kind, undefined])
})

test('a title with line breaks is one line of the text', () => {
  expect(render('review', { ...REVIEW, title: 'It\nboils' }).text).toContain('“It boils”: Boils')
  expect(render('reply', { ...REPLY, title: 'It\nboils' }).text).toContain('review “It boils”.')
})

test.each([
  ['Pots Ltd', 'Pots Ltd, the maker, announced a launch of Kettle, which you follow.'],
  [null, 'Ana Li announced a launch of Kettle, which you follow.'],
])('the email of a launch by %s says who wrote it', (company, lead) => {
  const { text } = render('launch', { ...LAUNCH, company })
  expect(text).toContain(lead)
  expect(text).toContain('By: Ana Li')
})

test('the launch of a deleted tool is one of a tool that the recipient follows', () => {
  const { text } = render('launch', { ...LAUNCH, tool: null, author: null })
  expect(text).toContain('A member announced a launch of a tool that you follow.')
})

test('the email of a review has its beginning, and names a deleted author as a member', () => {
  const { text } = render('review', { ...REVIEW, author: null, is_maker: false })
  expect(text).toContain('A member reviewed Kettle with 4 of 5 stars.')
  expect(text).toMatch(/“It boils”: (Boils water\. )+Boils water…/)
  expect(text).not.toContain('End.')
})

const FACTS = {
  price_from: 10,
  price_currency: 'USD',
  price_period: 'month',
  pricing_model: 'paid',
  platforms: ['linux'],
  license: 'MIT',
  discontinued_on: null,
  is_archived: false,
}
const KETTLE = { tool: 'Kettle', slug: 'kettle' }
const LINES = [
  {
    kind: 'facts',
    ...KETTLE,
    before: { ...FACTS, platforms: null },
    now: {
      ...FACTS,
      price_from: 12.5,
      license: 'BUSL-1.1',
      discontinued_on: '2026-11-20',
      is_archived: true,
    },
  },
  { kind: 'reply', ...KETTLE, review: 'a-1', company: 'Pots' },
  { kind: 'reviews', ...KETTLE, is_new: true, count: 1, title: 'It boils', rating: 4 },
  {
    kind: 'reviews',
    tool: 'Teapot',
    slug: 'teapot',
    is_new: false,
    count: 2,
    title: 'x',
    rating: 1,
  },
  { kind: 'replies', ...KETTLE, count: 2 },
  {
    kind: 'launch',
    launch: 'l-1',
    tool: null,
    tagline: 'Boils',
    launch_date: '2026-12-01',
    author: 'Ana',
    company: null,
  },
  { kind: 'edit', ...KETTLE, status: 'declined' },
  { kind: 'helpful_votes', ...KETTLE, review: 'a-1', count: 1 },
  { kind: 'followers', count: 3, name: 'Ben Li', username: 'ben' },
]
const DIGEST = { lines: LINES, more: 0, reviews: [], more_reviews: 0, unsubscribe: 'digest-1-2' }

test('a digest has one line with a link for each of its news', () => {
  const { subject, text, html, headers } = render('digest', DIGEST)
  expect(subject).toBe('Your week at Tools: Kettle, Teapot and more')
  expect(text).toBe(`This is new since last week.

Kettle: Discontinued on Nov 20, 2026
The repository is archived
Price: $12.50 per month (before: $10 per month)
License: BUSL-1.1 (before: MIT)
Platforms: Linux (before: unknown)
https://tools.example/tool/kettle/history

Kettle: Pots replied to your review
https://tools.example/review/a-1

Kettle: One new review, 4 of 5: “It boils”
https://tools.example/tool/kettle

Teapot: 2 changed reviews
https://tools.example/tool/teapot

Kettle: 2 replies to reviews
https://tools.example/tool/kettle

Boils: Launch on Dec 1, 2026 by Ana: Boils
https://tools.example/launch/l-1

Kettle: Your suggestion was not accepted
https://tools.example/tool/kettle

Kettle: Your review has 1 helpful vote
https://tools.example/review/a-1

3 new followers: Ben Li and others
https://tools.example/user/ben

See all notifications:
https://tools.example/notifications

Stop these emails:
https://tools.example/unsubscribe?token=digest-1-2

You get this message because you have an account at Tools. You chose a weekly email.
Tools
`)
  // Links are the news, whose texts differ, and not the name of the tool.
  expect(html).toMatch(
    /Kettle<\/span><br><a class="link" href="https:\/\/tools.example\/review\/a-1"[^>]*>Pots replied to your review<\/a>/,
  )
  expect(html).toMatch(
    />Discontinued on Nov 20, 2026<\/a><br>The repository is archived<br>Price: /,
  )
  // An address may be broken anywhere, a sentence between its words.
  expect([...html.matchAll(/break-all"><a [^>]*>([^<]*)/g)].map(([, of]) => of)).toEqual([
    'https://tools.example/notifications',
  ])
  expect(headers?.['List-Unsubscribe']).toContain('token=digest-1-2')
  expect(render('digest', { ...DIGEST, more: 3 }).text).toContain('See 3 more:')
})

test('a digest asks about reviews of a year ago, also without news', () => {
  const reviews = [{ review: 'a-1', title: 'It boils', tool: 'Kettle' }]
  const { subject, text } = render('digest', { ...DIGEST, lines: [], reviews, more_reviews: 2 })
  expect(subject).toBe('Is your review still true?')
  expect(text).toContain(`Your review of Kettle: “It boils”: is this still true?
https://tools.example/review/a-1/confirm
`)
  expect(text).toContain('More of your reviews are a year old: https://tools.example/dashboard')
  expect(render('digest', { ...DIGEST, reviews }).text).toContain('one press dates it as confirmed')
})

test.each([
  ['review', REVIEW],
  ['reply', REPLY],
  ['helpful_votes', { ...REPLY, count: 1 }],
])('an email of the kind %s has the mark of the tool as a picture and as text', (kind, data) => {
  const { text, html } = render(kind, { ...data, rated: RATED })
  expect(text).toContain('Kettle: 4.1 out of 5, 30 reviews, likely 3.6 to 4.3')
  expect(html).toContain(
    '<img src="https://tools.example/pictures/marks/kettle.png" alt="4.1 out of 5, 30 reviews, likely 3.6 to 4.3" width="240" height="20"',
  )
  expect(render(kind, data).html).not.toContain('<img')
})

test('a digest has one mark for each tool whose reviews are news', () => {
  const [facts, reply, reviews] = LINES
  const lines = [facts, { ...reply, rated: RATED }, { ...reviews, rated: RATED }]
  const { text, html } = render('digest', { ...DIGEST, lines })
  expect(text.split('Kettle: 4.1 out of 5, 30 reviews, likely 3.6 to 4.3')).toHaveLength(2)
  expect(html.match(/<img [^>]*>/g)).toEqual([
    expect.stringContaining('src="https://tools.example/pictures/marks/kettle.png"'),
  ])
  expect(render('digest', { ...DIGEST, lines: [facts] }).html).not.toContain('<img')
})
