/** Classes of a tab list and its tabs. */
export const TAB_LIST =
  'flex gap-1 overflow-x-auto shadow-[inset_0_-1px_0_var(--line)] [scrollbar-width:none]'

export const TAB =
  'inline-flex min-h-11 shrink-0 items-center border-b-2 border-transparent px-3 text-sm sm:px-4 text-soft hover:text-ink data-active:border-ink data-active:font-semibold data-active:text-ink forced-colors:data-active:bg-[Highlight] forced-colors:data-active:text-[HighlightText] forced-colors:data-active:forced-color-adjust-none'
