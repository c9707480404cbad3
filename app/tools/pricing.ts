import type { ToolFacts } from './tool.ts'
import * as pricingWords from './words/pricing.ts'

/** Returns the kind of pricing: free software is "Open source". @returns null if it is not known */
export function formatPricing(facts: ToolFacts | null): string | null {
  if (!facts?.pricing_model) return null
  const isOpenSource = facts.license !== null && facts.license !== 'proprietary'
  if (facts.pricing_model === 'free' && isOpenSource) return pricingWords.openSource
  return pricingWords.PRICING[facts.pricing_model] ?? null
}
