// Claims that a company makes a tool (spec 6 §1).
import { domainToASCII } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, APPEAL, EXPLANATION, SERVICE } from '../../support/databases/moderation.ts'
import {
  expectRefusal,
  INVOLVED,
  ONLY_MODERATORS,
  reachedLimit,
} from '../../support/databases/refusals.ts'

let ana: string
let ben: string
const {
  db,
  moderator,
  createMember,
  createTool,
  countRows,
  readEmails,
  otherModerator,
  moderate,
  createCompany,
  startClaim,
  recordCheck,
  makeMaker,
  checkClaim,
  joinCompany,
} = await shareCommunity()
beforeEach(async () => {
  ana = await createMember()
  ben = await createMember()
})

const readOne = (text: string, values: unknown[]) => db.rowAsOwner(text, values)
const readMaker = (tool: string) =>
  readOne('select company_id, method, verified_on::text from tool_makers where tool_id = $1', [
    tool,
  ])
const readCompany = (company: string) =>
  readOne('select verified, domain from companies where id = $1', [company])
const setWebsite = (tool: string, website: string | null) =>
  db.asOwner('update tools set website_url = $2 where id = $1', [tool, website])
const resolve = (staff: string, claim: string, accept: boolean | null, explanation = EXPLANATION) =>
  db.as(staff, 'select resolve_tool_claim($1, $2, $3)', [claim, accept, explanation])
const release = (member: string, tool: string) => db.as(member, 'select release_tool($1)', [tool])

describe('start_tool_claim', () => {
  const RAW = 'https://raw.githubusercontent.com/pots/kettle/HEAD/.toolmark-verify'
  test.each([
    ['https://www.kettle.example/?utm_source=x', null, null, true],
    [
      'https://www.kettle.example',
      'kettle.example',
      'https://www.kettle.example/.well-known/toolmark-verify.txt',
      true,
    ],
    ['http://127.0.0.1:4567/', null, 'http://127.0.0.1:4567/.well-known/toolmark-verify.txt', true],
    ['https://pots.example/kettle', null, null, true],
    ['https://github.com/pots/kettle.git', null, RAW, false],
    [
      'https://gitlab.com/pots/kettle/',
      null,
      'https://gitlab.com/pots/kettle/-/raw/HEAD/.toolmark-verify',
      false,
    ],
    [
      'https://codeberg.org/pots/kettle',
      null,
      'https://codeberg.org/api/v1/repos/pots/kettle/raw/.toolmark-verify',
      false,
    ],
    [null, null, null, false],
  ])(
    'the maker of the website %s proves it by the TXT record of %s, the file %s, or a meta tag: %s',
    async (website, dns_name, file_url, hasMeta) => {
      const tool = await createTool()
      await setWebsite(tool, website)
      const started = await startClaim(ana, tool, await createCompany(ana))
      expect(started.token).toMatch(/^[0-9a-f]{32}$/)
      const meta = `<meta name="toolmark-verify" content="toolmark-verify=${started.token}">`
      expect(started).toMatchObject({ dns_name, file_url, meta: hasMeta ? meta : null })
      await setWebsite(tool, null)
    },
  )

  test('returns the same claim a second time', async () => {
    const tool = await createTool()
    const company = await createCompany(ana)
    const first = await startClaim(ana, tool, company)
    expect(await startClaim(ana, tool, company)).toEqual(first)
    await recordCheck(first.claim, true)
    expect(await startClaim(ana, tool, company)).toEqual(first)
  })

  test('refuses who is no admin of the company, an unknown tool, and a tool of another company', async () => {
    const tool = await createTool()
    const company = await createCompany(ana, { name: 'Pots' })
    await expectRefusal(startClaim(ben, tool, company), '42501: Only admins of Pots can do this.')
    await expectRefusal(startClaim(ana, crypto.randomUUID(), company), 'PT404')
    await makeMaker(ben, tool, 'Kettles')
    await expectRefusal(
      startClaim(ana, tool, company),
      'PT409: Kettles already manages this tool. If that is wrong, please report it.',
    )
  })
})

