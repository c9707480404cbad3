import type { Context, Hono } from 'hono'
import { readPresentSlugs } from '../../app/data/present-slugs.ts'
import type { Site } from '../../app/data/site.ts'
import { isToolId } from '../../app/shared/initials.ts'
import { COMPARED_MAX } from '../../app/shared/limits.ts'
import * as sharedWords from '../../app/shared/words.ts'
import * as uiWords from '../../app/ui/words.ts'
import type { SceneTool } from './scenes/draw-scene.ts'

/** Loads the fonts and colors of drawings with the first one. */
const loadScenes = () => import('./scenes/draw-scene.ts')

/** @param width in pixels */
export type AnswerScene = (c: Context, svg: string, width: number) => Promise<Response>

/** Adds the pictures that other sites show next to a link: of the site, a tool, and a comparison. */
export function addSharePictures(
  app: Hono,
  supabase: Site['supabase'],
  asScene: AnswerScene,
): void {
  app.get('/pictures/share/site', async (c) => {
    const { drawSite, SCENE } = await loadScenes()
    const [lead = '', marked = ''] = sharedWords.siteHeading.split(/ ?<.?marked>/)
    return asScene(c, drawSite(lead, marked), SCENE.width)
  })

  app.get('/pictures/share/tools/:id', async (c) => {
    const id = c.req.param('id')
    if (!isToolId(id)) return c.notFound()
    const { data: tool } = await supabase
      .from('tools')
      .select('name, website_host, category, rating_average, review_count')
      .eq('id', id)
      .maybeSingle()
      .throwOnError()
    if (!tool) return c.notFound()
    const { drawCover, SCENE } = await loadScenes()
    const { name, category, rating_average: rating, review_count: reviews } = tool
    const note = rating === null ? category : uiWords.shareRating(rating, reviews)
    return asScene(c, drawCover({ tool, title: name, note }), SCENE.width)
  })

  app.get('/pictures/share/lists/:id', async (c) => {
    const id = c.req.param('id')
    if (!isToolId(id)) return c.notFound()
    const { data: items } = await supabase
      .rpc('shown_list_items', { list: id })
      .select('tools(name, slug, website_host)')
      .order('position')
      .limit(COMPARED_MAX)
      .throwOnError()
      .overrideTypes<{ tools: SceneTool }[], { merge: false }>()
    const { data: list } = await supabase
      .rpc('shown_list', { list: id })
      .select('name')
      .maybeSingle()
      .throwOnError()
    if (!list) return c.notFound()
    const { drawComparison, SCENE } = await loadScenes()
    const tools = items.map((item) => item.tools)
    return asScene(c, drawComparison(tools, list.name), SCENE.width)
  })

  app.get('/pictures/share/compare/:slugs', async (c) => {
    // PostgreSQL's type text cannot contain every character of an address.
    const addresses =
      c.req
        .param('slugs')
        .match(/[a-z0-9-]{1,120}/g)
        ?.slice(0, COMPARED_MAX) ?? []
    const slugs = await readPresentSlugs({ supabase }, addresses)
    const { data: tools } = await supabase
      .from('tools')
      .select('name, slug, website_host')
      .in('slug', slugs)
      .throwOnError()
    if (tools.length === 0) return c.notFound()
    const { drawComparison, SCENE } = await loadScenes()
    const inOrder = tools.toSorted((a, b) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug))
    return asScene(c, drawComparison(inOrder, sharedWords.shareCompared), SCENE.width)
  })
}
