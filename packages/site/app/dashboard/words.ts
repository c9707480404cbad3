// Spec 1 §2.
export const title = 'Dashboard'
export const description = 'Your reviews, votes and followers.'
/** Before the name is loaded. */
export const welcomeFirst = 'Welcome!'
export const welcome = (name: string) => `Welcome, ${name}!`
export const profile = 'Edit Profile'
export const settings = 'Account Settings'
export const reviews = 'Your Reviews'
export const votes = 'Helpful Votes'
export const followers = 'Followers'
export const actions = 'Quick Actions'
export const writeReview = 'Write a Review'
export const browse = 'Browse Tools'
export const compare = 'Compare Tools'
export const activityNone = 'No recent activity. Your reviews will appear here.'
export const drafts = 'Drafts of launches'
export const ownReviews = 'Reviews you wrote'
export const replied = '{company} replied: {reply}'
export const lists = 'Your lists'
export const allLists = 'All lists'
export const unanswered = 'Reviews without your reply'
export const answer = 'Reply on the company dashboard'
export const edit = 'Edit'
export const editReview = (tool: string) => `Edit your review of ${tool}`

// Spec 1 §6.
export const businessLabel = 'Business profile'
export const businessCompany = 'Company'
export const businessNone = 'No company yet'