describe('check_tool_claim', () => {
  test('makes the claim due, and refuses the eleventh check of a company on one day', async () => {
    const company = await createCompany(ana)
    const claims = [
      await startClaim(ana, await createTool(), company),
      await startClaim(ana, await createTool(), company),
    ]
    for (let check = 0; check < 10; check += 1) {
      const claim = claims[check % 2]?.claim ?? ''
      expect(await checkClaim(ana, claim)).toEqual({ status: 'open', detail: null })
    }
    await expectRefusal(checkClaim(ana, claims[0]?.claim ?? ''), reachedLimit(10, 'checks'))
    await db.asOwner`update private.tool_claims set checks_on = checks_on - 1 where company_id = ${company}`
    await checkClaim(ana, claims[0]?.claim ?? '')
    const due = (as_of: string, claim: string | null = null) =>
      db.as(SERVICE, `select id from claims_to_check(100, ${as_of}, $1) where id = any ($2)`, [
        claim,
        claims.map((each) => each.claim),
      ])
    expect(await due('now()')).toEqual([])
    expect(await due('now()', claims[0]?.claim)).toEqual([{ id: claims[0]?.claim }])
    expect(await due("now() + interval '1 minute'")).toEqual([{ id: claims[1]?.claim }])
  })

  test('of another company is not found', async () => {
    const company = await createCompany(ana)
    const { claim } = await startClaim(ana, await createTool(), company)
    await expectRefusal(checkClaim(ben, claim), 'PT404: We could not find this claim.')
  })
})

