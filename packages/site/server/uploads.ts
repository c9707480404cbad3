import { join } from 'node:path'
import { createDiskFiles } from '@toolmark/backend/storage/files/disk-files.ts'
import type { Files } from '@toolmark/backend/storage/files/files.ts'
import { createS3Files } from '@toolmark/backend/storage/files/s3-files.ts'
import type { Environment } from './environment.ts'

/** Where uploaded files are: in the data folder, or in an S3-compatible store. */
export const openUploads = ({ S3_URL, DATA_DIR }: Environment): Files =>
  S3_URL
    ? createS3Files(S3_URL, join(DATA_DIR, 'incoming'))
    : createDiskFiles(join(DATA_DIR, 'files'))
