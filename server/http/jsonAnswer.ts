import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '../../contract/kit/endpoint.ts'

/*
 * The busiest lists are written as JSON by the database and leave as the bytes that came: reading each field into an
 * object, checking it and writing it again cost more than all the rest of such a request. What leaves is what the
 * statement names; the tests hold every such answer against the contract.
 */

/** The whole body of an answer, as it goes out. */
export class WrittenAnswer {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

const comma = Buffer.from(',')

/** An answer with one list, whose items are JSON texts, and `rest`, which is not empty. */
export function writtenList(name: string, items: readonly Buffer[], rest: object): WrittenAnswer {
  const parts: Buffer[] = [Buffer.from(`{"success":true,"${name}":[`)]
  for (const item of items) {
    if (parts.length > 1) parts.push(comma)
    parts.push(item)
  }
  parts.push(Buffer.from(`],${JSON.stringify(rest).slice(1)}`))
  return new WrittenAnswer(Buffer.concat(parts))
}

/** @throws where the answer holds less than the contract says, or anything that it does not say */
export function checkWritten({ method, path, output }: Endpoint, { bytes }: WrittenAnswer): void {
  const body: unknown = JSON.parse(bytes.toString('utf8'))
  const promised = { success: true, ...output.parse(body) }
  if (!isDeepStrictEqual(body, promised)) {
    throw new Error(`${method} ${path} was written with something that its contract does not list`)
  }
}