describe('record_claim_check', () => {
  test('leaves an open claim open without the token', async () => {
    const tool = await createTool()
    const company = await createCompany(ana)
    const { claim } = await startClaim(ana, tool, company)
    for (let check = 0; check < 4; check += 1) {
      expect(await recordCheck(claim, false, { detail: 'no file' })).toEqual({
        status: 'open',
        detail: 'no file',
      })
    }
    expect(await readMaker(tool)).toBeUndefined()
  })

  test('grants the claim with the token: the company is verified, the claimant confirmed, the admins get an email', async () => {
    const tool = await createTool('Kettle One')
    const claimant = await createMember()
    const company = await createCompany(claimant, {
      name: 'Kettle makers',
      website: 'https://www.kettle-one.example/about',
    })
    const { claim } = await startClaim(claimant, tool, company)
    expect(await recordCheck(claim, true, { method: 'file' })).toMatchObject({ status: 'granted' })
    expect(await readMaker(tool)).toEqual({
      company_id: company,
      method: 'file',
      verified_on: new Date().toISOString().slice(0, 10),
    })
    expect(await readCompany(company)).toEqual({ verified: true, domain: 'kettle-one.example' })
    expect(await countRows('company_members', 'company_id = $1 and is_confirmed', [company])).toBe(
      1,
    )
    expect(await readEmails(claimant)).toMatchObject([
      { kind: 'tool_claim', data: { status: 'granted', company: 'Kettle makers' } },
    ])
    const [own] = await db.as(claimant, 'select * from my_tool_claims()')
    expect(own).toMatchObject({ claim, status: 'granted', method: 'file', is_checking: false })
    expect(await db.as(ben, 'select * from my_tool_claims() where claim = $1', [claim])).toEqual([])
    const [data] = await db.as(claimant, 'select download_my_data() as data')
    expect(data).toMatchObject({
      data: { tool_claims: [{ tool: 'Kettle One', status: 'granted' }] },
    })
    expect(JSON.stringify(data)).not.toContain('"token"')
  })

  test('does not verify a company by a path, a repository, or the domain of another one', async () => {
    const verify = async (website: string, own: string | null, method?: string) => {
      const tool = await createTool()
      await setWebsite(tool, website)
      const company = await createCompany(ana, { website: own })
      const { claim } = await startClaim(ana, tool, company)
      await recordCheck(claim, true, method ? { method } : {})
      return { ...(await readMaker(tool)), ...(await readCompany(company)) }
    }
    expect(await verify('https://hosts.example/pots', null)).toMatchObject({
      method: 'meta',
      verified: false,
    })
    expect(await verify('https://github.com/pots/pan', null)).toMatchObject({
      method: 'repository',
      verified: false,
    })
    expect(await verify('https://pan.example', 'https://bank.example')).toMatchObject({
      method: 'file',
      verified: false,
    })
    expect(await verify('https://wok.example', null)).toMatchObject({
      verified: true,
      domain: 'wok.example',
    })
    expect(
      await verify('https://wok.example/?page=2', 'https://wok.example', 'meta'),
    ).toMatchObject({ verified: false })
    await db.asOwner`update tools set website_url = null where website_url = 'https://wok.example'`
    expect(await verify('https://www.wok.example', 'https://wok.example', 'dns')).toMatchObject({
      method: 'dns',
      verified: false,
    })
  })

  test('a company that shows another domain or website is not verified anymore', async () => {
    const tool = await createTool('Brazier')
    const company = await makeMaker(ana, tool)
    const change = (set: string) =>
      db.as(ana, `update companies set ${set} where id = $1`, [company])
    expect(await readCompany(company)).toEqual({ verified: true, domain: 'brazier.example' })
    await change("website = 'https://help.brazier.example/'")
    expect(await readCompany(company)).toMatchObject({ verified: true })
    await change("website = 'https://bank.example/'")
    expect(await readCompany(company)).toMatchObject({ verified: false })
    await change("website = null, domain = 'bank.example'")
    const [{ id: claim } = { id: '' }] =
      await db.asOwner`select id from private.tool_claims where tool_id = ${tool}`
    await recordCheck(String(claim), true)
    expect(await readCompany(company)).toEqual({ verified: false, domain: 'bank.example' })
    await change("domain = 'brazier.example'")
    await recordCheck(String(claim), true)
    expect(await readCompany(company)).toEqual({ verified: true, domain: 'brazier.example' })
  })

  test.each(['name', 'website', 'domain'])(
    'a changed %s of a verified company needs a new check that a confirmed admin requests',
    async (field) => {
      const tool = await createTool(`Urn ${field}`)
      const company = await makeMaker(ana, tool)
      const { claim } = await startClaim(ana, tool, company)
      const [before] = await db.asOwner('select * from companies where id = $1', [company])
      const change = (value: unknown) =>
        db.as(ana, `update companies set ${field} = $2 where id = $1`, [company, value])
      expect(await readCompany(company)).toMatchObject({ verified: true })
      await change(
        field === 'name'
          ? 'Microsoft'
          : field === 'domain'
            ? 'bank.example'
            : 'https://bank.example',
      )
      expect(await readCompany(company)).toMatchObject({ verified: false })
      // The check of every 30 days does not bring it back.
      await recordCheck(claim, true)
      expect(await readCompany(company)).toMatchObject({ verified: false })
      if (field === 'name') {
        await checkClaim(ana, claim)
        await recordCheck(claim, true)
        expect(await readCompany(company)).toMatchObject({ verified: true })
      }
      await change(before?.[field])
      await checkClaim(ana, claim)
      await recordCheck(claim, true)
      expect(await readCompany(company)).toMatchObject({ verified: true })
    },
  )

  describe('a verified company that takes the name of another one', () => {
    const prove = async (claim: string) => {
      await checkClaim(ana, claim)
      return recordCheck(claim, true)
    }
    const readName = (company: string) =>
      db.row(ANON, 'select name, verified from companies where id = $1', [company])
    const OTHER = 'Waffle Iron'

    test.each([
      OTHER,
      'waffle iron',
      'Waffle  Iron',
      'Waff1e Iron',
      'W\u0430ffle Iron',
      'WaffleIron',
      'Waffle Iron (official)',
    ])('waits as “%s” for a moderator, also with a found token', async (name) => {
      await db.asOwner('update companies set name = left(id::text, 8) where name ilike $1', ['w%'])
      const other = await createCompany(ben, { name: OTHER })
      const tool = await createTool()
      const company = await makeMaker(ana, tool)
      const { claim } = await startClaim(ana, tool, company)
      const before = await readName(company)
      await db.as(ana, 'update companies set name = $2 where id = $1', [company, name])
      await prove(claim)
      expect(await readName(company)).toEqual({ ...before, verified: true })
      await moderate(moderator, 'company', company, 'restore')
      expect(await readName(company)).toMatchObject({ verified: false })
      await prove(claim)
      expect(await readName(company)).toMatchObject({ verified: true })
      expect((await readName(company))?.name).not.toBe(before?.name)
      expect(await readName(other)).toEqual({ name: OTHER, verified: false })
    })

    test('a name of its own takes effect at once', async () => {
      await createCompany(ben, { name: 'Rice cooker' })
      const company = await makeMaker(ana, await createTool())
      await db.as(ana)`update companies set name = 'Rice kettle' where id = ${company}`
      expect(await readName(company)).toEqual({ name: 'Rice kettle', verified: false })
    })

    test.each(['dns', 'repository'])(
      'a new company with the name of a maker by %s waits for a moderator with a found token',
      async (method) => {
        const name = `Fondue ${method}`
        const first = await createTool()
        const { claim: earlier } = await startClaim(ben, first, await createCompany(ben, { name }))
        await recordCheck(earlier, true, { method })
        const tool = await createTool()
        const company = await createCompany(ana, { name })
        const { claim } = await startClaim(ana, tool, company)
        expect(await recordCheck(claim, true)).toEqual({
          status: 'open',
          detail:
            'We found the token. Another maker has this name, so a moderator has to decide about this one.',
        })
        expect([await readMaker(tool), await readName(company)]).toEqual([
          undefined,
          { name, verified: false },
        ])
        await resolve(moderator, claim, true)
        expect(await readMaker(tool)).toMatchObject({ company_id: company, method: 'staff' })
      },
    )
  })

  test('the mark names the place of the proof, and pauses while a changed website has none', async () => {
    const readMark = (tool: string) =>
      readOne('select proof, is_paused from tool_makers where tool_id = $1', [tool])
    for (const [website, proof] of [
      ['https://www.tajine.example/', 'tajine.example'],
      ['http://tajine2.example:8080', 'tajine2.example:8080'],
      ['https://pots3.example/tajine/?a=b', 'pots3.example/tajine'],
      ['https://github.com/pots/tajine.git', 'github.com/pots/tajine.git'],
    ] as const) {
      const tool = await createTool()
      await setWebsite(tool, website)
      const { claim } = await startClaim(ana, tool, await createCompany(ana))
      await recordCheck(claim, true)
      expect(await readMark(tool)).toEqual({ proof, is_paused: false })
      const elsewhere = `https://bank-${claim}.example`
      await setWebsite(tool, elsewhere)
      await recordCheck(claim, false)
      expect(await readMark(tool)).toEqual({ proof, is_paused: true })
      await recordCheck(claim, true)
      expect(await readMark(tool)).toEqual({ proof: `bank-${claim}.example`, is_paused: false })
      await recordCheck(claim, false)
      expect(await readMark(tool)).toMatchObject({ is_paused: false })
    }
  })

  test.each(['bücher', '例え', 'ñandú-日本', 'ｎotion', 'a-ü', 'ü', 'wİx', 'пример-испытание'])(
    'a proof of the host %s verifies its name in DNS',
    async (label) => {
      const ascii = domainToASCII(label)
      const tool = await createTool()
      await setWebsite(tool, `https://www.${label}.example/`)
      const company = await createCompany(ana)
      const started = await startClaim(ana, tool, company)
      expect(started.dns_name).toBe(`${ascii}.example`)
      expect(started.file_url).toMatch(`https://www.${ascii}.example/`)
      expect(await recordCheck(started.claim, true)).toMatchObject({ status: 'granted' })
      expect(await readCompany(company)).toEqual({ verified: true, domain: `${ascii}.example` })
    },
  )

  test('a proof of a host that strangers share verifies no company', async () => {
    const tool = await createTool()
    await setWebsite(tool, 'https://www.hoster.example')
    const company = await createCompany(ana, { website: 'https://victim.hoster.example' })
    const { claim } = await startClaim(ana, tool, company)
    await db.as(SERVICE, "select record_claim_check($1, true, 'Found.', 'file', true)", [claim])
    expect(await readMaker(tool)).toMatchObject({ company_id: company })
    expect(await readCompany(company)).toEqual({ verified: false, domain: null })
  })

  test('a proof is worth nothing for the website that the tool has later', async () => {
    const tool = await createTool('Samovar')
    const second = await createTool()
    const company = await makeMaker(ana, tool)
    expect(await readCompany(company)).toMatchObject({ verified: true })
    await setWebsite(tool, 'https://bank-of-pots.example')
    await db.as(ana, 'update companies set website = null, domain = null where id = $1', [company])
    // The verification is decided again.
    const { claim } = await startClaim(ana, second, company)
    await recordCheck(claim, true, { method: 'meta' })
    const { domain } = (await readCompany(company)) ?? {}
    expect(domain).toEqual(expect.not.stringMatching('bank'))
    await release(ana, second)
    expect(await readCompany(company)).toEqual({ verified: false, domain })
  })

  test.each([
    ['https://www.pages-of-all.example', true, 'www.pages-of-all.example'],
    ['https://www.pots-at-home.example', false, 'pots-at-home.example'],
    ['https://pots.pages-of-some.example', true, 'pots.pages-of-some.example'],
    ['https://www.pages-with-port.example:8443', true, 'www.pages-with-port.example:8443'],
  ])(
    'the proof of %s, shared: %s, is %s and none of another host',
    async (website, isShared, proof) => {
      const tool = await createTool()
      await setWebsite(tool, website)
      const company = await createCompany(ana)
      const { claim } = await startClaim(ana, tool, company)
      const find = () =>
        db.as(SERVICE, 'select record_claim_check($1, true, $2, $3, $4)', [
          claim,
          'A note.',
          'file',
          isShared,
        ])
      await find()
      const readProof = () => readOne('select proof from tool_makers where tool_id = $1', [tool])
      expect(await readProof()).toEqual({ proof })
      await find()
      expect(await readProof()).toEqual({ proof })
      const isProven = async (wanted: string) =>
        (await readOne('select private.is_proven_website($1, $2) as proven', [tool, wanted]))
          ?.proven
      const other = website.replace('//www.', '//')
      expect([await isProven(`${website}/page`), await isProven(other)]).toEqual([
        true,
        !isShared || other === website,
      ])
      await setWebsite(tool, null)
    },
  )

  test('a website that changes during the check is checked again', async () => {
    const tool = await createTool()
    const company = await createCompany(ana)
    const { claim } = await startClaim(ana, tool, company)
    const take = async () => {
      await checkClaim(ana, claim)
      return db.as(SERVICE, 'select * from claims_to_check(1, claim => $1)', [claim])
    }
    expect(await take()).toHaveLength(1)
    await setWebsite(tool, 'https://another-bank.example')
    expect(await recordCheck(claim, true)).toMatchObject({ status: 'open' })
    expect(await readMaker(tool)).toBeUndefined()
    expect(await take()).toMatchObject([{ dns_name: 'another-bank.example' }])
    expect(await recordCheck(claim, true)).toMatchObject({ status: 'granted' })
  })

  test('three failures within 14 days end the claim, its mark and the verification', async () => {
    const tool = await createTool()
    const claimant = await createMember()
    const company = await makeMaker(claimant, tool)
    const { claim } = await startClaim(claimant, tool, company)
    const age = (days: number) =>
      db.asOwner(
        `update private.tool_claims set failed_at = array(select failed - $2 * interval '1 day' from unnest(failed_at) as failed) where id = $1`,
        [claim, days],
      )
    await recordCheck(claim, false)
    await age(8)
    await recordCheck(claim, false)
    await age(8)
    expect(await recordCheck(claim, false)).toMatchObject({ status: 'granted' })
    await recordCheck(claim, true)
    // A failure counts once a day.
    for (let check = 0; check < 4; check += 1) await recordCheck(claim, false)
    await age(1)
    for (let check = 0; check < 4; check += 1) {
      expect(await recordCheck(claim, false)).toMatchObject({ status: 'granted' })
    }
    await age(1)
    expect(await recordCheck(claim, false, { detail: 'gone' })).toEqual({
      status: 'expired',
      detail: 'gone',
    })
    expect(await readMaker(tool)).toBeUndefined()
    expect(await readCompany(company)).toMatchObject({ verified: false })
    expect((await readEmails(claimant)).map(({ data }) => data.status)).toEqual([
      'granted',
      'expired',
    ])
    expect(await checkClaim(claimant, claim)).toEqual({ status: 'expired', detail: 'gone' })
    expect((await startClaim(claimant, tool, company)).claim).not.toBe(claim)
  })

  test('a granted claim is due after 30 days, four days after a failure, and when the website changes', async () => {
    const tool = await createTool()
    const company = await makeMaker(ana, tool)
    const { claim } = await startClaim(ana, tool, company)
    const isDue = async (days: number) =>
      Number(
        (
          await readOne(
            `select count(*) from private.tool_claims where id = $1 and check_at <= now() + $2 * interval '1 day'`,
            [claim, days],
          )
        )?.count,
      )
    expect([await isDue(29), await isDue(31)]).toEqual([0, 1])
    await recordCheck(claim, false)
    expect([await isDue(3), await isDue(5)]).toEqual([0, 1])
    await setWebsite(tool, 'https://elsewhere.example')
    expect(await isDue(0)).toBe(1)
  })

  test('a claim is refused if another company proved the tool first', async () => {
    const tool = await createTool()
    const company = await createCompany(ben)
    const { claim } = await startClaim(ben, tool, company)
    await makeMaker(ana, tool, 'First')
    expect(await recordCheck(claim, true)).toEqual({
      status: 'refused',
      detail: 'First already manages this tool. If that is wrong, please report it.',
    })
  })
})

