import { IDENTITY } from '../../app/shared/identity.ts'
import { findContact } from '../branding/reserved-domain.ts'
import type { Environment } from '../environment.ts'
import { createFactFetch, type FactFetch } from './fact-fetch.ts'

/** Whether the site reads the sources of facts: not with demo content, unless the operator says so. */
export const readsFacts = ({ FACT_SOURCES, DEMO_CONTENT }: Environment): boolean =>
  FACT_SOURCES === undefined ? DEMO_CONTENT === 'off' : FACT_SOURCES === 'on'

/** A product name has neither spaces nor other special characters (RFC 9110 §10.1.5). */
const toProduct = (name: string) => name.replaceAll(/[^A-Za-z0-9]+/g, '-')

/** Fetches with the tokens of the operator, and with the name and the contact of the site. */
export const createSiteFactFetch = (environment: Environment, siteUrl: string): FactFetch =>
  createFactFetch({
    tokens: {
      'api.github.com': environment.GITHUB_TOKEN,
      'gitlab.com': environment.GITLAB_TOKEN,
      'codeberg.org': environment.CODEBERG_TOKEN,
    },
    userAgent: `${toProduct(IDENTITY.name)}/1 (+${siteUrl}; ${findContact(IDENTITY.contact, siteUrl)})`,
    testOrigin: environment.FACT_TEST_ORIGIN,
  })
