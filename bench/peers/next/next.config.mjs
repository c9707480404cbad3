import { join } from 'node:path'

/** Uncompressed, like the site, so that only rendering is compared. */
export default {
  compress: false,
  poweredByHeader: false,
  turbopack: { root: join(import.meta.dirname, '..', '..', '..') },
}
