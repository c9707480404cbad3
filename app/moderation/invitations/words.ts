export const title = 'Invitations'
export const description = 'The invitations to this site, and which of them were used.'
export const intro =
  'An invitation is for one address and valid for 14 days. It is needed only while sign-up is by invitation.'

export const formTitle = 'Invite someone'
export const email = 'Email'
export const note = 'Note (optional)'
export const noteHint = 'It is part of the email.'
export const noteTooLong = 'Please keep the note to 500 characters.'
export const invite = 'Send invitation'
export const sending = 'Sending...'
export const invited = (address: string) => `We have sent an invitation to ${address}.`

export const none = 'There are no invitations.'
export const open = (day: string) => `Valid until ${day}`
export const expired = (day: string) => `Ended on ${day}`
export const used = (day: string) => `Signed up on ${day}`
export const inviteAgain = 'Invite again'
export const revoke = 'Revoke'
export const revokeTitle = (address: string) => `Revoke the invitation of ${address}?`
export const revokeText =
  'The address can no longer sign up. A sign-up that waits for its confirmation is deleted.'
export const revoked = (address: string) => `The invitation of ${address} is revoked.`
