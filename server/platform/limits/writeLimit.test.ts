import { expect, test } from 'vitest'
import { LimitHit } from './audit.ts'
import { type MinuteLimit, openWriteLimit } from './writeLimit.ts'

const comments: MinuteLimit = { rule: 'comment', attempts: 2, seconds: 60 }

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
  const { count: countWrite } = openWriteLimit(() => ms)
  for (let at = 0; at < 120; at += 1) countWrite('ana')
  ms = 12_500

  expect(secondsToWait(() => countWrite('ana'))).toBe(48)
  expect(secondsToWait(() => countWrite('ben'))).toBe(0)
  ms = 60_000
  expect(secondsToWait(() => countWrite('ana'))).toBe(0)
})

// covers HURD-WRITE-04
test('a limit of its own counts apart from all writes and reports the seconds until its minute is over', () => {
  let ms = 0
  const { count, take } = openWriteLimit(() => ms)
  const waitOf = (user_id: string) => take(comments, user_id).secondsToWait
  for (let at = 0; at < 119; at += 1) count('ana')
  expect([1, 2, 3].map(() => waitOf('ana'))).toEqual([null, null, 60])
  ms = 30_500
  expect(waitOf('ana')).toBe(30)
  expect(waitOf('ben')).toBeNull()
  expect(secondsToWait(() => count('ana'))).toBe(0)
  ms = 60_000
  expect(waitOf('ana')).toBeNull()
})

// covers HURD-WRITE-04
test('a write that changed nothing gives its place back', () => {
  const { take } = openWriteLimit(() => 0)
  take(comments, 'ana')
  take(comments, 'ana').refund()
  take(comments, 'ana')
  expect(take(comments, 'ana').secondsToWait).toBe(60)
})
