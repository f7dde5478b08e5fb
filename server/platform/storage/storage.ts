import type { Readable } from 'node:stream'

/** Stores files by names that Hurd generates (`storedName`). Throws every failure as `StorageError`. */
export type Storage = {
  /** Stores the complete file or nothing. The file is durable when the promise resolves. */
  put: (name: string, bytes: Uint8Array) => Promise<void>
  /**
   * Returns a file, or null if it does not exist. With a range, returns only those bytes, both ends included. The range
   * must be inside the file.
   */
  get: (name: string, range?: Range | null) => Promise<{ bytes: number; stream: Readable } | null>
  /** Removes a file. Succeeds even if it does not exist. */
  remove: (name: string) => Promise<void>
  /** Lists the files with generated names that begin with the prefix, in no particular order. */
  list: (prefix?: string) => AsyncIterable<StoredFile>
}

type Range = { first: number; last: number }
export type StoredFile = { name: string; changedAt: Date }

/** A storage that can also store files from the disk, which may be too large for memory. */
export type FileStorage = Storage & {
  /** Stores a copy of the file at the path, or nothing. The copy is durable when the promise resolves. */
  putFile: (name: string, path: string) => Promise<void>
}

/** The name of a bulk file of open data is the SHA-256 of its content. */
export const bulkFileName = /^[0-9a-f]{64}\.gz$/

/** The name of a picture has 32 random hexadecimal digits and the size of the square. */
export const storedName = /^[0-9a-f]{32}-\d{2,4}\.webp$/

/** Reports that the storage is full, unreachable or read-only, which the caller cannot fix. */
export class StorageError extends Error {
  override name = 'StorageError'
}
