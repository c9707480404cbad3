'use client'

/** It notices that a picture does not come, so it is the browser's too. */
export { ToolLogo } from '../../../../app/tools/tool-logo.tsx'
