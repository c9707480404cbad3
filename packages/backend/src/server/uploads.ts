import { join } from 'node:path'
import { createDiskFiles } from '../storage/files/disk-files.ts'
import type { Files } from '../storage/files/files.ts'
import { createS3Files } from '../storage/files/s3-files.ts'

/** Where uploaded files are: in the data folder, or in an S3-compatible store. */
export const openUploads = ({
  S3_URL,
  DATA_DIR,
}: {
  S3_URL?: string | undefined
  DATA_DIR: string
}): Files =>
  S3_URL
    ? createS3Files(S3_URL, join(DATA_DIR, 'incoming'))
    : createDiskFiles(join(DATA_DIR, 'files'))
