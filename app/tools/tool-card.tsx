import { Link } from 'react-router'
import { Rating } from '../ui/stars.tsx'
import { type ToolSummary, toolPath } from './tool.ts'
import { ToolLogo } from './tool-logo.tsx'

/** The whole card leads to the tool; the pricing model is fixed (spec 2 §3). */
export function ToolCard({ tool }: { tool: ToolSummary }) {
  return (
    <article className="panel relative flex flex-col gap-3 p-5 transition-transform hover:-translate-y-0.5">
      <div className="flex items-start gap-3">
        <ToolLogo name={tool.name} logoUrl={tool.logo_url} />
        <div className="min-w-0">
          <h3 className="truncate font-semibold">
            <Link to={toolPath(tool)} className="after:absolute after:inset-0 after:rounded-card">
              {tool.name}
            </Link>
          </h3>
          <p className="truncate text-sm text-soft">{tool.category}</p>
        </div>
      </div>
      <p className="line-clamp-2 text-sm text-soft">{tool.description}</p>
      <div className="mt-auto flex items-end justify-between gap-2 pt-1">
        <Rating rating={tool.rating_average} reviews={tool.review_count} />
        <span className="rounded-full bg-sunken px-2 py-0.5 text-xs text-soft">Freemium</span>
      </div>
    </article>
  )
}

export function ToolGrid({ tools }: { tools: readonly ToolSummary[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {tools.map((tool) => (
        <li key={tool.id} className="grid">
          <ToolCard tool={tool} />
        </li>
      ))}
    </ul>
  )
}