describe('resolve_tool_claim', () => {
  test('by a moderator grants a claim by staff, which is never checked, and ends a granted one', async () => {
    const tool = await createTool()
    const claimant = await createMember()
    const company = await createCompany(claimant)
    const { claim } = await startClaim(claimant, tool, company)
    expect(
      await db.as(moderator, 'select claim from moderation_claims() where claim = $1', [claim]),
    ).toHaveLength(1)
    await resolve(moderator, claim, true)
    expect(await readMaker(tool)).toMatchObject({ company_id: company, method: 'staff' })
    expect(await readCompany(company)).toMatchObject({ verified: false })
    expect(await checkClaim(claimant, claim)).toEqual({ status: 'granted', detail: EXPLANATION })
    expect(await countRows('private.tool_claims', 'id = $1 and check_at is null', [claim])).toBe(1)
    await expectRefusal(resolve(moderator, claim, true), 'PT409: This has already been decided.')
    await resolve(moderator, claim, false)
    expect(await readMaker(tool)).toBeUndefined()
    expect(await readEmails(claimant)).toMatchObject([
      { data: { status: 'granted', method: 'staff', detail: EXPLANATION } },
      { data: { status: 'refused', detail: EXPLANATION } },
    ])
  })

  test('a claim that staff ended waits for staff, also for another company of the claimant', async () => {
    const tool = await createTool()
    const claimant = await createMember()
    const company = await createCompany(claimant)
    const find = async (of: string) => {
      const { claim } = await startClaim(claimant, tool, of)
      return { claim, ...(await recordCheck(claim, true)) }
    }
    await resolve(moderator, (await find(company)).claim, false)
    const second = await find(await createCompany(claimant))
    const again = await find(company)
    for (const { status, detail } of [second, again]) {
      expect(status).toBe('open')
      expect(detail).toMatch(/A moderator has refused an earlier claim/)
    }
    expect(await readMaker(tool)).toBeUndefined()
    // Others may prove it, and so may they after a moderator has accepted a claim.
    await resolve(moderator, again.claim, true)
    await release(claimant, tool)
    expect(await find(company)).toMatchObject({ status: 'granted' })
    await release(claimant, tool)
    await makeMaker(ben, tool)
  })

  test.each([
    ['https://app.HOST/', undefined],
    ['https://HOST/app', undefined],
    ['https://HOST:8443/app', undefined],
    ['https://HOST/', 'https://moved-HOST/'],
  ])('the same member waits for staff with a tool at %s', async (website, moved) => {
    const host = `pots-${crypto.randomUUID()}.example`
    const tool = await createTool()
    await setWebsite(tool, `https://${host}/`)
    const claimant = await createMember()
    const company = await createCompany(claimant)
    const { claim } = await startClaim(claimant, tool, company)
    await recordCheck(claim, true)
    await resolve(moderator, claim, false)
    if (moved) await setWebsite(tool, moved.replace('HOST', host))
    const other = await createTool()
    await setWebsite(other, website.replace('HOST', host))
    // Also a colleague with a company of their own.
    const colleague = await createMember()
    await joinCompany(company, colleague)
    for (const member of [claimant, colleague]) {
      const second = await startClaim(member, other, await createCompany(member))
      expect(await recordCheck(second.claim, true)).toMatchObject({ status: 'open' })
    }
    // Other hosts have nothing to do with it.
    const elsewhere = await createTool()
    await setWebsite(elsewhere, `https://other-${host}/`)
    await makeMaker(claimant, elsewhere)
    expect(await readMaker(elsewhere)).toBeDefined()
  })

  test('refuses members, moderators of the company, and a decision without an explanation', async () => {
    const company = await createCompany(ana)
    const { claim } = await startClaim(ana, await createTool(), company)
    await expectRefusal(resolve(ana, claim, true), ONLY_MODERATORS)
    await expectRefusal(db.as(ana, 'select * from moderation_claims()'), '42501')
    await joinCompany(company, moderator)
    await expectRefusal(resolve(moderator, claim, true), INVOLVED)
    await expectRefusal(resolve(otherModerator, claim, true, 'Short.'), '23514')
    await expectRefusal(resolve(otherModerator, claim, null), '23514')
    await expectRefusal(resolve(otherModerator, crypto.randomUUID(), true), 'PT404')
  })
})

