import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasErrorCode } from '#server/platform/processes/folderLock.ts'

/** Returns every line of the file. Empty if the file does not exist. */
export async function readLines(path: string): Promise<string[]> {
  try {
    const text = await readFile(path, 'utf8')
    return text.split('\n').filter((line) => line !== '')
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return []
    throw error
  }
}

/** Returns the size of the file. Zero if the file does not exist. */
export async function fileSize(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return 0
    throw error
  }
}

/** Appends lines and waits until they are on the disk. Only the owner can read the file. */
export async function appendLines(path: string, lines: string[]): Promise<void> {
  if (lines.length === 0) return
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'a+', 0o600)
  try {
    // A crash may have truncated the last line. The next entry must then begin on a new line.
    const { size } = await file.stat()
    const last = Buffer.alloc(1)
    if (size > 0) await file.read(last, 0, 1, size - 1)
    const start = size > 0 && last.toString() !== '\n' ? '\n' : ''
    await file.appendFile(`${start}${lines.join('\n')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}
