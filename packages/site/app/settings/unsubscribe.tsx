import { MailCheck, MailX } from 'lucide-react'
import { data } from 'react-router'
import { z } from 'zod'
import { siteContext } from '../data/site.ts'
import { readText } from '../shared/parameters.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { NotFoundNotice, Notice } from '../ui/feedback/notice.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import * as uiWords from '../ui/words.ts'
import type { Route } from './+types/unsubscribe'
import * as settingsWords from './words.ts'

const readToken = (request: Request) => readText(new URL(request.url).searchParams, 'token', 200)

function refuseToken(error: unknown): never {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'PT404'
  throw isMissing ? data(null, { status: 404 }) : error
}

/** Changes nothing: mail gateways open every link of a mail. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { supabase } = context.get(siteContext)
  const { data: mail } = await supabase
    .rpc('get_unsubscription', { token: readToken(request) })
    .throwOnError()
    .then(null, refuseToken)
  return mail
}

const previousSchema = z.record(z.string(), z.string().nullable())

/** Of the button here, and of mail programs with one click (RFC 8058), which send no cookies and no Origin. */
export async function action({ context, request }: Route.ActionArgs) {
  const { visitorClient } = context.get(siteContext)
  const token = readToken(request)
  const form = await request.formData().catch(() => new FormData())
  const undone = form.get('previous')
  if (typeof undone === 'string') {
    const previous = readPrevious(undone)
    await visitorClient
      .rpc('undo_unsubscribe', { token, previous })
      .throwOnError()
      .then(null, refuseToken)
    return { previous: null }
  }
  const { data: stopped } = await visitorClient
    .rpc('unsubscribe', { token })
    .throwOnError()
    .then(null, refuseToken)
  return { previous: stopped.previous }
}

function readPrevious(text: string) {
  try {
    return previousSchema.parse(JSON.parse(text))
  } catch {
    throw data(null, { status: 400 })
  }
}

/** The address holds a secret. `no-referrer` would send the form without its origin. */
export const headers: Route.HeadersFunction = () => ({
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: settingsWords.unsubscribeTitle,
    description: settingsWords.unsubscribeDescription,
    noIndex: true,
  })

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, is_stopped } = loaderData
  if (actionData?.previous === null) {
    return (
      <Notice isPage role="status" icon={MailCheck} title={settingsWords.unsubscribeUndone(kind)}>
        <ChooseEmails />
      </Notice>
    )
  }
  if (actionData ?? is_stopped) {
    return (
      <Notice
        isPage
        role="status"
        icon={MailX}
        title={settingsWords.unsubscribeDone(kind)}
        text={settingsWords.unsubscribeOthers}
      >
        {actionData ? (
          <form method="post">
            <input type="hidden" name="previous" value={JSON.stringify(actionData.previous)} />
            <Button type="submit" look="secondary">
              {uiWords.undo}
            </Button>
          </form>
        ) : null}
        <ChooseEmails />
      </Notice>
    )
  }
  return (
    <Notice
      isPage
      icon={MailX}
      title={settingsWords.unsubscribeAsk(kind)}
      text={settingsWords.unsubscribeOthers}
    >
      <form method="post">
        <Button type="submit">{settingsWords.unsubscribeGo}</Button>
      </form>
      <ChooseEmails />
    </Notice>
  )
}

const ChooseEmails = () => (
  <LinkButton to="/account-settings#emails" look="secondary">
    {settingsWords.unsubscribeSettings}
  </LinkButton>
)

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <NotFoundNotice
    error={error}
    title={settingsWords.unsubscribeMissing}
    text={settingsWords.unsubscribeMissingMore}
  >
    <ChooseEmails />
    <LinkButton to="/" look="secondary">
      {uiWords.returnHome}
    </LinkButton>
  </NotFoundNotice>
)
