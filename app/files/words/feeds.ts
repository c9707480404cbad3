import { IDENTITY } from '../../shared/identity.ts'

export const reviewsTitle = `Reviews on ${IDENTITY.name}`
export const toolsTitle = `New tools on ${IDENTITY.name}`
export const launchesTitle = `Launches on ${IDENTITY.name}`
export const decisionsTitle = `Moderation log of ${IDENTITY.name}`
export const toolReviewsTitle = (tool: string) => `Reviews of ${tool} on ${IDENTITY.name}`
export const memberReviewsTitle = (name: string) => `Reviews by ${name} on ${IDENTITY.name}`

export const reviewTitle = (tool: string, rating: number, title: string) =>
  `${tool}, ${rating} of 5: ${title}`
export const pros = (texts: readonly string[]) => `Pros: ${texts.join(', ')}`
export const cons = (texts: readonly string[]) => `Cons: ${texts.join(', ')}`
export const decisionTitle = (number: number, action: string, subject: string, reason: string) =>
  [`Decision ${number}: ${action} (${subject})`, reason].filter(Boolean).join(', ')
