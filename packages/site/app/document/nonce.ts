import { createContext } from 'react'

/**
 * Marks the page's own inline scripts while it is rendered, so that no script in what people wrote
 * can pass for one. It never leaves the server: the policy names the scripts by their hashes. In the
 * browser there is none.
 */
export const ScriptNonce = createContext<string | undefined>(undefined)
