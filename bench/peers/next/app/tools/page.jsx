import { Filters } from '../../parts/filters.jsx'
import { More } from '../../parts/more.jsx'
import { categories, tools, total } from '../../parts/rows.js'
import { ToolCard } from '../../parts/tool-card.jsx'

export const dynamic = 'force-dynamic'

const description = 'Browse software tools by category and rating, with reviews by professionals.'
const title = 'All Tools – Toolmark'
export const metadata = {
  title,
  description,
  openGraph: {
    title,
    description,
    siteName: 'Toolmark',
    type: 'website',
    url: 'http://127.0.0.1/tools',
  },
  alternates: { canonical: 'http://127.0.0.1/tools' },
  robots: { index: false },
}

export default async function Tools({ searchParams }) {
  const { search = '', category = '', rating = '', sort = '' } = await searchParams
  return (
    <div className="page py-8">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-3">
        <div>
          <h1 className="display text-title">All Tools</h1>
          <p className="mt-1 text-soft tabular-nums">
            {total} {total === 1 ? 'tool' : 'tools'}
          </p>
        </div>
        <div className="flex flex-wrap gap-3" />
      </div>
      <Filters
        categories={categories.map(({ name }) => name)}
        values={{ search, category, rating, sort }}
      />
      <h2 className="sr-only">Tools</h2>
      <p className="mb-4 text-sm text-soft" role="status">
        Showing {tools.length} of {total} tools
      </p>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {tools.map((tool) => (
          <li key={tool.id} className="grid">
            <ToolCard tool={tool} />
          </li>
        ))}
      </ul>
      <More next={tools.at(-1).after_row} />
    </div>
  )
}
