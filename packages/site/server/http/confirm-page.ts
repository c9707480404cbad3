import { html } from 'hono/html'
import { IDENTITY } from '../../app/shared/identity.ts'
import { renderPlainPage } from './plain-page.ts'

/** Where the links of sent mails lead. */
export const CONFIRM_PATH = '/auth/confirm'

const PARAMETERS = ['token', 'type', 'redirect_to']

/**
 * The page of a mailed link. Mail gateways open every link, and opening this page changes nothing: its
 * button redeems the token, also without script.
 * @param query of the link
 */
export function renderConfirmPage(query: URLSearchParams) {
  const fields = PARAMETERS.map(
    (name) => html`<input type="hidden" name="${name}" value="${query.get(name) ?? ''}">`,
  )
  return renderPlainPage(
    `Continue to ${IDENTITY.name}`,
    html`<p>You opened the link of an email. Press the button to confirm that it was you.</p>
<form method="get" action="/auth/v1/verify">${fields}<button>Continue</button></form>`,
  )
}
