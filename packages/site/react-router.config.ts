import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'app',
  // The set-up builds beside what a running site uses.
  buildDirectory: process.env.BUILD_DIR ?? 'build',
} satisfies Config