test('the admins of the maker get the decision about a removed tool, and can appeal', async () => {
  const author = await createMember()
  const [admin, member, former] = [await createMember(), await createMember(), await createMember()]
  const tool = await createTool()
  await db.asOwner('update tools set submitted_by = $2 where id = $1', [tool, author])
  await makeMaker(former, tool)
  await release(former, tool)
  const company = await makeMaker(admin, tool)
  await joinCompany(company, member)
  const number = await moderate(moderator, 'tool', tool, 'remove')
  await moderate(otherModerator, 'tool', tool, 'restore')
  const readActions = async (who: string) =>
    (await readEmails(who))
      .filter(({ kind }) => kind === 'content_decision')
      .map(({ data }) => data.action)
  for (const who of [author, admin]) expect(await readActions(who)).toEqual(['remove', 'restore'])
  for (const who of [member, former]) expect(await readActions(who)).toEqual([])
  const again = await moderate(moderator, 'tool', tool, 'remove')
  const readOwn = async (who: string) =>
    (await db.as(who, 'select number from my_moderation_decisions()')).map((each) => each.number)
  expect(await readOwn(admin)).toEqual([again])
  const appeal = (who: string, decision: number) =>
    db.as(who, 'select submit_appeal($1, $2)', [decision, APPEAL])
  await appeal(admin, again)
  for (const who of [member, former]) {
    expect(await readOwn(who)).toEqual([])
    await expectRefusal(appeal(who, again), 'PT404')
  }
  await expectRefusal(appeal(admin, number), 'PT404')
})

