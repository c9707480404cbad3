import { IDENTITY } from '../shared/identity.ts'
import { BADGE_FIGURE_MIN } from '../shared/limits.ts'
import { formatDay } from '../ui/format/day.ts'
import { isolate } from '../ui/format/direction.ts'
import { formatCount, formatOneDecimal, pluralize } from '../ui/format/numbers.ts'

// Spec 6 §1: the claim of a tool.
export const claimTitle = (tool: string) => `Claim ${tool}`
export const claimDescription = 'Prove that your company makes this tool.'
export const claimIntro =
  'The maker of a tool replies to its reviews and corrects its facts at once. It cannot change, hide or buy reviews, and nothing of this costs money.'
export const claimTaken = (company: string) =>
  `${isolate(company)} already manages this tool. If that is wrong, please report it.`
export const claimReport = 'Report'
export const claimNoCompany = 'A company manages a tool'
export const claimNoCompanyMore =
  'You are no admin of a company yet. Create it, or ask an admin of your company to claim the tool.'
export const claimTeam = 'Start your team'
export const claimCompany = 'Company'
export const claimStart = 'Start the claim'
export const claimBack = (tool: string) => `Back to ${tool}`

export const proofTitle = 'Publish the proof'
export const proofIntro = (company: string) =>
  `Publish this token at one of these places. We look at all of them, and again every 30 days, so leave it there. It proves nothing for anybody but ${company}.`
export const proofDns = (name: string) => `A TXT record of ${name}`
export const proofFile = 'A text file at {url}'
export const proofRepository = 'A file .toolmark-verify in the default branch, with this line'
export const proofMeta = 'A meta tag in the head of the page of the tool'
export const proofStaff =
  'If none of this is possible, a moderator decides about the claim. Open claims are looked at from the oldest on.'
export const proofValue = 'Value'
export const proofTag = 'Tag'
export const proofLine = 'Content'
export const check = 'Check now'
export const checking = 'Checking…'
export const checkHint = 'Ten checks a day. A DNS record can take some hours.'
/** Spec 6 §1. */
export const notFound = (detail: string) => `We could not find the token yet. We found: ${detail}`
export const waiting = 'We are checking. This takes up to a minute.'
export const granted = (company: string, tool: string) =>
  `${isolate(company)} manages ${isolate(tool)} now.`
export const openDashboard = 'Company Dashboard'

export const STATUS: Readonly<Record<string, string>> = {
  open: 'Open',
  granted: 'Granted',
  refused: 'Refused',
  expired: 'Ended',
}

// The company's dashboard.
export const toolsTitle = 'Tools'
export const toolsNone =
  'No tool yet. Open the page of your tool and choose “Do you make this tool?”.'
export const toolsVerified = (method: string, day: string) => `Verified by ${method} on ${day}`
export const toolsBadge = 'Badge'
export const toolsRelease = 'Release<hidden> {tool}</hidden>'
export const toolsReleaseTitle = (tool: string) => `Release ${tool}?`
export const toolsReleaseText =
  'Your company no longer manages it. Replies and the marks of reviews stay.'
export const toolsReleaseGo = 'Release'
export const toolsReleased = 'Tool released'
export const claimsTitle = 'Claims'
export const claimOpen = 'Continue<hidden> the claim of {tool}</hidden>'
export const claimRow = (status: string, day: string) => `${status}, ${day}`

export const answerTitle = 'Reviews to answer'
export const answerNone = 'Every review has a reply.'
export const answerNoReviews = 'No reviews yet.'
export const answerReply = 'Reply<hidden> to “{title}”</hidden>'
export const answerEdit = 'Edit the reply<hidden> to “{title}”</hidden>'
export const answerMore = (count: number) =>
  pluralize(count, {
    one: '{n} more review without a reply',
    other: '{n} more reviews without a reply',
  })
export const replyLabel = (company: string) => `Reply in the name of ${company}`
export const replyHint = '10 to 2,000 characters, shown to everybody below the review.'
export const replySend = 'Publish reply'
export const replySave = 'Save reply'
export const replySent = 'Reply published'
export const replyDelete = 'Delete'
export const replyDeleteTitle = 'Delete this reply?'
export const replyDeleteText = 'It disappears from the review. You can write another one.'
export const replyDeleted = 'Reply deleted'
export const replyMissing = 'We could not find this review.'
export const replyForeign = 'Only confirmed members of the maker can reply to this review.'
export const replyTooShort = 'A reply has 10 to 2,000 characters.'

export const inviteTitle = 'Invitations to review'
export const inviteIntro =
  'Reviews that come by the link of an invitation say “Invited by the maker” and are counted apart. Invite all users alike, not only the happy ones.'
export const inviteName = 'Name'
export const inviteNameHint = 'For yourself, as “Newsletter of May”.'
export const inviteTool = 'Tool'
export const inviteCreate = 'Create invitation'
export const inviteCreated = 'Invitation created'
export const inviteLink = (name: string) => `Link of ${name}`
export const inviteAddress = (origin: string, slug: string, code: string) =>
  `${origin}/write-review/${slug}?via=${code}`
export const inviteClose = 'End<hidden> {name}</hidden>'
export const inviteCloseTitle = (name: string) => `End ${name}?`
export const inviteCloseText = 'Its link no longer marks reviews. Reviews keep their mark.'
export const inviteCloseGo = 'End invitation'
export const inviteClosed = (day: string) => `Ended ${formatDay(day)}`
export const inviteReviews = (count: number) =>
  pluralize(count, { one: '{n} review', other: '{n} reviews' }, formatCount(count))
export const inviteNameMissing = 'The name of an invitation has 1 to 80 characters.'

// The badge.
export const badgePageTitle = (tool: string) => `Badge of ${tool}`
export const badgeDescription = 'Code that shows the rating of a tool on another site.'
export const badgeIntro =
  'Everybody may show this badge, without asking and without paying. It always shows the present figures, also bad ones.'
export const badgeFew = `Below ${BADGE_FIGURE_MIN} reviews it has no figure.`
export const badgeKind = 'Shows'
export const BADGE_KINDS = { rating: 'Rating', reviews: 'Number of reviews' } as const
export const badgeTheme = 'Theme'
export const BADGE_THEMES = { light: 'Light', dark: 'Dark' } as const
export const badgeHtml = 'HTML'
export const badgeMarkdown = 'Markdown'
export const badgeRst = 'reStructuredText'
export const badgeShields = 'For shields.io: the address of the endpoint'
/** @param link of the tool's page @param source of the picture @param alt for screen readers */
export const badgeHtmlCode = (link: string, source: string, alt: string) =>
  `<a href="${link}"><img src="${source}" alt="${alt}" height="40"></a>`
export const badgeMarkdownCode = (link: string, source: string, alt: string) =>
  `[![${alt}](${source})](${link})`
export const badgeRstCode = (link: string, source: string, alt: string) =>
  `.. image:: ${source}\n   :alt: ${alt}\n   :target: ${link}`
export const badgeEndpoint = (link: string) => `${link}/badge.json`
/** With demo content. */
export const badgeSample = (tool: string) => `${tool} on ${IDENTITY.name}: sample`
/** The text for screen readers: a picture of figures says them. */
export const badgeAlt = (tool: string, rating: number | null, reviews: number) =>
  rating === null
    ? `${tool} on ${IDENTITY.name}`
    : `${tool} on ${IDENTITY.name}: ${formatOneDecimal(rating)} out of 5 stars, ${pluralize(reviews, { one: '{n} review', other: '{n} reviews' }, formatCount(reviews))}`
