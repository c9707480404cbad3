import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillCompanyFields, suggestCompany, toSignUpMetadata } from './sign-up-schema.ts'

describe('spec 1 §5: sign-up text inputs', () => {
  it('toSignUpMetadata trims and truncates texts and removes angle brackets', () => {
    expect(
      toSignUpMetadata({ username: '  <b>ana</b> ', first_name: 'x'.repeat(60) }),
    ).toMatchObject({
      username: 'bana/b',
      first_name: 'x'.repeat(50),
    })
  })
  it('toSignUpMetadata with any text keeps the limits and has no angle brackets', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        const { company_website = '', company_name = '' } = toSignUpMetadata({
          company_website: text,
          company_name: text,
        })
        expect(company_website + company_name).not.toMatch(/[<>]/)
        expect(company_website.length).toBeLessThanOrEqual(255)
        expect(company_name.length).toBeLessThanOrEqual(100)
      }),
    )
  })
  it('toSignUpMetadata composes letters (NFC)', () => {
    expect(toSignUpMetadata({ first_name: 'Jose\u0301' }).first_name).toBe('Jos\u00e9')
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
  ])('toSignUpMetadata with the role %s returns the role %s', (chosen, stored) => {
    expect(toSignUpMetadata({ user_role: chosen }).user_role).toBe(stored)
  })
  it('toSignUpMetadata returns the account type personal unless it is business', () => {
    expect(toSignUpMetadata({}).account_type).toBe('personal')
    expect(toSignUpMetadata({ account_type: 'business' }).account_type).toBe('business')
  })
})

describe('spec 1 §5: the company of a work email address', () => {
  it('suggestCompany with a work address returns name and website', () => {
    expect(suggestCompany('ana@acme.io')).toEqual({ name: 'Acme', website: 'https://acme.io' })
  })
  it.each(['gmail.com', 'yahoo.co.uk', 'hotmail.com', 'outlook.com', 'icloud.com'])(
    'suggestCompany with the domain %s returns undefined',
    (domain) => {
      expect(suggestCompany(`ana@${domain}`)).toBeUndefined()
    },
  )
  it('suggestCompany with an incomplete address returns undefined', () =>
    expect(suggestCompany('ana@acme')).toBeUndefined())
  it('fillCompanyFields replaces an earlier suggestion and keeps typed text', () => {
    const [wrong, right] = [suggestCompany('a@acm.io'), suggestCompany('a@acme.io')]
    const emptyFields = { company_name: '', company_website: '' }
    const first = fillCompanyFields(emptyFields, wrong, undefined)
    expect(first).toEqual({ company_name: 'Acm', company_website: 'https://acm.io' })
    expect(fillCompanyFields(first, right, wrong)).toEqual({
      company_name: 'Acme',
      company_website: 'https://acme.io',
    })
    expect(fillCompanyFields({ ...first, company_name: 'Mine' }, undefined, wrong)).toEqual({
      company_name: 'Mine',
      company_website: '',
    })
  })
})
