import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'app',
  // The set-up builds beside what a running site uses.
  buildDirectory: process.env.BUILD_DIR ?? 'build',
  // Browsers cache the one file with all routes. Lazy discovery would cost each page a request, and an
  // observer for each link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
