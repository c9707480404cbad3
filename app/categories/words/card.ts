import { whole } from '../../ui/numbers.ts'

// Spec 2 §2.
export const tools = (count: number) => `${whole(count)} tools`
export const trending = 'Trending'
