// The backend with the rules of the site, and clients that know its tables.

import type { Settings } from '@toolmark/backend/settings/settings.ts'
import {
  shareTestBackend as shareBackend,
  startTestBackend as startBackend,
  type TestBackendOptions,
  type TestBackend as UntypedBackend,
  type TestMember as UntypedMember,
} from '@toolmark/backend/tests/support/backends/backend.ts'
import type { Database } from '../../../app/data/database.types.ts'
import { REPORT_LIMIT } from '../../../server/http/report-limit.ts'
import { signUpRules } from '../../../server/start/sign-up-rules.ts'
import { findPasswordWeakness } from '../../../server/start/site-settings.ts'

export {
  createEmail,
  PASSWORD,
} from '@toolmark/backend/tests/support/backends/backend.ts'

export type TestBackend = UntypedBackend<Database>
export type TestMember = UntypedMember<Database>

type Parameters = [change?: (settings: Settings) => void, options?: TestBackendOptions]

const withRules = ([change, options]: Parameters): Parameters => [
  change,
  {
    rules: {
      passwordRules: findPasswordWeakness,
      signUpRules,
      signedOutCalls: { submit_report: REPORT_LIMIT },
    },
    ...options,
  },
]

/** Starts a backend of the site, as `startTestBackend` of the backend's tests does. */
export const startTestBackend = (...parameters: Parameters) =>
  startBackend<Database>(...withRules(parameters))

/** For the tests of a file. */
export const shareTestBackend = (...parameters: Parameters) =>
  shareBackend<Database>(...withRules(parameters))
