import { IDENTITY } from '../shared/identity.ts'
import { isolate } from '../ui/format/direction.ts'
import { pluralize } from '../ui/format/numbers.ts'

// Links to the company, or to join or create one.
export const linkDashboard = 'Company Dashboard'
export const linkTeam = 'Start your team'

/** Behind the name of a company's admin (spec 1 §6). */
export const admin = ' (Admin)'

export const pageDescription = (name: string) => `${name} on ${IDENTITY.name}.`
export const pagePeople = (size: string) => `${size} people`
export const pageFollowers = (count: number) =>
  pluralize(count, { one: '{n} follower', other: '{n} followers' })
/** @param domain that the company has proved */
export const pageVerified = (domain: string | null) => (domain ? `Verified: ${domain}` : 'Verified')
export const pageTools = 'Tools it makes'
export const pageMembers = 'Members'
export const pageNoMembers = 'No members to show.'
export const pageMissing = 'Company Not Found'
export const pageMissingDescription = 'This company does not exist.'

export const dashboardDescription = 'Your company, its details and its members.'
export const dashboardFailed = 'Your company could not be loaded.'
export const dashboardNone = 'No company yet'
export const dashboardPage = 'Company page'
export const dashboardLeave = 'Leave company'
export const dashboardLeaveTitle = (company: string) => `Leave ${company}?`
export const dashboardLeaveText =
  'You will no longer be listed as a member. You can join again later.'
export const dashboardStay = 'Stay'
export const dashboardGo = 'Leave'
export const dashboardNoPower = (company: string) =>
  `Only confirmed members of ${company} can change its details or remove members.`
export const dashboardLeft = 'You have left the company'

export const detailsTitle = 'Details'
export const detailsLogo = 'Change logo'
export const detailsLogoUpdated = 'Logo updated'
export const detailsUpdated = 'Company updated'

export const fieldName = 'Company name *'
export const fieldWebsite = 'Website'
export const fieldDomain = 'Domain'
export const fieldDomainPlaceholder = 'acme.com'
export const fieldSize = 'Size'
export const fieldIndustry = 'Industry'
export const fieldDescription = 'Description'

// Validation of a company.
export const nameLabel = 'Name'
export const descriptionLabel = 'Description'
export const domainTooLong = 'This domain is too long'
export const domainInvalid = 'Please enter a domain, like acme.com'

export const membersRemove = 'Remove<hidden> {name}</hidden>'
export const membersRemoveTitle = (name: string) => `Remove ${name}?`
export const membersRemoveText = (company: string) =>
  `They will no longer be a member of ${company}, but can join again.`
export const membersKeep = 'Keep'
export const membersGo = 'Remove member'
export const membersRemoved = 'Member removed'
export const membersRemovedMore = (name: string, company: string) =>
  `${isolate(name)} is no longer a member of ${company}.`

export const membersConfirmed = 'Confirmed'
export const membersConfirm = 'Confirm<hidden> {name}</hidden>'
export const membersUnconfirm = 'End confirmation<hidden> of {name}</hidden>'
export const membersConfirmTitle = (name: string) => `Confirm ${name}?`
export const membersConfirmText =
  'Confirmed members reply to reviews in the name of the company. They can no longer review its tools, and their earlier reviews of them say “Works for the maker”, also after they leave.'
export const membersConfirmCancel = 'Not now'
export const membersConfirmGo = 'Confirm'

export const teamDescription = 'Join your company, or create it.'

export const joinTitle = 'Join your company'
export const joinSearch = 'Search by name or domain'
export const joinPlaceholder = 'Acme, or acme.com'
export const joinNone = 'No company found. Create it below.'
export const joinJoin = 'Join<hidden> {name}</hidden>'
export const joinJoining = 'Joining...<hidden> {name}</hidden>'
/** Spec 1 §8. */
export const joinJoined = 'Joined company'
export const joinJoinedMore = 'You have successfully joined the company.'

export const createTitle = 'Create your company'
export const createText = 'You become its admin and manage its details and members.'
export const createCreate = 'Create Company'
export const createCreating = 'Creating...'
/** Spec 1 §8. */
export const createCreated = 'Company created'
export const createCreatedMore = 'Your company has been created successfully.'

// Titles of failures (spec 1 §8).
export const failedCreate = 'Error creating company'
export const failedAddUser = 'Error adding user to company'
export const failedJoin = 'Error joining company'
export const failedUpdate = 'Error updating company'
