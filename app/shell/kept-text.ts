import { createContext } from 'react'

/**
 * The server's texts of parts that are made of what names them alone; in the browser there are none.
 * @param of names the part and all that it shows
 * @param part is rendered when its text is not kept: outside the page, so without the router's data
 */
export type TextOf = (of: string, part: React.ReactNode) => string

export const KeptText = createContext<TextOf | undefined>(undefined)
