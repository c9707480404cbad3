import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/**
 * Into the server's bundle: hundreds of small modules, of which the pages use a few, cost the start
 * half a second, and an installed site does not need their packages. React, the router and what the
 * server imports too stay outside.
 */
const BUNDLED = [
  /^@(base-ui|floating-ui|hookform|tanstack)\//,
  'diff',
  'lucide-react',
  'react-hook-form',
  'sonner',
  'use-sync-external-store',
]

/** In the browser, what the server writes into the document (app/root.tsx). */
const identity: Plugin = {
  name: 'identity',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) =>
    id.endsWith('/app/shared/identity.ts') ? 'export const IDENTITY = siteIdentity' : undefined,
}

export default defineConfig({
  ssr: { noExternal: BUNDLED },
  plugins: [identity, tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Each page carries the words that it says, and of a words.ts nothing else.
          optimization: { inlineConst: { mode: 'all' } },
          treeshake: { propertyReadSideEffects: false },
          // One file for what most pages load: many small ones compress worse, and each is a request.
          output: {
            codeSplitting: { groups: [{ name: 'frame', minShareCount: 60 }] },
          },
        },
      },
    },
  },
})
