import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasErrorCode } from '#server/platform/processes/folderLock.ts'
import { type FileStorage, type StoredFile, StorageError, storedName } from './storage.ts'

/**
 * Stores files in a local folder, which is created with the first file. A crash can leave incomplete `….part` files.
 *
 * @param names the names that files can have
 */
export function openFolder(folder: string, names: RegExp = storedName): FileStorage {
  const pathOf = (name: string) => {
    if (!names.test(name)) throw new StorageError('Not a file name of Hurd')
    return join(folder, name)
  }

  async function put(name: string, write: (part: string) => Promise<void>): Promise<void> {
    const path = pathOf(name)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const part = join(folder, `${randomBytes(8).toString('hex')}.part`)
    try {
      await write(part)
      await rename(part, path)
      await syncFolder()
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }

  /** Makes the new name durable. */
  async function syncFolder(): Promise<void> {
    let handle: FileHandle | undefined
    try {
      handle = await open(folder, 'r')
      await handle.sync()
    } catch (error) {
      // Windows cannot open folders.
      if (!hasErrorCode(error, 'EISDIR') && !hasErrorCode(error, 'EPERM')) throw error
    } finally {
      await handle?.close()
    }
  }

  return {
    put: (name, bytes) => withStorageError(() => put(name, (part) => writeDurably(part, bytes))),
    putFile: (name, path) => withStorageError(() => put(name, (part) => copyDurably(path, part))),
    get: (name, range) =>
      withStorageError(async () => {
        const path = pathOf(name)
        const handle = await open(path, 'r').catch(nullIfMissing)
        if (!handle) return null
        const { size } = await handle.stat()
        const { first, last } = range ?? { first: 0, last: size - 1 }
        const bytes = last - first + 1
        return {
          bytes,
          stream: createReadStream(path, { fd: handle, start: first, end: Math.max(first, last) }),
        }
      }),
    remove: (name) => withStorageError(() => rm(pathOf(name), { force: true })),
    async *list(prefix = ''): AsyncGenerator<StoredFile> {
      const entries = await withStorageError(() => opendir(folder).catch(nullIfMissing))
      if (!entries) return
      for await (const { name } of entries) {
        if (!names.test(name) || !name.startsWith(prefix)) continue
        const file = await withStorageError(() => stat(join(folder, name)).catch(nullIfMissing))
        if (file) yield { name, changedAt: file.mtime }
      }
    },
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  const handle = await open(to, 'r+')
  try {
    await handle.chmod(0o600)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function nullIfMissing(error: unknown): null {
  if (hasErrorCode(error, 'ENOENT')) return null
  throw error
}

async function withStorageError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StorageError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new StorageError(`The folder of stored files failed: ${code}`, { cause: error })
  }
}
