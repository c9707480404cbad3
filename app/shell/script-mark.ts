import { createContext } from 'react'

/** The server's mark of the page's own scripts, as their nonce; in the browser there is none. */
export const ScriptMark = createContext<string | undefined>(undefined)
