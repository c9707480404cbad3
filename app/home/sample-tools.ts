import type { ToolSummary } from '../tools/tool.ts'

const sample = (name: string, category: string, description: string): ToolSummary => ({
  id: name,
  name,
  slug: '',
  description,
  category,
  logo_url: null,
  website_url: null,
  rating_average: null,
  review_count: 0,
})

/** Shown where no real tool qualifies to be featured (spec 2 §4); invented, and rated by nobody. */
export const SAMPLE_TOOLS: readonly ToolSummary[] = [
  sample('Paperboat', 'Productivity', 'Notes that find their own folder.'),
  sample('Inkwell Studio', 'Design & Creative', 'Draw together, on one endless sheet.'),
  sample('Lanternlog', 'DevOps & Infrastructure', 'Logs that say what went wrong first.'),
  sample('Tallyfield', 'Finance & Business', 'Invoices and books for small teams.'),
  sample('Chorusdesk', 'Customer Support', 'One inbox for all that customers ask.'),
  sample('Orbitmail', 'Marketing & Sales', 'Newsletters that people ask for.'),
]
