import { expect } from 'vitest'
import type { Person, TestServer } from '#server/testing/testServer.ts'

/** A request that begins this many milliseconds after a write sees it on every instance. */
const elsewhereMs = 1_200

/** Starts a second instance on the database of the test server. */
export async function startSecond(app: TestServer) {
  const second = await app.secondInstance()
  const origin = await second.listen({ port: 0, host: '127.0.0.1' })
  return {
    stop: () => second.close(),
    /** Returns the member as a client of each of the two instances. */
    onBoth: (person: Person): [Person, Person] => [person, { ...person, ...app.as(person.token, origin) }],
  }
}

/** Repeats a read until it is right. A read that began in time may be wrong, and a later one may not. */
export async function expectInTime<T>(
  since: number,
  name: string,
  expected: T,
  read: () => Promise<T>,
): Promise<void> {
  for (;;) {
    const begun = performance.now()
    // oxlint-disable-next-line no-await-in-loop -- each read follows the one before
    const response = await read()
    if (begun > since + elsewhereMs) {
      expect(response, name).toEqual(expected)
      return
    }
    try {
      expect(response).toEqual(expected)
      return
    } catch {}
  }
}
