import { expect, test } from 'vitest'
import { LimitHit } from './audit.ts'
import { openWriteLimit } from './writeLimit.ts'

function secondsToWait(write: () => void): number {
  try {
    write()
    return 0
  } catch (error) {
    if (error instanceof LimitHit) return error.retryAfter ?? 0
    throw error
  }
}

// covers HURD-WRITE-01
test('a member who wrote 120 times waits until a minute after the first of them, and other members do not wait', () => {
  let ms = 0
  const countWrite = openWriteLimit(() => ms)
  for (let at = 0; at < 120; at += 1) countWrite('ana')
  ms = 12_500

  expect(secondsToWait(() => countWrite('ana'))).toBe(48)
  expect(secondsToWait(() => countWrite('ben'))).toBe(0)
  ms = 60_000
  expect(secondsToWait(() => countWrite('ana'))).toBe(0)
})
