/** Spec 1 §2. */
export const DASHBOARD = {
  title: 'Dashboard',
  description: 'Your reviews, votes and followers.',
  welcome: (name: string) => `Welcome, ${name}!`,
  profile: 'Edit Profile',
  settings: 'Account Settings',
  reviews: 'Your Reviews',
  votes: 'Helpful Votes',
  followers: 'Followers',
  actions: 'Quick Actions',
  writeReview: 'Write a Review',
  browse: 'Browse Tools',
  compare: 'Compare Tools',
  none: 'No recent activity. Your first review will show here.',
} as const

/** Spec 1 §6. */
export const BUSINESS = {
  label: 'Business profile',
  company: 'Company',
  none: 'No company yet',
} as const
