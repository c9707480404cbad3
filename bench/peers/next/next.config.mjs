import { join } from 'node:path'

/** Uncompressed, as the other side is, so that only rendering is compared. */
export default {
  compress: false,
  poweredByHeader: false,
  turbopack: { root: join(import.meta.dirname, '..', '..', '..') },
}
