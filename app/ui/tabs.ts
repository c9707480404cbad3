/** How tabs look; what they do is Base UI's. */
export const TAB_LIST = 'flex flex-wrap gap-1 border-b border-line'

export const TAB =
  '-mb-px inline-flex min-h-10 items-center border-b-2 border-transparent px-4 text-sm text-soft hover:text-ink data-active:border-ink data-active:font-semibold data-active:text-ink'
