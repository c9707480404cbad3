// Fields of business accounts (spec 1 §2).
export const workTitle = 'Company'
export const workName = 'Company name'
export const workNoName = 'Company name is required'
export const workWebsite = 'Company website'
export const workSize = 'Company size'
export const workIndustry = 'Industry'
export const workJob = 'Job title'
export const workRole = 'Role'

export const accountType = 'Account type'

export const ACCOUNT_TYPES = [
  ['personal', 'Personal'],
  ['business', 'Business'],
] as const

export const ROLE_OPTIONS = [
  ['member', 'Team Member'],
  ['founder', 'Founder'],
  ['ceo', 'CEO'],
  ['cto', 'CTO'],
  ['manager', 'Manager'],
  ['developer', 'Developer'],
  ['designer', 'Designer'],
  ['marketing', 'Marketing'],
  ['sales', 'Sales'],
] as const

export const SIZE_OPTIONS = [
  ['', 'Select size'],
  ['1-10', '1-10'],
  ['11-50', '11-50'],
  ['51-200', '51-200'],
  ['201-1000', '201-1000'],
  ['1000+', '1000+'],
] as const

export const INDUSTRY_OPTIONS = [
  ['', 'Select industry'],
  ['technology', 'Technology'],
  ['healthcare', 'Healthcare'],
  ['finance', 'Finance'],
  ['education', 'Education'],
  ['retail', 'Retail'],
  ['manufacturing', 'Manufacturing'],
  ['other', 'Other'],
] as const

export const username = 'Username'
export const free = 'This username is free.'
export const firstName = 'First name'
export const lastName = 'Last name'
export const bio = 'Bio'
export const company = 'Company'

// Validation of a profile.
export const usernameRequired = 'Username is required'
export const nameInvalid = (field: string) =>
  `${field} may only contain letters, spaces, periods, hyphens and apostrophes`
