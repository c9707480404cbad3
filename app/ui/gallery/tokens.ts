// Complete class names, because Tailwind searches the source files for them.

export const TEXT_STYLES = [
  ['text-hero', 'display text-hero'],
  ['text-figure', 'figure text-figure'],
  ['text-title', 'display text-title'],
  ['text-section', 'display text-section'],
  ['text-lg', 'text-lg'],
  ['text-base', 'text-base'],
  ['text-sm', 'text-sm'],
  ['kicker', 'kicker'],
] as const

export const COLORS = [
  ['paper', 'bg-paper'],
  ['card', 'bg-card'],
  ['sunken', 'bg-sunken'],
  ['raised', 'bg-raised'],
  ['line', 'bg-line'],
  ['edge', 'bg-edge'],
  ['ink', 'bg-ink'],
  ['soft', 'bg-soft'],
  ['link', 'bg-link'],
  ['marker', 'bg-marker'],
  ['marker-soft', 'bg-marker-soft'],
  ['star', 'bg-star'],
  ['good', 'bg-good'],
  ['bad', 'bg-bad'],
] as const
