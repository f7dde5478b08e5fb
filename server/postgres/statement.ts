import type { Readable, Writable } from 'node:stream'
import { type BuiltStatement, buildStatement, Part, type StatementText } from './sqlText.ts'
import { originOf, type StatementOrigin } from './statementOrigin.ts'

/** One row, by its columns. */
export type Row = Record<string, unknown>
/** The rows of a statement, and how many rows it read or changed. */
export type Rows<T extends readonly object[]> = T & { readonly count: number }

/** How a statement is sent. */
export type SendOptions = {
  /** Without parameters and possibly several statements: the text of a migration. */
  isScript?: boolean
  /** Rows as arrays of the bytes that came. */
  isRaw?: boolean
}

/** What runs statements: a pool, or the connection of one transaction. */
export type Executor = {
  run(statement: BuiltStatement, options: SendOptions): Promise<Rows<object[]>>
  copyOut(statement: BuiltStatement): Promise<Readable>
  copyIn(statement: BuiltStatement): Promise<Writable>
}

const script: StatementOrigin = { name: 'script', stack: '' }

/** A statement that runs when it is awaited; put into another statement, it is a part of that one and does not run. */
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

  /** Each row as an array of the bytes that came, for JSON that the database has written. */
  async raw(): Promise<Buffer[][]> {
    const rows = await this.#run({ isRaw: true })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `isRaw` makes of a row
    return rows as unknown as Buffer[][]
  }

  /** The data of `copy … to stdout`. */
  async readable(): Promise<Readable> {
    return this.#traced(async () => this.#executor.copyOut(this.#build()))
  }

  /** Where the data of `copy … from stdin` is written; it finishes once the database has accepted all of it. */
  async writable(): Promise<Writable> {
    return this.#traced(async () => this.#executor.copyIn(this.#build()))
  }

  #build(): BuiltStatement {
    return buildStatement(this.#origin.name, this.#strings, this.#values)
  }

  async #run(options: SendOptions): Promise<Rows<object[]>> {
    return this.#traced(async () => this.#executor.run(this.#build(), options))
  }

  /** An error arrives in a callback of the socket, so its stack is replaced by the place where the statement stands. */
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
