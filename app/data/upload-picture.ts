import { getSupabase } from '../session/session.ts'
import { sendCommand } from './command.ts'
import { CommandError, describeAs, requireCommandError } from './command-error.ts'
import * as dataWords from './words.ts'

/** Spec 1 §5 and §9: under 2 MB. */
export const PICTURE_BYTES_MAX = 2 * 1024 * 1024
/** The largest edge of an uploaded picture. */
const EDGE_MAX_PX = 512

/** @returns a message of spec 1 §8 if the file cannot be used */
export function findPictureProblem(file: { type: string; size: number }): string | undefined {
  if (!file.type.startsWith('image/')) return dataWords.pictureFailureNoImage
  if (file.size >= PICTURE_BYTES_MAX) return dataWords.pictureFailureTooLarge
  return undefined
}

/**
 * Crops a picture to a square and uploads it. Drawing it on a canvas removes the camera's metadata,
 * such as the location.
 * @returns its public URL
 * @throws {CommandError} with a public message
 */
export async function uploadPicture(
  bucket: 'avatars' | 'logos',
  folder: string,
  file: File,
): Promise<string> {
  const supabase = await getSupabase()
  const picture = await cropToSquare(file)
  const extension = picture.type === 'image/webp' ? 'webp' : 'png'
  const path = `${folder}/${Date.now()}.${extension}`
  const options = { cacheControl: '3600', upsert: false, contentType: picture.type }
  await sendCommand(supabase.storage.from(bucket).upload(path, picture, options)).catch(
    describePictureFailure(dataWords.pictureFailureNotUploaded),
  )
  return supabase.storage.from(bucket).getPublicUrl(path).data.publicUrl
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

/**
 * Removes the pictures of a folder except the one in use, at most 100 (spec 1 §9: the length of a list).
 * @throws {CommandError} with a public message
 */
export async function removeOtherPictures(
  bucket: 'avatars' | 'logos',
  folder: string,
  inUse: string | null,
): Promise<void> {
  const pictures = (await getSupabase()).storage.from(bucket)
  const describe = describePictureFailure(dataWords.pictureFailureNotDeleted)
  const listed = await sendCommand(pictures.list(folder)).catch(describe)
  const others = listed
    .map(({ name }) => `${folder}/${name}`)
    .filter((path) => !inUse?.endsWith(`/${path}`))
  if (others.length === 0) return
  await sendCommand(pictures.remove(others)).catch(describe)
}

async function cropToSquare(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new CommandError('refused', { publicMessage: dataWords.pictureFailureUnreadable })
  })
  const edge = Math.min(bitmap.width, bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(edge, EDGE_MAX_PX)
  canvas.height = canvas.width
  canvas
    .getContext('2d')
    ?.drawImage(
      bitmap,
      (bitmap.width - edge) / 2,
      (bitmap.height - edge) / 2,
      edge,
      edge,
      0,
      0,
      canvas.width,
      canvas.height,
    )
  bitmap.close()
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(createDrawingError())),
      'image/webp',
      0.85,
    )
  })
}

const createDrawingError = () =>
  new CommandError('unexpected', { publicMessage: dataWords.pictureFailureNotUploaded })
