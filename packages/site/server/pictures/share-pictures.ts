import type { Context, Hono } from 'hono'
import { readPresentSlugs } from '../../app/data/present-slugs.ts'
import type { ReviewSummary } from '../../app/data/rpc-results.ts'
import type { Site } from '../../app/data/site.ts'
import { isToolId } from '../../app/shared/initials.ts'
import { COMPARED_MAX } from '../../app/shared/limits.ts'
import { RATED_COLUMNS } from '../../app/shared/rated.ts'
import * as sharedWords from '../../app/shared/words.ts'

/** Loads the fonts and colors of drawings with the first one. */
const loadScenes = () => import('./scenes/draw-scene.ts')

/** @param width in pixels; without it the drawing has the width of the picture, a PNG */
export type AnswerScene = (c: Context, svg: string, width?: number) => Promise<Response>

/** In the order of the values. */
async function readTools(
  supabase: Site['supabase'],
  column: 'id' | 'slug',
  values: readonly string[],
) {
  const { data } = await supabase
    .from('tools')
    .select(
      `id, name, slug, website_host, rating_counts, review_summary, ${RATED_COLUMNS}` as const,
    )
    .in(column, values)
    .throwOnError()
    .overrideTypes<{ review_summary: ReviewSummary | null }[]>()
  return data
    .toSorted((a, b) => values.indexOf(a[column]) - values.indexOf(b[column]))
    .map(({ review_summary, rating_counts, ...tool }) => ({
      ...tool,
      counted: rating_counts,
      reviews: [1, 2, 3, 4, 5].map((stars) => review_summary?.distribution[stars] ?? 0),
    }))
}

/** Adds the pictures that other sites show next to a link: of the site, a tool, a use, a list and a comparison. */
export function addSharePictures(
  app: Hono,
  supabase: Site['supabase'],
  asScene: AnswerScene,
): void {
  const asChart = async (
    c: Context,
    tools: Awaited<ReturnType<typeof readTools>>,
    title: string,
  ) => {
    const { drawChart, SCENE } = await loadScenes()
    return asScene(c, drawChart(tools, title), SCENE.width)
  }

  app.get('/pictures/share/site', async (c) => {
    const { drawSite, SCENE } = await loadScenes()
    const [lead = '', marked = ''] = sharedWords.siteHeading.split(/ ?<.?marked>/)
    return asScene(c, drawSite(lead, marked), SCENE.width)
  })

  app.get('/pictures/share/tools/:id', async (c) => {
    const id = c.req.param('id')
    if (!isToolId(id)) return c.notFound()
    const [tool] = await readTools(supabase, 'id', [id.toLowerCase()])
    if (!tool) return c.notFound()
    const { drawTool, SCENE } = await loadScenes()
    return asScene(c, drawTool(tool), SCENE.width)
  })

  app.get('/pictures/share/lists/:id', async (c) => {
    const id = c.req.param('id')
    if (!isToolId(id)) return c.notFound()
    const { data: list } = await supabase
      .rpc('shown_list', { list: id })
      .select('name')
      .maybeSingle()
      .throwOnError()
    if (!list) return c.notFound()
    const { data: items } = await supabase
      .rpc('shown_list_items', { list: id })
      .select('tool_id')
      .order('position')
      .limit(COMPARED_MAX)
      .throwOnError()
    const ids = items.map(({ tool_id }) => tool_id)
    return asChart(c, await readTools(supabase, 'id', ids), list.name)
  })

  app.get('/pictures/share/best/:capability', async (c) => {
    const slug = c.req.param('capability')
    if (!/^[a-z0-9-]{1,120}$/.test(slug)) return c.notFound()
    const { data: capability } = await supabase
      .from('capabilities')
      .select('name')
      .eq('slug', slug)
      .maybeSingle()
      .throwOnError()
    if (!capability) return c.notFound()
    const { data: found } = await supabase
      .rpc('search_tools', { capability: slug, sort: 'adjusted-desc', page_size: COMPARED_MAX })
      .select('id')
      .throwOnError()
    const ids = found.map(({ id }) => id)
    return asChart(
      c,
      await readTools(supabase, 'id', ids),
      sharedWords.capabilityTitle(capability.name),
    )
  })

  // The small mark of a tool, for mails.
  app.get('/pictures/marks/:file{[a-z0-9-]{1,120}\\.png}', async (c) => {
    const slugs = await readPresentSlugs({ supabase }, [c.req.param('file').slice(0, -4)])
    const [tool] = await readTools(supabase, 'slug', slugs)
    if (!tool) return c.notFound()
    const { drawMailedMark } = await loadScenes()
    return asScene(c, drawMailedMark(tool))
  })

  app.get('/pictures/share/compare/:slugs', async (c) => {
    // PostgreSQL's type text cannot contain every character of an address.
    const addresses =
      c.req
        .param('slugs')
        .match(/[a-z0-9-]{1,120}/g)
        ?.slice(0, COMPARED_MAX) ?? []
    const tools = await readTools(supabase, 'slug', await readPresentSlugs({ supabase }, addresses))
    if (tools.length === 0) return c.notFound()
    return asChart(c, tools, tools.map(({ name }) => name).join(' vs '))
  })
}
