import Link from 'next/link'
import { Badge } from '../../../../app/ui/badge.tsx'
import { Rating } from '../../../../app/ui/stars.tsx'
import { ToolLogo } from './tool-logo.jsx'

export function ToolCard({ tool }) {
  return (
    <article className="panel relative flex flex-col gap-3 p-5 transition-transform hover:-translate-y-0.5">
      <div className="flex items-start gap-3">
        <ToolLogo id={tool.id} name={tool.name} />
        <div className="min-w-0">
          <h3 className="truncate font-semibold">
            <Link
              href={`/tool/${tool.slug}`}
              className="after:absolute after:inset-0 after:rounded-card"
            >
              {tool.name}
            </Link>
          </h3>
          <p className="truncate text-sm text-soft">{tool.category}</p>
        </div>
      </div>
      <p className="line-clamp-2 text-sm text-soft">{tool.description}</p>
      <div className="mt-auto flex flex-wrap items-end justify-between gap-2 pt-1">
        <Rating rating={tool.rating_average} reviews={tool.review_count} />
        <Badge>Freemium</Badge>
      </div>
    </article>
  )
}
