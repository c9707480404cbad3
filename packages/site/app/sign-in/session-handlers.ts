import { handleSession } from '../session/session.ts'

// Only visitors who sign in, or have opened a mailed link, load this code.
handleSession({
  approveLink: async (...link) => (await import('./links/approve-link.ts')).approveLink(...link),
  onSignedIn: async (...signIn) => (await import('./links/on-signed-in.ts')).onSignedIn(...signIn),
})
