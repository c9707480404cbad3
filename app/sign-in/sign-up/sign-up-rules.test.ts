import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { companyOfEmail, signUpMetadata, withCompany } from './sign-up-rules.ts'

describe('spec 1 §5: sign-up text inputs', () => {
  it('are trimmed, without angle brackets, truncated', () => {
    expect(signUpMetadata({ username: '  <b>ana</b> ', first_name: 'x'.repeat(60) })).toMatchObject(
      {
        username: 'bana/b',
        first_name: 'x'.repeat(50),
      },
    )
  })
  it('never hold an angle bracket or too much, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        const { company_website = '', company_name = '' } = signUpMetadata({
          company_website: text,
          company_name: text,
        })
        expect(company_website + company_name).not.toMatch(/[<>]/)
        expect(company_website.length).toBeLessThanOrEqual(255)
        expect(company_name.length).toBeLessThanOrEqual(100)
      }),
    )
  })
  it('are composed (NFC)', () => {
    expect(signUpMetadata({ first_name: 'Jose\u0301' }).first_name).toBe('Jos\u00e9')
  })
  it.each([
    ['manager', 'manager'],
    ['developer', 'developer'],
    ['admin', 'admin'],
    ['founder', 'member'],
    ['ceo', 'member'],
    ['cto', 'member'],
    ['designer', 'member'],
    ['marketing', 'member'],
    ['sales', 'member'],
    ['root', 'member'],
  ])('the role %s becomes %s', (chosen, stored) => {
    expect(signUpMetadata({ user_role: chosen }).user_role).toBe(stored)
  })
  it('an account is personal unless it is business', () => {
    expect(signUpMetadata({}).account_type).toBe('personal')
    expect(signUpMetadata({ account_type: 'business' }).account_type).toBe('business')
  })
})

describe('spec 1 §5: a work e-mail domain names the company', () => {
  it('fills name and website', () => {
    expect(companyOfEmail('ana@acme.io')).toEqual({ name: 'Acme', website: 'https://acme.io' })
  })
  it.each(['gmail.com', 'yahoo.co.uk', 'hotmail.com', 'outlook.com', 'icloud.com'])(
    '%s does not',
    (domain) => {
      expect(companyOfEmail(`ana@${domain}`)).toBeUndefined()
    },
  )
  it('waits for a whole address', () => expect(companyOfEmail('ana@acme')).toBeUndefined())
  it('what was filled from a mistyped address goes with it, what was typed stays', () => {
    const [wrong, right] = [companyOfEmail('a@acm.io'), companyOfEmail('a@acme.io')]
    const nothing = { company_name: '', company_website: '' }
    const first = withCompany(nothing, wrong, undefined)
    expect(first).toEqual({ company_name: 'Acm', company_website: 'https://acm.io' })
    expect(withCompany(first, right, wrong)).toEqual({
      company_name: 'Acme',
      company_website: 'https://acme.io',
    })
    expect(withCompany({ ...first, company_name: 'Mine' }, undefined, wrong)).toEqual({
      company_name: 'Mine',
      company_website: '',
    })
  })
})
