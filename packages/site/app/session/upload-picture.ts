import { sendCommand } from '../data/command.ts'
import { CommandError, describeAs, requireCommandError } from '../data/command-error.ts'
import * as dataWords from '../data/words.ts'
import { PICTURE_BYTES_MAX } from '../shared/limits.ts'
import { FEATURED_SIZE } from '../shared/picture-sources.ts'
import { getSupabase } from './session.ts'

/** The size in pixels of an uploaded picture, at most; the picture is cropped to its shape. */
const SIZES = {
  avatars: { width: 512, height: 512 },
  logos: { width: 512, height: 512 },
  launches: FEATURED_SIZE,
} as const

type Bucket = keyof typeof SIZES

/** @returns a message of spec 1 §8 if the file cannot be used */
export function findPictureProblem(file: { type: string; size: number }): string | undefined {
  if (!file.type.startsWith('image/')) return dataWords.pictureFailureNoImage
  if (file.size >= PICTURE_BYTES_MAX) return dataWords.pictureFailureTooLarge
  return undefined
}

/**
 * Crops a picture to the bucket's shape and uploads it. Drawing it on a canvas removes the camera's metadata,
 * such as the location.
 * @returns its path in the bucket
 * @throws {CommandError} with a public message
 */
export async function uploadPicture(bucket: Bucket, folder: string, file: File): Promise<string> {
  const supabase = await getSupabase()
  const picture = await crop(file, SIZES[bucket])
  const extension = picture.type.replace('image/', '')
  const path = `${folder}/${Date.now()}.${extension}`
  const options = { cacheControl: '3600', upsert: false, contentType: picture.type }
  await sendCommand(supabase.storage.from(bucket).upload(path, picture, options)).catch(
    describePictureFailure(dataWords.pictureFailureNotUploaded),
  )
  return path
}

/** @returns the public URL of an uploaded picture */
export async function toPublicUrl(bucket: Bucket, path: string): Promise<string> {
  return (await getSupabase()).storage.from(bucket).getPublicUrl(path).data.publicUrl
}

/** @throws {CommandError} with a public message */
export async function removePicture(bucket: Bucket, path: string): Promise<void> {
  const pictures = (await getSupabase()).storage.from(bucket)
  const describe = describePictureFailure(dataWords.pictureFailureNotDeleted)
  await sendCommand(pictures.remove([path])).catch(describe)
}

/**
 * For `catch` of a command that changes a picture (spec 1 §8).
 * @param fallback the message if the session has not ended and the server has no public message
 */
export const describePictureFailure =
  (fallback: string) =>
  (error: unknown): never => {
    const { reason, publicMessage = fallback } = requireCommandError(error)
    const isSignedOut = reason === 'signed-out'
    return describeAs(isSignedOut ? dataWords.pictureFailureNoUser : publicMessage)(error)
  }

/** A list has at most 100 files, and 50 MB of pictures of launches are more. */
const LISTS_MAX = 20

/**
 * Removes the pictures of a folder except the one in use.
 * @throws {CommandError} with a public message
 */
export async function removeOtherPictures(
  bucket: Bucket,
  folder: string,
  inUse: string | null,
): Promise<void> {
  const pictures = (await getSupabase()).storage.from(bucket)
  const describe = describePictureFailure(dataWords.pictureFailureNotDeleted)
  for (let lists = 0; lists < LISTS_MAX; lists += 1) {
    const listed = await sendCommand(pictures.list(folder)).catch(describe)
    const others = listed
      .map(({ name }) => `${folder}/${name}`)
      .filter((path) => !inUse?.endsWith(`/${path}`))
    if (others.length === 0) return
    await sendCommand(pictures.remove(others)).catch(describe)
  }
}

async function crop(file: File, size: { width: number; height: number }): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new CommandError('refused', { publicMessage: dataWords.pictureFailureUnreadable })
  })
  // The largest part of the original that has the shape of the result.
  const scale = Math.min(bitmap.width / size.width, bitmap.height / size.height)
  const [width, height] = [size.width * scale, size.height * scale]
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(Math.min(width, size.width))
  canvas.height = Math.round(Math.min(height, size.height))
  canvas
    .getContext('2d')
    ?.drawImage(
      bitmap,
      (bitmap.width - width) / 2,
      (bitmap.height - height) / 2,
      width,
      height,
      0,
      0,
      canvas.width,
      canvas.height,
    )
  bitmap.close()
  // A browser that cannot write WebP writes PNG, in which a photo may be too large.
  const picture = await encode(canvas, 'image/webp')
  return picture.size < PICTURE_BYTES_MAX ? picture : encode(canvas, 'image/jpeg')
}

const encode = (canvas: HTMLCanvasElement, type: 'image/webp' | 'image/jpeg'): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const publicMessage = dataWords.pictureFailureNotUploaded
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new CommandError('unexpected', { publicMessage }))),
      type,
      0.85,
    )
  })
