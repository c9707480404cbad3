import { type LucideIcon, SearchX } from 'lucide-react'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { Button } from '../button.tsx'
import { toDocumentTitle } from '../page-meta.ts'
import * as uiWords from '../words.ts'

interface NoticeProps {
  /** None where something that replaces the content follows. */
  icon?: LucideIcon | undefined
  title: React.ReactNode
  /** A reason or a suggestion. */
  text?: React.ReactNode
  /** The notice is the whole page, and its title the h1. */
  isPage?: boolean
  role?: 'status' | 'alert'
  /** Links and buttons. */
  children?: React.ReactNode
}

/** Replaces a page, or a part of one, that has no content. */
export function Notice({ icon: Icon, title, text, isPage = false, role, children }: NoticeProps) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div
      role={role}
      className={`grid gap-3 ${isPage ? 'page justify-items-start py-12' : `justify-items-center px-6 text-center ${Icon ? 'py-12' : 'py-6'}`}`}
    >
      {Icon ? (
        <span className="mb-2 grid size-14 place-items-center rounded-card bg-sunken">
          <Icon aria-hidden size={26} />
        </span>
      ) : null}
      <Title className={`display ${isPage ? 'text-title' : 'text-lg'} wrap-anywhere`}>
        {title}
      </Title>
      {text ? <p className="max-w-md text-soft">{text}</p> : null}
      {children ? <div className="mt-2 flex flex-wrap gap-3">{children}</div> : null}
    </div>
  )
}

/** Shows nothing of the error itself (spec 1 §8). */
export function ErrorFallback({ title = uiWords.brokenTitle }: { title?: string | undefined }) {
  const { revalidate } = useRevalidator()
  const error = useRouteError()
  const isAbsent = isRouteErrorResponse(error) && error.status === 503
  return (
    <Notice
      isPage
      role="alert"
      title={title}
      text={isAbsent ? uiWords.absentText : uiWords.brokenText}
    >
      <title>{toDocumentTitle(title)}</title>
      <Button onClick={() => void revalidate()}>{uiWords.tryAgainButton}</Button>
      <Button look="secondary" onClick={() => location.reload()}>
        {uiWords.brokenRefresh}
      </Button>
    </Notice>
  )
}

interface NotFoundNoticeProps extends NoticeProps {
  error: unknown
  /** The title of a page that failed. */
  failedTitle?: string | undefined
}

/** Replaces a page whose content does not exist, or that failed. */
export function NotFoundNotice({ error, failedTitle, ...notice }: NotFoundNoticeProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404)
    return <ErrorFallback title={failedTitle} />
  return <Notice isPage icon={SearchX} {...notice} />
}
