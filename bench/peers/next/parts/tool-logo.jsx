'use client'

/** A client component, because it handles images that fail to load. */
export { ToolLogo } from '../../../../app/tools/tool-logo.tsx'
