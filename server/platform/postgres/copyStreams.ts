import { Readable, Writable } from 'node:stream'
import type { Connection as Wire } from 'pg'
import { type Connection, DriverQuery } from './driver.ts'

/* Implements `copy … to stdout` and `copy … from stdin` as streams with back pressure. pg-copy-streams does not work
   on a pipelined connection. Nothing else may be sent on the connection until `done`, which session.ts ensures. */

type Progress = { isOver: boolean }

/** The statement of a copy and the stream of its data. */
class Copy<S extends Readable | Writable> extends DriverQuery {
  readonly stream: S
  /** Resolves when data can be read or written, or when there is none. */
  readonly ready: Promise<void>
  /** Resolves or rejects when the server has ended the copy. */
  readonly done: Promise<void>
  protected readonly markReady: () => void
  readonly #text: string

  /** `onEnd` ends the stream. The stream's `destroy` reads `progress`. */
  constructor(
    text: string,
    connection: Connection,
    { stream, progress, onEnd }: { stream: S; progress: Progress; onEnd: (error?: Error) => void },
  ) {
    const [ready, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    super(text, (error) => {
      progress.isOver = true
      if (error) {
        const explained = connection.explain(error)
        ready.reject(explained)
        ended.reject(explained)
        onEnd(explained)
        stream.destroy(explained)
      } else {
        ready.resolve()
        ended.resolve()
        onEnd()
      }
    })
    // Readers, writers and the transaction get the error anyway, but without a listener the event would end the process.
    stream.on('error', () => {})
    this.stream = stream
    this.ready = ready.promise
    this.done = ended.promise
    this.markReady = ready.resolve
    this.#text = text
  }

  override submit = (wire: Wire): void => wire.query(this.#text)
}

/** Reads rows from the database. If the stream is destroyed early, the connection must be closed. */
export class CopyOut extends Copy<Readable> {
  constructor(text: string, connection: Connection) {
    const progress = { isOver: false }
    const stream = new Readable({
      read: () => void connection.connection.stream.resume(),
      destroy(error, callback) {
        if (!progress.isOver) connection.destroy()
        callback(error)
      },
    })
    const onEnd = (error?: Error) => {
      if (!error) stream.push(null)
    }
    super(text, connection, { stream, progress, onEnd })
  }

  handleCopyData({ chunk }: { chunk: Buffer }, wire: Wire): void {
    this.markReady()
    // The bytes are copied, because the driver reuses its buffer.
    if (!this.stream.push(Buffer.from(chunk))) wire.stream.pause()
  }
}

/** Writes rows to the database. The stream finishes when the server has accepted all of them. */
export class CopyIn extends Copy<Writable> {
  constructor(text: string, connection: Connection) {
    const wire = connection.connection.stream
    const progress = { isOver: false }
    // Called when the copy has ended, with its error if there is one.
    let waiting: ((error?: Error) => void) | null = null
    const stream = new Writable({
      write(chunk: Buffer, _encoding, callback) {
        const head = Buffer.alloc(5)
        head.write('d')
        head.writeUInt32BE(chunk.length + 4, 1)
        wire.cork()
        wire.write(head)
        // On an error, the callback waits for the error of the connection, which explains the cause better.
        wire.write(chunk, (error) => (error ? (waiting = callback) : callback()))
        wire.uncork()
      },
      final(callback) {
        waiting = callback
        wire.write(Buffer.from([0x63, 0, 0, 0, 4]))
      },
      destroy(error, callback) {
        // This message is CopyFail with an empty reason. The server undoes the copy and answers with an error.
        if (!progress.isOver) wire.write(Buffer.from([0x66, 0, 0, 0, 5, 0]))
        callback(error)
      },
    })
    super(text, connection, { stream, progress, onEnd: (error) => waiting?.(error) })
  }

  handleCopyInResponse(): void {
    this.markReady()
  }
}
