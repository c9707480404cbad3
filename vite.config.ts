import { readFileSync } from 'node:fs'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { DEFAULT_LOCALE } from './app/shared/identity.ts'
import { listOfflinePages } from './app/shared/page-table.ts'
import { DEFAULT_NOTATION } from './app/ui/format/default-notation.ts'

/**
 * What is around every page, and the small parts of nearly all, go in one file with React and the
 * router: forty small ones compress worse, and each is one more request
 * (bench/subjects/first-load.ts).
 */
const FRAME =
  /\/app\/document\/early-input\.|\/app\/shell\/(deferred|error-fallback|footer|header|logo|mobile-menu|search-box)\.|\/app\/data\/(browser-storage|create-store)\.|\/app\/palette\/(overlay|shortcuts\/page-keys)\.|\/app\/sign-in\/session-handlers\.|\/app\/ui\/(avatar|sample-badge|stars|links\/(figure-link|quiet-link|rank-link|report-link)|feedback\/notice|format\/(day|notation|default-notation|rich-text)|theme\/theme)\.|\/app\/shared\/(logo-tint|picture-sources)\.|\/app\/tools\/(tool|tool-logo)\.|\/app\/session\/signed-in\.|\/app\/people\/person-link\.|\/app\/reviews\/review\.|\/app\/votes\/vote-button\.|\/react-dom\/(index|cjs\/react-dom\.)|\/lucide-react\/dist\/esm\/icons\/(minus|plus|search-x)\./

/**
 * Small parts that the same screens share: a further file costs its imports and, in the router's
 * manifest, every page its name.
 */
const LIST =
  /\/app\/(data\/use-load-more|ui\/(rating-bar|show-more|feedback\/section-failure)|compare\/selection|tools\/detail\/tool-not-found)\./
const REVIEW = /\/app\/reviews\/(review-card|review-context|review-text|helpful-button)\./
const FOLLOW = /\/app\/people\/follow\/(follow-button|words)\./
const DIALOG = /\/@base-ui\/react\/(alert-dialog|dialog)\//
const MODERATION =
  /\/app\/moderation\/(words\/|subject\.|log\/(words|decision-subject)\.|report\/words\.|own\/words\.)/

/**
 * Into the server's bundle: hundreds of small modules, of which the pages use a few, cost the start
 * half a second. React and the router stay outside, where the server has the same ones.
 */
const BUNDLED = [/^@base-ui\//, /^@floating-ui\//, 'lucide-react', /^@tanstack\//, 'diff']

/** What the module works out is worked out here, once. */
const notation: Plugin = {
  name: 'notation',
  load: (id) =>
    id.endsWith('/app/ui/format/default-notation.ts')
      ? `export const DEFAULT_NOTATION = ${JSON.stringify(DEFAULT_NOTATION)}`
      : undefined,
}

/** In the browser, what the server writes into the document (app/root.tsx). */
const BY_DOCUMENT = {
  '/app/shared/identity.ts': `export const IDENTITY = siteIdentity, DEFAULT_LOCALE = '${DEFAULT_LOCALE}'`,
  '/app/ui/format/notation.ts': `import { DEFAULT_NOTATION } from './default-notation.ts'
    export const NOTATION = siteIdentity.notation ?? DEFAULT_NOTATION`,
}

const identity: Plugin = {
  name: 'identity',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) => Object.entries(BY_DOCUMENT).find(([file]) => id.endsWith(file))?.[1],
}

/** The service worker, with the pages that it may store. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle() {
    const source = readFileSync('app/offline/service-worker.js', 'utf8')
    const pages = `const OFFLINE_PAGES = ${JSON.stringify(listOfflinePages())}\n`
    this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: pages + source })
  },
}

export default defineConfig({
  ssr: { noExternal: BUNDLED },
  plugins: [notation, identity, serviceWorker, tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Each page carries the words that it says, and of a words.ts nothing else.
          optimization: { inlineConst: { mode: 'all' } },
          treeshake: { propertyReadSideEffects: false },
          output: {
            codeSplitting: {
              groups: [
                { name: 'frame', test: FRAME },
                { name: 'list', test: LIST },
                { name: 'review', test: REVIEW },
                { name: 'follow', test: FOLLOW },
                { name: 'dialog', test: DIALOG },
                { name: 'moderation', test: MODERATION },
              ],
            },
          },
        },
      },
    },
  },
})
