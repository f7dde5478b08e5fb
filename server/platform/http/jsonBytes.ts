import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '#contract/kit/endpoint.ts'

/* What is JSON already, because it was written once for many readers or by PostgreSQL, is sent as it is. Parsing, checking and
   serializing it again cost more than the rest of the request. The tests check every such response against the contract. */

/** The complete JSON body of a response. */
export class JsonBytes {
  readonly bytes: Buffer | string
  constructor(bytes: Buffer | string) {
    this.bytes = bytes
  }
}

/** Returns a body with one list, whose items are JSON texts separated by commas, and the fields of `rest`. */
export function jsonList(name: string, items: string, rest: object): JsonBytes {
  return new JsonBytes(`{"success":true,"${name}":[${items}],${JSON.stringify(rest).slice(1)}`)
}

/** Returns a body with one field whose JSON text is joined from `parts`, and the fields of `rest`. */
export function jsonBody(name: string, parts: readonly Buffer[], rest: object): JsonBytes {
  const others = JSON.stringify(rest).slice(1)
  return new JsonBytes(
    Buffer.concat([
      Buffer.from(`{"success":true,"${name}":`),
      ...parts,
      Buffer.from(others === '}' ? others : `,${others}`),
    ]),
  )
}

/**
 * Compares a body with its contract, for tests.
 *
 * @throws if the body lacks a field of the contract, or has a field that the contract does not list
 */
export function checkJsonBytes({ method, path, output }: Endpoint, { bytes }: JsonBytes): void {
  const body: unknown = JSON.parse(bytes.toString())
  const expected = { success: true, ...output.parse(body) }
  if (!isDeepStrictEqual(body, expected)) {
    throw new Error(`${method} ${path} answered with a field that its contract does not list`)
  }
}