test('an admin releases a tool, and nobody else does', async () => {
  const tool = await createTool()
  const company = await makeMaker(ana, tool, 'Letting go')
  await joinCompany(company, ben)
  await expectRefusal(release(ben, tool), '42501: Only admins of Letting go can do this.')
  await release(ana, tool)
  expect(await readMaker(tool)).toBeUndefined()
  await expectRefusal(release(ana, tool), 'PT404')
})

test('a removed tool takes its maker and claims along, and brings them back without the deleted claimant', async () => {
  const tool = await createTool()
  const claimant = await createMember()
  const company = await makeMaker(claimant, tool)
  await joinCompany(company, ben)
  const read = () =>
    db.asOwner`select * from private.tool_claims c join tool_makers m using (tool_id) where c.tool_id = ${tool}`
  const before = await read()
  await moderate(moderator, 'tool', tool, 'remove')
  expect(await read()).toEqual([])
  await db.asOwner('delete from auth.users where id = $1', [claimant])
  await moderate(moderator, 'tool', tool, 'restore')
  expect(await read()).toEqual(before.map((row) => ({ ...row, claimant_id: null })))
})

test('a removed company is not verified, and a restored one is again', async () => {
  const tool = await createTool('Skillet')
  const company = await makeMaker(ana, tool, 'Skillets')
  await moderate(otherModerator, 'company', company, 'remove')
  expect(await readCompany(company)).toEqual({ verified: false, domain: null })
  const { claim } = (await readOne(
    'select id as claim from private.tool_claims where tool_id = $1',
    [tool],
  )) as { claim: string }
  await recordCheck(claim, true)
  expect(await readCompany(company)).toEqual({ verified: false, domain: null })
  await moderate(otherModerator, 'company', company, 'restore')
  expect(await readCompany(company)).toEqual({ verified: true, domain: 'skillet.example' })
})
