export const title = 'Facts'
export const none = 'No facts yet.'
export const suggest = 'Suggest an edit'
export const history = 'History'

export const pricing = 'Pricing'
export const price = 'Price'
export const platforms = 'Platforms'
export const license = 'License'
export const repository = 'Repository'
export const latestVersion = 'Latest version'
export const discontinued = 'Discontinued'

export const openSource = 'Open source'
export const proprietary = 'Proprietary'

export const PRICING: Readonly<Record<string, string>> = {
  free: 'Free',
  freemium: 'Freemium',
  paid: 'Paid',
}

/** On a card. @param price as "$12 per month" */
export const pricingFrom = (pricing: string, price: string) => `${pricing}, from ${price}`

export const PLATFORMS: Readonly<Record<string, string>> = {
  web: 'Web',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  ios: 'iOS',
  android: 'Android',
  self_hosted: 'Self-hosted',
}

export const versionOn = (version: string, day: string) => `${version} (${day})`

export const discontinuedNotice = (tool: string, day: string) =>
  `${tool} was discontinued on ${day}.`
export const discontinuedSuccessor = 'Its successor is {tool}.'
