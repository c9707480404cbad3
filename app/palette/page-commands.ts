import { useRouteLoaderData } from 'react-router'
import type { loader as launchLoader } from '../launches/launch-detail.tsx'
import type { loader as toolLoader } from '../tool-page/tool-detail.tsx'
import type { ToolDetail } from '../tools/tool.ts'
import { copyLink } from '../ui/feedback/copy-link.ts'
import * as uiWords from '../ui/words.ts'
import type { Choice } from './choice-row.tsx'
import * as paletteWords from './words.ts'

export type ComparedTool = Pick<ToolDetail, 'name' | 'slug'>

/**
 * The actions on what the current page shows.
 * @param onCompare starts the second step, which picks the other tool
 */
export function usePageCommands(onCompare: (tool: ComparedTool) => void): Choice[] {
  const toolById = useRouteLoaderData<typeof toolLoader>('tool')
  const toolBySegment = useRouteLoaderData<typeof toolLoader>('tool-by-segment')
  const launch = useRouteLoaderData<typeof launchLoader>('launches/launch-detail')?.launch
  const tool = (toolById ?? toolBySegment)?.tool ?? launch?.tools
  const choices: Choice[] = []
  if (launch) {
    // The page's own button also handles visitors, failures and the count.
    const findButton = () => document.getElementById(`upvote-${launch.id}`)
    const isMine = findButton()?.getAttribute('aria-pressed') === 'true'
    const label = isMine ? paletteWords.removeUpvote : paletteWords.upvote
    choices.push({
      kind: 'here',
      id: 'upvote',
      label: label(tool?.name ?? launch.tagline),
      // React may replace the button while the palette is open.
      run: () => findButton()?.click(),
    })
  }
  if (tool) {
    choices.push(
      {
        kind: 'here',
        id: 'review',
        label: paletteWords.review(tool.name),
        to: `/write-review/${tool.slug}`,
      },
      {
        kind: 'here',
        id: 'compare',
        label: paletteWords.compare(tool.name),
        isStep: true,
        run: () => onCompare({ name: tool.name, slug: tool.slug }),
      },
    )
  }
  choices.push({
    kind: 'here',
    id: 'copy link',
    label: uiWords.copyLink,
    run: () => void copyLink(),
  })
  return choices
}
