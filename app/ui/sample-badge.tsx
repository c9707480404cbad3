// chunk: frame
import * as uiWords from './words.ts'

/** Marks demo content. */
export const SampleBadge = () => (
  <span className="shrink-0 rounded-full border border-edge px-2 text-xs font-medium text-soft">
    {uiWords.sample}
  </span>
)
