import * as launchWords from './words.ts'

/** In the order of the tabs; live is the default (spec 2 §2). */
export const STATUSES = ['live', 'scheduled', 'ended'] as const
export type Status = (typeof STATUSES)[number]

export interface Launch {
  id: string
  tagline: string
  /** A UTC day as "yyyy-MM-dd". */
  launch_date: string
  featured_image: string | null
  /** After the featured image: uploads of the maker, or pictures that the server draws. */
  pictures: string[]
  upvotes_count: number
  status: Status
  is_draft: boolean
  /** What is launched, if it is no listed tool. */
  product_name: string | null
  product_url: string | null
  tools: LaunchedTool | null
  profiles: Maker | null
}

/** With its text, which lists do not show. */
export interface DescribedLaunch extends Launch {
  description: string | null
}

export interface LaunchedTool {
  id: string
  name: string
  slug: string
  logo_url: string | null
  website_url: string | null
  category: string
}

interface Maker {
  user_id: string
  username: string | null
  avatar_url: string | null
  first_name: string | null
  last_name: string | null
}

/** The number of pictures, with the featured image. */
export const countPictures = ({ featured_image, pictures }: Launch) =>
  (featured_image ? 1 : 0) + pictures.length

export const toToolName = (launch: Pick<Launch, 'tools' | 'product_name'>) =>
  launch.tools?.name ?? launch.product_name ?? launchWords.unknownTool

export const findWebsite = ({ tools, product_url }: Pick<Launch, 'tools' | 'product_url'>) =>
  tools ? tools.website_url : product_url

/** Returns the full name if both names exist, else the username, else "Anonymous" (spec 2 §2). */
export function toMakerName({ profiles }: Pick<Launch, 'profiles'>): string {
  if (profiles?.first_name && profiles.last_name)
    return `${profiles.first_name} ${profiles.last_name}`
  return profiles?.username || launchWords.unknownMaker
}
