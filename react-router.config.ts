import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'app',
  // Browsers cache the one file with all routes. Lazy discovery would cost each page a request, and an
  // observer for each link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
