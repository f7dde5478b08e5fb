import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasErrorCode } from '../kit/folderLock.ts'

/** Every line of the file, or an empty list if it does not exist. */
export async function readLines(path: string): Promise<string[]> {
  try {
    const text = await readFile(path, 'utf8')
    return text.split('\n').filter((line) => line !== '')
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return []
    throw error
  }
}

/** Zero if the file does not exist. */
export async function fileSize(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return 0
    throw error
  }
}

/** Appends lines and waits until they are on the disk. The file is readable by its owner alone. */
export async function appendLines(path: string, lines: string[]): Promise<void> {
  if (lines.length === 0) return
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'a+', 0o600)
  try {
    // A crash may have truncated the last line, and the next entry must not continue it.
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
