/** What was done for a press from before the sign-in, by its kind. */
export const PRESS_DONE: Readonly<Record<string, string>> = {
  helpful: 'Marked as helpful',
  upvotes: 'Upvoted',
  reminders: 'You will get a reminder',
  'follow tool': 'You follow this tool',
  'follow user': 'You follow this person',
  'follow company': 'You follow this company',
}
