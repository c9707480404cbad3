import { Hono } from 'hono'
import type { BackendEnv } from '../caller.ts'
import type { Settings } from '../settings/settings.ts'
import { bucketRoutes, ensureBuckets } from './buckets.ts'
import type { StorageOptions } from './context.ts'
import { toStorageError } from './errors.ts'
import { listObjects, listObjectsV2 } from './list-objects.ts'
import {
  copyObject,
  download,
  downloadPublic,
  moveObject,
  removeObjects,
  sendInfo,
} from './objects.ts'
import { signUpload, uploadSigned } from './signed-uploads.ts'
import { downloadSigned, signUrl, signUrls } from './signed-urls.ts'
import { upload } from './upload.ts'

/** Supabase Storage's API with the row security of storage.objects; names begin after the bucket. */
export function createStorage(
  options: StorageOptions & { buckets: Settings['storage']['buckets'] },
): Hono<BackendEnv> {
  // Before the first request; after an error the next request retries.
  let ready: Promise<void> | undefined
  const ensureReady = () => {
    ready ??= ensureBuckets(options.database, options.buckets).catch((error: unknown) => {
      ready = undefined
      throw error
    })
    return ready
  }

  const app = new Hono<BackendEnv>()
  app.onError((error, c) => {
    throw isDownload(c.req.method) ? error : toStorageError(error)
  })
  app.use(async (_c, next) => {
    await ensureReady()
    await next()
  })
  app.route('/bucket', bucketRoutes(options))
  app.post('/object/upload/sign/:bucket/:path{.+}', (c) => signUpload(c, options))
  app.put('/object/upload/sign/:bucket/:path{.+}', (c) => uploadSigned(c, options))
  app.post('/object/list-v2/:bucket', (c) => listObjectsV2(c, options))
  // Routes of Supabase Storage that are not there, which must not be taken for buckets.
  app.all('/object/upload/*', (c) => c.notFound())
  app.all('/object/list-v2/*', (c) => c.notFound())
  app.get('/object/public/:bucket/:path{.+}', (c) => downloadPublic(c, options))
  app.get('/object/sign/:bucket/:path{.+}', (c) => downloadSigned(c, options))
  app.get('/object/info/public/:bucket/:path{.+}', (c) => sendInfo(c, options))
  app.get('/object/info/authenticated/:bucket/:path{.+}', (c) => sendInfo(c, options))
  app.get('/object/info/:bucket/:path{.+}', (c) => sendInfo(c, options))
  app.get('/object/authenticated/:bucket/:path{.+}', (c) => download(c, options))
  app.get('/object/:bucket/:path{.+}', (c) => download(c, options))

  app.post('/object/list/:bucket', (c) => listObjects(c, options))
  app.post('/object/move', (c) => moveObject(c, options))
  app.post('/object/copy', (c) => copyObject(c, options))
  app.post('/object/sign/:bucket', (c) => signUrls(c, options))
  app.post('/object/sign/:bucket/:path{.+}', (c) => signUrl(c, options))
  app.post('/object/:bucket/:path{.+}', (c) =>
    upload(c, options, c.req.header('x-upsert') === 'true'),
  )
  app.put('/object/:bucket/:path{.+}', (c) => upload(c, options, true))
  app.delete('/object/:bucket', (c) => removeObjects(c, options))
  return app
}

const isDownload = (method: string) => method === 'GET' || method === 'HEAD'
