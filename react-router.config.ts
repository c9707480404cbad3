import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'app',
  // All routes in one file that browsers keep: asked for link by link they cost each page more, and
  // each of them has to be watched for.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
