import type { Readable, Writable } from 'node:stream'
import { type BuiltStatement, buildStatement, Part, type StatementText } from './sqlText.ts'
import { originOf, type StatementOrigin } from './statementOrigin.ts'

/** One row by its columns. */
export type Row = Record<string, unknown>
/** The rows of a statement, and the number of rows that it read or changed. */
export type Rows<T extends readonly object[]> = T & { readonly count: number }

/** The options for sending a statement. */
export type SendOptions = {
  /** True for a text without parameters that may contain several statements, such as a migration. */
  isScript?: boolean
  /** True if rows are returned as arrays of the received bytes. */
  isRaw?: boolean
  /** True if rows are returned as arrays of texts. */
  isText?: boolean
}

/** Runs statements, either on a pool or on the connection of one transaction. */
export type Executor = {
  run(statement: BuiltStatement, options: SendOptions): Promise<Rows<object[]>>
  copyOut(statement: BuiltStatement): Promise<Readable>
  copyIn(statement: BuiltStatement): Promise<Writable>
}

const script: StatementOrigin = { name: 'script', stack: '' }

/**
 * A statement that runs when it is awaited. If it is put into another statement, it becomes a part of that statement
 * and does not run by itself.
 */
export class Statement<T extends readonly object[] = Row[]> extends Part implements Promise<Rows<T>> {
  readonly [Symbol.toStringTag] = 'Statement'
  readonly #executor: Executor
  readonly #strings: readonly string[]
  readonly #values: readonly unknown[]
  readonly #isScript: boolean
  readonly #origin: StatementOrigin
  #running: Promise<Rows<object[]>> | null = null

  constructor(executor: Executor, strings: readonly string[], values: readonly unknown[], isScript = false) {
    super()
    this.#executor = executor
    this.#strings = strings
    this.#values = values
    this.#isScript = isScript
    this.#origin = isScript ? script : originOf(strings)
  }

  override appendTo(target: StatementText): void {
    target.bindTemplate(this.#strings, this.#values)
  }

  // oxlint-disable-next-line unicorn/no-thenable -- awaiting a statement runs it
  then<A = Rows<T>, B = never>(
    onRows?: ((rows: Rows<T>) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#running ??= this.#run({ isScript: this.#isScript })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller states the columns of its statement
    return (this.#running as unknown as Promise<Rows<T>>).then(onRows, onError)
  }

  catch<B = never>(onError?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Rows<T> | B> {
    return this.then(null, onError)
  }

  finally(onEnd?: (() => void) | null): Promise<Rows<T>> {
    return this.then(null, null).finally(onEnd)
  }

  /** Returns each row as an array of the received bytes, for JSON that the database has written. */
  async raw(): Promise<Buffer[][]> {
    const rows = await this.#run({ isRaw: true })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- with `isRaw`, each row is an array of buffers
    return rows as unknown as Buffer[][]
  }

  /** Returns each row as an array of texts, which costs least for rows that are written as JSON again. */
  async texts(): Promise<(string | null)[][]> {
    const rows = await this.#run({ isText: true })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- with `isText`, each row is an array of texts
    return rows as unknown as (string | null)[][]
  }

  /** Returns the data of `copy … to stdout`. */
  async readable(): Promise<Readable> {
    return this.#traced(async () => this.#executor.copyOut(this.#build()))
  }

  /**
   * Returns a stream for the data of `copy … from stdin`. The stream finishes when the database has accepted all of it.
   */
  async writable(): Promise<Writable> {
    return this.#traced(async () => this.#executor.copyIn(this.#build()))
  }

  #build(): BuiltStatement {
    return buildStatement(this.#origin.name, this.#strings, this.#values)
  }

  async #run(options: SendOptions): Promise<Rows<object[]>> {
    return this.#traced(async () => this.#executor.run(this.#build(), options))
  }

  /**
   * Replaces the stack of an error with the location of the statement in the source code, because the error arrives in a
   * callback of the socket.
   */
  async #traced<R>(send: () => Promise<R>): Promise<R> {
    try {
      return await send()
    } catch (error) {
      if (error instanceof Error && this.#origin.stack) {
        error.stack = `${error.name}: ${error.message}\n${this.#origin.stack}`
      }
      throw error
    }
  }
}
