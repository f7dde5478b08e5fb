import type { Readable } from 'node:stream'

/** Files by their names, which our own code makes up (`storedName`). Every trouble is thrown as `StorageError`. */
export type Storage = {
  /** Whole or not at all; when it answers, the file is safe. */
  put: (name: string, bytes: Uint8Array) => Promise<void>
  /** Null where there is no such file. */
  get: (name: string) => Promise<{ bytes: number; stream: Readable } | null>
  /** Also right when there is none. */
  remove: (name: string) => Promise<void>
  /** Only files with names of ours, in no order. */
  list: () => AsyncIterable<StoredFile>
}

export type StoredFile = { name: string; changedAt: Date }

/** Pictures only: 32 hex digits at random and the side of the square. */
export const storedName = /^[0-9a-f]{32}-\d{2,4}\.webp$/

/** The store is full, away, or not to be written: nothing the caller can mend. */
export class StorageError extends Error {
  override name = 'StorageError'
}
