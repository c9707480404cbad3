import { use } from 'react'
import { KeptText } from './kept-text.ts'

interface KeptProps {
  as: 'li' | 'footer'
  className?: string
  /** Names the part and all that it shows. */
  of: string
  /** What the server writes, where the browser's part asks the router for its data. */
  still?: React.ReactNode
  children: React.ReactNode
}

/**
 * A part of many pages whose text the server keeps: a list is rendered anew at each change of one
 * of its cards, and the others are as they were. Browsers take it over as any other part. Nothing
 * in it may ask for the time, the address or an id of React's, nor have pictures fetched ahead.
 */
export function Kept({ as: Tag, className, of, children, still = children }: KeptProps) {
  const textOf = use(KeptText)
  if (!textOf) return <Tag className={className}>{children}</Tag>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React has written it.
  return <Tag className={className} dangerouslySetInnerHTML={{ __html: textOf(of, still) }} />
}
