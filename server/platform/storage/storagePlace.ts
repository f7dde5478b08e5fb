import { join } from 'node:path'
import type { Env } from '#server/platform/settings/env.ts'
import { bulkFileName, type FileStorage, type Storage } from './storage.ts'
import { openFolder } from './storageFolder.ts'
import { openS3 } from './storageS3.ts'

/** Opens the storage for pictures: S3 if it is configured, or else a folder. Does not connect yet. */
export function openStorage(env: Pick<Env, 's3' | 'dataDir'>): Storage {
  return env.s3 ? openS3(env.s3) : openFolder(join(env.dataDir, 'uploads'))
}

/** Opens the storage for the bulk files of open data, beside the pictures. */
export function openBulkStorage(env: Pick<Env, 's3' | 'dataDir'>): FileStorage {
  return env.s3 ? openS3(env.s3, 'bulk/', bulkFileName) : openFolder(join(env.dataDir, 'bulk'), bulkFileName)
}
