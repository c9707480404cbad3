import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { listChunks } from './app/chunks.ts'

/**
 * The chunk that a module asks for in its first line, as `// chunk: frame`. Small parts of the same
 * pages go in one file: forty small ones compress worse, and each is one more request.
 */
const CHUNKS = listChunks()

const FRAME_PACKAGES =
  /\/react-dom\/(index|cjs\/react-dom\.)|\/lucide-react\/dist\/esm\/icons\/(minus|plus|search-x)\./

const findChunk = (id: string) => CHUNKS.get(id) ?? (FRAME_PACKAGES.test(id) ? 'frame' : null)

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
          output: {
            // Every page names more than a hundred files: 42 bits tell them apart, and only routes have names.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[hash:7].js',
            codeSplitting: {
              groups: [
                { name: findChunk },
                // Every page loads the names of the files that each route imports.
                { name: 'query', test: /\/@tanstack\/(query-core|react-query)\// },
                { name: 'zod', test: /\/zod\// },
                {
                  name: 'staff',
                  test: /\/app\/moderation\/(staff\/|words\/(catalog|staff|cases)\.)/,
                },
                { name: 'dialog', test: /\/@base-ui\/react\/(alert-dialog|dialog)\// },
              ],
            },
          },
        },
      },
    },
  },
})
