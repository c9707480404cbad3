export const title = 'Pricing'
export const openSource = 'Open source'
export const PRICING: Readonly<Record<string, string>> = {
  free: 'Free',
  freemium: 'Freemium',
  paid: 'Paid',
}
