import { Readable, Writable } from 'node:stream'
import type { Connection as Wire } from 'pg'
import { type Connection, DriverQuery } from './driver.ts'

/*
 * `copy … to stdout` and `copy … from stdin` as streams with back pressure. pg-copy-streams does not work on a pipelined
 * connection. Nothing else may be sent on the connection until `done`; session.ts sees to that.
 */

/** Rows out of the database. A stream that is destroyed early costs the connection. */
export class CopyOut extends DriverQuery {
  readonly stream: Readable
  /** Resolves when the first data are there, or when there are none. */
  readonly ready: Promise<void>
  /** Settles when the server has ended the copy. */
  readonly done: Promise<void>
  readonly #text: string
  readonly #ready: PromiseWithResolvers<void>

  constructor(text: string, connection: Connection) {
    const [ready, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isOver = false
    const stream = new Readable({
      read: () => void connection.connection.stream.resume(),
      destroy: (error, callback) => {
        if (!isOver) connection.destroy()
        callback(error)
      },
    })
    super(text, (error) => {
      isOver = true
      if (error) {
        const explained = connection.explain(error)
        ready.reject(explained)
        ended.reject(explained)
        stream.destroy(explained)
      } else {
        ready.resolve()
        ended.resolve()
        stream.push(null)
      }
    })
    this.stream = ignoringErrors(stream)
    this.ready = ready.promise
    this.done = ended.promise
    this.#ready = ready
    this.#text = text
  }

  override submit = (wire: Wire): void => wire.query(this.#text)

  handleCopyData({ chunk }: { chunk: Buffer }, wire: Wire): void {
    this.#ready.resolve()
    // A copy of the bytes, because the driver goes on using its buffer.
    if (!this.stream.push(Buffer.from(chunk))) wire.stream.pause()
  }
}

/** Rows into the database. The stream finishes once the server has accepted all of them. */
export class CopyIn extends DriverQuery {
  readonly stream: Writable
  /** Resolves when the server is ready for data. */
  readonly ready: Promise<void>
  readonly done: Promise<void>
  readonly #text: string
  readonly #ready: PromiseWithResolvers<void>

  constructor(text: string, connection: Connection) {
    const [ready, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const wire = connection.connection.stream
    let isOver = false
    // Called when the copy has ended, with its error if it has one.
    let waiting: ((error?: Error) => void) | null = null
    const stream = new Writable({
      write(chunk: Buffer, _encoding, callback) {
        const head = Buffer.alloc(5)
        head.write('d')
        head.writeUInt32BE(chunk.length + 4, 1)
        wire.cork()
        wire.write(head)
        // The end of the connection says better than the socket why the bytes did not go out.
        wire.write(chunk, (error) => (error ? (waiting = callback) : callback()))
        wire.uncork()
      },
      final(callback) {
        waiting = callback
        wire.write(Buffer.from([0x63, 0, 0, 0, 4]))
      },
      destroy(error, callback) {
        // CopyFail, with an empty reason: the server undoes the copy and answers with an error.
        if (!isOver) wire.write(Buffer.from([0x66, 0, 0, 0, 5, 0]))
        callback(error)
      },
    })
    super(text, (error) => {
      isOver = true
      if (error) {
        const explained = connection.explain(error)
        ready.reject(explained)
        ended.reject(explained)
        waiting?.(explained)
        stream.destroy(explained)
      } else {
        ended.resolve()
        waiting?.()
      }
    })
    this.stream = ignoringErrors(stream)
    this.ready = ready.promise
    this.done = ended.promise
    this.#ready = ready
    this.#text = text
  }

  override submit = (wire: Wire): void => wire.query(this.#text)

  handleCopyInResponse(): void {
    this.#ready.resolve()
  }
}

/** Readers, writers and the transaction get the error; an event that nobody listens to would end the process. */
function ignoringErrors<S extends Readable | Writable>(stream: S): S {
  stream.on('error', () => {})
  return stream
}
