import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '../../contract/kit/endpoint.ts'

/*
 * PostgreSQL writes the items of the largest lists as JSON, and the server sends those bytes without parsing them,
 * because parsing, checking and serializing them again cost more than the rest of the request. Such an answer contains
 * exactly the columns of its statement; the tests check every one of them against the contract.
 */

/** The complete JSON body of an answer. */
export class JsonBytes {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

const comma = Buffer.from(',')

/** A body with one list, whose items are JSON texts, and the fields of `rest`, which must not be empty. */
export function jsonList(name: string, items: readonly Buffer[], rest: object): JsonBytes {
  const parts: Buffer[] = [Buffer.from(`{"success":true,"${name}":[`)]
  for (const item of items) {
    if (parts.length > 1) parts.push(comma)
    parts.push(item)
  }
  parts.push(Buffer.from(`],${JSON.stringify(rest).slice(1)}`))
  return new JsonBytes(Buffer.concat(parts))
}

/** @throws when a field of the contract is missing, or when the body has a field that the contract does not list */
export function checkJsonBytes({ method, path, output }: Endpoint, { bytes }: JsonBytes): void {
  const body: unknown = JSON.parse(bytes.toString('utf8'))
  const expected = { success: true, ...output.parse(body) }
  if (!isDeepStrictEqual(body, expected)) {
    throw new Error(`${method} ${path} answered with a field that its contract does not list`)
  }
}
