import { z } from 'zod'
import type { ServiceClient } from './service-client.ts'

/** The private bucket with the pictures of removed content, in a folder for each other bucket. */
const REMOVED = 'removed'

/** Pictures of one claim. */
const BATCH = 20

const moves = z.array(
  z.object({
    id: z.number(),
    bucket_id: z.string(),
    name: z.string(),
    place: z.enum(['visible', 'removed', 'deleted']),
  }),
)

type Move = z.output<typeof moves>[number]

/**
 * Moves uploaded pictures to where the rows that name them say that they belong. Smaller copies of a
 * picture are made from its original at each request, so they are gone with it.
 * @throws when the database or the storage cannot be reached; the rest is due again later
 */
export async function movePictures(
  service: ServiceClient,
  hasEnded: () => boolean,
): Promise<undefined> {
  while (!hasEnded()) {
    const { data } = await service.rpc('claim_picture_moves', { n: BATCH }).throwOnError()
    const due = moves.parse(data)
    if (due.length === 0) return undefined
    for (const move of due) {
      await movePicture(service, move)
      await service.rpc('complete_picture_move', { id: move.id, place: move.place }).throwOnError()
    }
  }
  return undefined
}

async function movePicture(service: ServiceClient, { bucket_id, name, place }: Move) {
  const visible = { bucket: bucket_id, path: name }
  const removed = { bucket: REMOVED, path: `${bucket_id}/${name}` }
  if (place === 'visible') await moveFile(service, removed, visible)
  else if (place === 'removed') await moveFile(service, visible, removed)
  else {
    await removeFile(service, visible)
    await removeFile(service, removed)
  }
}

interface StoredFile {
  bucket: string
  path: string
}

/** Moves a file if it is there, and replaces the one at the destination. */
async function moveFile(service: ServiceClient, from: StoredFile, to: StoredFile): Promise<void> {
  const move = () =>
    service.storage.from(from.bucket).move(from.path, to.path, { destinationBucket: to.bucket })
  let { error } = await move()
  if (error && hasStatus(error, 409)) {
    await removeFile(service, to)
    error = (await move()).error
  }
  // Moved before, or deleted by its owner.
  if (error && !hasStatus(error, 404)) throw error
}

async function removeFile(service: ServiceClient, { bucket, path }: StoredFile): Promise<void> {
  const { error } = await service.storage.from(bucket).remove([path])
  if (error) throw error
}

/** Supabase answers 400 with the status in the body. */
const hasStatus = (error: { status?: unknown; statusCode?: unknown }, status: number) =>
  error.status === status || error.statusCode === String(status)
