import { Hono } from 'hono'
import type { BackendEnv } from '../caller.ts'
import type { Settings } from '../settings/settings.ts'
import { bucketRoutes, ensureBuckets } from './buckets.ts'
import type { StorageOptions } from './context.ts'
import { list } from './list.ts'
import { copy, download, downloadPublic, info, move, remove } from './objects.ts'
import { downloadSigned, sign, signMany } from './signed.ts'
import { upload } from './upload.ts'

/** Supabase Storage's contract under storage.objects' row security; names begin after the bucket. */
export function createStorage(
  options: StorageOptions & { buckets: Settings['storage']['buckets'] },
): Hono<BackendEnv> {
  // Once, before the first request; again if that failed.
  let ready: Promise<void> | undefined
  const ensured = () => {
    ready ??= ensureBuckets(options.database, options.buckets).catch((error: unknown) => {
      ready = undefined
      throw error
    })
    return ready
  }

  const app = new Hono<BackendEnv>()
  app.use(async (_c, next) => {
    await ensured()
    await next()
  })
  app.route('/bucket', bucketRoutes(options))
  // Of the newer contract: no buckets of these names are meant.
  app.all('/object/upload/*', (c) => c.notFound())
  app.all('/object/list-v2/*', (c) => c.notFound())
  app.get('/object/public/:bucket/:path{.+}', (c) => downloadPublic(c, options))
  app.get('/object/sign/:bucket/:path{.+}', (c) => downloadSigned(c, options))
  app.get('/object/info/public/:bucket/:path{.+}', (c) => info(c, options))
  app.get('/object/info/authenticated/:bucket/:path{.+}', (c) => info(c, options))
  app.get('/object/info/:bucket/:path{.+}', (c) => info(c, options))
  app.get('/object/authenticated/:bucket/:path{.+}', (c) => download(c, options))
  app.get('/object/:bucket/:path{.+}', (c) => download(c, options))

  app.post('/object/list/:bucket', (c) => list(c, options))
  app.post('/object/move', (c) => move(c, options))
  app.post('/object/copy', (c) => copy(c, options))
  app.post('/object/sign/:bucket', (c) => signMany(c, options))
  app.post('/object/sign/:bucket/:path{.+}', (c) => sign(c, options))
  app.post('/object/:bucket/:path{.+}', (c) =>
    upload(c, options, c.req.header('x-upsert') === 'true'),
  )
  app.put('/object/:bucket/:path{.+}', (c) => upload(c, options, true))
  app.delete('/object/:bucket', (c) => remove(c, options))
  return app
}
