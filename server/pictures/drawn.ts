import { initials } from '../../app/shared/initials.ts'
import { tintOf } from '../../app/shared/logo-tint.ts'

/** A tool's initials on its tint, as the page draws them. */
export function drawInitials(name: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><rect width="128" height="128" fill="${tintOf(name)}"/><text x="64" y="64" dy=".35em" text-anchor="middle" font-family="system-ui, sans-serif" font-size="49" font-weight="600" fill="#fff">${escaped(initials(name))}</text></svg>`
}

/** Replaces the picture of a launch that cannot be loaded. */
export function drawPlaceholder(seed: string): string {
  const tint = tintOf(seed)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="${tint}"/><path d="M0 470 C300 380 500 560 800 450 S1100 400 1200 430 V630 H0 Z" fill="#fff" opacity=".12"/><path d="M0 540 C250 480 620 610 850 530 S1120 500 1200 520 V630 H0 Z" fill="#fff" opacity=".14"/></svg>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
