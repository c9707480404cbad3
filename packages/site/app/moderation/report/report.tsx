import { Flag, SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { data, Link } from 'react-router'
import { toCommandError } from '../../data/command.ts'
import { describeFailure, isInvalidValue } from '../../data/command-error.ts'
import type { Receipt } from '../../data/rpc-results.ts'
import { siteContext } from '../../data/site.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { readChoice, readText } from '../../shared/parameters.ts'
import { SUBJECTS } from '../../shared/subjects.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import { readSubject } from '../read-subject.ts'
import * as publicWords from '../words/public.ts'
import type { Route } from './+types/report'
import { ReportForm, readReportInput, toStatusPath } from './report-form.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const subject = await readSubject(
    context.get(siteContext),
    readChoice(searchParams, 'type', SUBJECTS) ?? null,
    readText(searchParams, 'id', 40),
  )
  // Not thrown: the page has to show again what was typed if the subject is deleted meanwhile.
  return data({ subject }, { status: subject ? 200 : 404 })
}

const NO_STORE = { 'Cache-Control': 'no-store' }

/** The browser sends the form here if it has no script, and always as a visitor. */
export async function action({ context, request }: Route.ActionArgs) {
  const { visitorClient, log } = context.get(siteContext)
  const form = await request.formData().catch(() => new FormData())
  const values = readReportInput(form, new URL(request.url).searchParams)
  const { data: sent, error, status } = await visitorClient.rpc('submit_report', values)
  if (!error) {
    return data({ receipt: sent }, { headers: NO_STORE })
  }
  // An id that is no UUID.
  if (isInvalidValue(error)) {
    return data({ values, failure: publicWords.reportMissing }, { status: 404, headers: NO_STORE })
  }
  const failure = toCommandError(error, status)
  const isRefused = status >= 400 && status < 500
  if (!isRefused) log(failure)
  return data(
    { values, failure: describeFailure(failure) },
    { status: isRefused ? status : 503, headers: NO_STORE },
  )
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData?.subject
      ? publicWords.TITLES[loaderData.subject.type]
      : publicWords.reportTitle,
    description: publicWords.reportDescription,
    noIndex: true,
  })

export default function Report({ loaderData: { subject }, actionData }: Route.ComponentProps) {
  const [receipt, setReceipt] = useState<Receipt | undefined>(
    actionData && 'receipt' in actionData ? actionData.receipt : undefined,
  )
  if (receipt) return <Sent receipt={receipt} />
  const refused = actionData && 'values' in actionData ? actionData : undefined
  const values =
    refused?.values ?? (subject && { subject_type: subject.type, subject_id: subject.id })
  if (!values) {
    return (
      <Notice
        isPage
        icon={SearchX}
        title={publicWords.reportMissing}
        text={publicWords.reportMissingMore}
      >
        <LinkButton to="/">{uiWords.returnHome}</LinkButton>
      </Notice>
    )
  }
  return (
    <div className="page column grid gap-6 py-6">
      <header>
        <h1 className="display text-title">
          {subject ? publicWords.TITLES[subject.type] : publicWords.reportTitle}
        </h1>
        {subject ? (
          <p className="mt-2 wrap-anywhere">
            <Link to={subject.path} className="text-link hover:underline">
              {subject.title}
            </Link>
          </p>
        ) : null}
      </header>
      <ReportForm values={values} failure={refused?.failure} onSent={setReceipt} />
    </div>
  )
}

function Sent({ receipt }: { receipt: Receipt }) {
  const notice = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone.
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} tabIndex={-1} className="outline-none">
      <Notice
        isPage
        role="status"
        icon={Flag}
        title={publicWords.sent}
        text={publicWords.thanks(receipt.number)}
      >
        <div className="grid max-w-md justify-items-start gap-4">
          <LinkButton to={toStatusPath(receipt)}>{publicWords.openStatus}</LinkButton>
          <p className="text-sm text-soft">{publicWords.keepLink}</p>
          <SignedIn>
            <LinkButton to="/my-reports" look="secondary">
              {publicWords.ownReports}
            </LinkButton>
          </SignedIn>
        </div>
      </Notice>
    </div>
  )
}
