import { data, Form, Link, useSearchParams } from 'react-router'
import { readHasDemoContent, siteContext } from '../../data/site.ts'
import { BADGE_FIGURE_MIN } from '../../shared/limits.ts'
import { readChoice } from '../../shared/parameters.ts'
import { findTool } from '../../tools/read-tool.ts'
import { toToolPath } from '../../tools/tool.ts'
import { ToolNotFound } from '../../tools/tool-not-found.tsx'
import * as detailWords from '../../tools/words/detail.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import * as makerWords from '../words.ts'
import type { Route } from './+types/badge-page'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const tool = await findTool(site, params.toolId, request, (slug) => `/tool/${slug}/badge`)
  if (!tool) throw data(null, { status: 404 })
  const { name, slug, review_count: reviews, rating_average } = tool
  const rating = reviews < BADGE_FIGURE_MIN ? null : rating_average
  const alt = (await readHasDemoContent(site))
    ? makerWords.badgeSample(name)
    : makerWords.badgeAlt(name, rating, reviews)
  return { name, slug, alt, siteUrl: site.siteUrl }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData ? makerWords.badgePageTitle(loaderData.name) : detailWords.missing,
    description: loaderData ? makerWords.badgeDescription : detailWords.missingDescription,
    noIndex: true,
  })

/** The code of a tool's badge, for other sites (spec 6 §3). */
export default function BadgePage({ loaderData: { siteUrl, ...tool } }: Route.ComponentProps) {
  const [parameters] = useSearchParams()
  const theme = readChoice(parameters, 'theme', makerWords.BADGE_THEMES) ?? 'light'
  const kind = readChoice(parameters, 'kind', makerWords.BADGE_KINDS) ?? 'rating'
  const path = toToolPath(tool)
  const picture = `${path}/badge.svg?theme=${theme}&kind=${kind}`
  const [link, source] = [siteUrl + path, siteUrl + picture]
  const { alt } = tool
  return (
    <div className="page column grid gap-6 py-6">
      <header>
        <Link to={path} className="text-sm text-link hover:underline">
          {makerWords.claimBack(tool.name)}
        </Link>
        <h1 className="display mt-1 text-title wrap-anywhere">
          {makerWords.badgePageTitle(tool.name)}
        </h1>
        <p className="mt-2 text-soft">
          {makerWords.badgeIntro} {makerWords.badgeFew}
        </p>
      </header>
      <section className="panel grid gap-6 p-6" aria-label={makerWords.badgePageTitle(tool.name)}>
        <p
          className={`grid min-h-24 place-items-center rounded-control border border-line p-4 ${theme === 'dark' ? 'bg-[#16161d]' : 'bg-white'}`}
        >
          <img src={picture} alt={alt} height={40} className="h-10 w-auto" />
        </p>
        <Form className="flex flex-wrap items-end gap-4" preventScrollReset>
          <SelectField
            label={makerWords.badgeKind}
            name="kind"
            key={kind}
            defaultValue={kind}
            options={Object.entries(makerWords.BADGE_KINDS)}
          />
          <SelectField
            label={makerWords.badgeTheme}
            name="theme"
            key={theme}
            defaultValue={theme}
            options={Object.entries(makerWords.BADGE_THEMES)}
          />
          <Button type="submit" look="secondary">
            {uiWords.apply}
          </Button>
        </Form>
        <CopyField
          label={makerWords.badgeHtml}
          text={makerWords.badgeHtmlCode(link, escapeAttribute(source), escapeAttribute(alt))}
        />
        <CopyField
          label={makerWords.badgeMarkdown}
          text={makerWords.badgeMarkdownCode(link, source, alt.replaceAll(/[[\]\\`]/g, '\\$&'))}
        />
        <CopyField label={makerWords.badgeRst} text={makerWords.badgeRstCode(link, source, alt)} />
        <CopyField label={makerWords.badgeShields} text={makerWords.badgeEndpoint(link)} />
      </section>
    </div>
  )
}

/** Of text in an attribute between quotation marks. */
const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

export const ErrorBoundary = ToolNotFound
