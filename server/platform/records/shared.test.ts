import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Db } from '#server/platform/postgres/db.ts'
import { openPool, operatorLimits } from '#server/platform/postgres/db.ts'
import { Memory } from './memory.ts'
import { Records } from './records.ts'
import { Shared } from './shared.ts'

// No statement is sent: the loads of this file only say which pool they were given.
const primary: Db = openPool('postgres://nowhere.invalid/primary', operatorLimits)
const replica: Db = openPool('postgres://nowhere.invalid/replica', operatorLimits)
const options = { name: 'counts', maxBytes: 10_000, sizeOf: () => 100 }

type Count = { count: number }
const failing = () => Promise.reject(new Error('The connection was closed'))

let memory: Memory
let counts: Shared<Count>
let loads: { db: Db; keys: string[] }[]
let stored: number

/** Answers like a statement: with the state at the time at which it was sent, a moment later. */
async function load(db: Db, keys: string[]): Promise<Map<string, Count>> {
  loads.push({ db, keys })
  const count = stored
  await Promise.resolve()
  return new Map(keys.map((key) => [key, { count }]))
}
const read = async (key: string, db = replica) => (await counts.find([key], db, load)).get(key)?.count

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  memory = new Memory(primary)
  counts = new Shared<Count>(memory, options)
  loads = []
  stored = 1
})
afterEach(() => vi.useRealTimers())

describe('what is the same for every reader', () => {
  // covers HURD-READ-02
  test('is read again when it is a second old', async () => {
    expect(await read('bill')).toBe(1)
    stored = 2
    vi.advanceTimersByTime(999)
    expect(await read('bill')).toBe(1)
    vi.advanceTimersByTime(1)
    expect(await read('bill')).toBe(2)
  })

  // covers HURD-READ-01
  test('is read again at once after a write about it, and not after a write about something else', async () => {
    await read('bill page 1')
    await read('other')
    stored = 2
    vi.advanceTimersByTime(1)
    memory.forget('bill')
    vi.advanceTimersByTime(1)
    expect([await read('bill page 1'), await read('other')]).toEqual([2, 1])
    memory.forgetAll()
    vi.advanceTimersByTime(1)
    expect(await read('other')).toBe(2)
  })

  test('is read once for all readers who need it at the same time', async () => {
    expect(
      await Promise.all([read('bill'), read('bill'), counts.find(['bill', 'other'], replica, load)]),
    ).toEqual([
      1,
      1,
      new Map([
        ['bill', { count: 1 }],
        ['other', { count: 1 }],
      ]),
    ])
    expect(loads.map(({ keys }) => keys)).toEqual([['bill'], ['other']])
  })

  // covers HURD-READ-01
  test('is read again by a reader who comes after a write that another reader did not wait for', async () => {
    const early = read('bill')
    vi.advanceTimersByTime(1)
    stored = 2
    memory.forget('bill')
    vi.advanceTimersByTime(1)
    const late = read('bill')
    expect([await early, await late]).toEqual([1, 2])
    expect(await read('bill')).toBe(2)
  })

  // covers HURD-READ-01
  test('is read again by a reader who comes after a write about what it shows, even if it is being read', async () => {
    const authors = new Shared<Count>(memory, { ...options, shows: () => ['author'] })
    const readAuthors = async () => (await authors.find(['bill'], replica, load)).get('bill')?.count
    const early = readAuthors()
    vi.advanceTimersByTime(1)
    stored = 2
    memory.forget('author')
    vi.advanceTimersByTime(1)
    const late = readAuthors()
    expect([await early, await late]).toEqual([1, 2])
  })

  test('is not replaced by an older response that arrives late', async () => {
    await read('bill')
    vi.advanceTimersByTime(10)
    counts.keep(new Map([['bill', { count: 7 }]]), performance.now() - 20)
    expect(await read('bill')).toBe(1)
  })

  // covers HURD-REPLICA-01
  test('is read from the primary after a write, because a replica may not have it yet', async () => {
    await read('bill')
    memory.forget('bill')
    vi.advanceTimersByTime(1)
    await read('bill')
    vi.advanceTimersByTime(20_000)
    await read('bill')
    expect(loads.map(({ db }) => (db === primary ? 'primary' : 'replica'))).toEqual([
      'replica',
      'primary',
      'replica',
    ])
  })

  test('is read again after an error, which reaches every reader who waited', async () => {
    const readers = [counts.find(['bill'], replica, failing), counts.find(['bill'], replica, failing)]
    await Promise.all(readers.map((reader) => expect(reader).rejects.toThrow('The connection was closed')))
    expect(await read('bill')).toBe(1)
  })
})

// covers HURD-READ-03
test('caches never exceed their bytes, and say how many they use', async () => {
  const records = new Records<{ version: string; text: string }>(memory, {
    name: 'texts',
    maxBytes: 10_000,
    sizeOf: ({ text }) => text.length,
  })
  for (let id = 0; id < 100; id += 1) {
    records.keep(String(id), { version: '1', text: 'x'.repeat(100) })
    // oxlint-disable-next-line no-await-in-loop -- one reader after the other
    await read(String(id))
  }
  const sizes = memory.sizes()
  expect(sizes.map(({ name }) => name)).toEqual(['counts', 'texts'])
  for (const { bytes } of sizes) {
    expect(bytes).toBeGreaterThan(5_000)
    expect(bytes).toBeLessThanOrEqual(10_000)
  }
  expect([records.has('0'), records.has('99')]).toEqual([false, true])
})

test('a record is used only while its version is the one of the row', () => {
  const records = new Records<{ version: string }>(memory, options)
  const record = records.keep('bill', { version: '7' })
  expect([records.get('bill', '7'), records.get('bill', '8')]).toEqual([record, undefined])
})
