import { formatDay, formatMonth } from '../../ui/format/day.ts'
import { ReportLink } from '../../ui/report-link.tsx'
import * as uiWords from '../../ui/words.ts'
import { formatPricing } from '../pricing.ts'
import type { ToolDetail } from '../tool.ts'
import * as pricingWords from '../words/pricing.ts'
import * as detailWords from './words.ts'

interface InformationCardProps {
  tool: ToolDetail
  /** The first day of the month of the latest review. */
  lastReviewed: string | undefined
}

/** Facts that the rest of the page does not show. */
export function InformationCard({ tool, lastReviewed }: InformationCardProps) {
  const pricing = formatPricing(tool.tool_facts)
  const license = tool.tool_facts?.license
  return (
    <aside className="panel p-5" aria-labelledby="tool-information">
      <h2 id="tool-information" className="mb-3 font-semibold">
        {detailWords.informationTitle}
      </h2>
      <dl className="grid gap-3 text-sm">
        {tool.subcategories.length > 0 ? (
          <Row term={detailWords.informationUsedFor}>{tool.subcategories.join(', ')}</Row>
        ) : null}
        {pricing ? <Row term={pricingWords.title}>{pricing}</Row> : null}
        {license ? (
          <Row term={detailWords.informationLicense}>
            {license === 'proprietary' ? detailWords.informationProprietary : license}
          </Row>
        ) : null}
        <Row term={detailWords.informationWebsite}>
          {tool.website_url ? formatHost(tool.website_url) : uiWords.notAvailable}
        </Row>
        <Row term={detailWords.informationListed}>{formatDay(tool.created_at)}</Row>
        <Row term={detailWords.informationLastReview}>
          {lastReviewed ? formatMonth(lastReviewed) : uiWords.nothing}
        </Row>
      </dl>
      <ReportLink type="tool" id={tool.id} name={tool.name} className="mt-3" />
    </aside>
  )
}

/** Returns the host of a URL; a text that is not a URL is returned unchanged. */
const formatHost = (url: string) =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url

function Row({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-soft">{term}</dt>
      <dd className="text-right wrap-break-word tabular-nums">{children}</dd>
    </div>
  )
}
