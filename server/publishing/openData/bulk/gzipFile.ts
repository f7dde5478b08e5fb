import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

export type WrittenFile = { sha256: string; bytes: number }

export type GzipFile = {
  /** Writes a text. The promise resolves when more can be written without filling the memory. */
  write: (text: string) => Promise<void>
  finish: () => Promise<WrittenFile>
  /** Stops writing after a failure. */
  abort: () => Promise<void>
}

/** Writes a new compressed file piece by piece, and computes the SHA-256 of the bytes on the disk. */
export function openGzipFile(path: string): GzipFile {
  const hash = createHash('sha256')
  let bytes = 0
  const gzip = createGzip()
  const done = pipeline(
    gzip,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx' }),
  )
  let failure: unknown = null
  done.catch((error: unknown) => {
    failure = error
  })
  return {
    async write(text) {
      if (failure) throw failure
      if (gzip.write(text)) return
      // A failure of the pipeline destroys the stream so that "drain" is never emitted. The promise of the pipeline
      // then rejects.
      await Promise.race([new Promise((resolve) => gzip.once('drain', resolve)), done])
    },
    async finish() {
      gzip.end()
      await done
      return { sha256: hash.digest('hex'), bytes }
    },
    async abort() {
      gzip.destroy()
      await done.catch(() => null)
    },
  }
}
