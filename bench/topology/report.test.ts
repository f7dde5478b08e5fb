import { expect, test } from 'vitest'
import { openCrowd } from './crowd.ts'
import type { FaultResult } from './faults.ts'
import { findFailures, formatRefused } from './report.ts'

const harmless: FaultResult = {
  kind: 'leader',
  name: 'pg1',
  acknowledged: 500,
  refused: new Map(),
  ownReads: 200,
  stale: 0,
  longestPause: 14,
  healthyAfter: 30,
}

// covers HURD-TOPOLOGY-01
test('a run fails for a lost action, a stale own read or a pause of more than twenty seconds, and for nothing else', () => {
  const refusing = { ...harmless, refused: new Map([['503', 700]]) }
  expect(findFailures([refusing], refusing, [])).toEqual([])

  expect(findFailures([harmless], harmless, ['stance 1 2: acknowledged support, stored null'])).toHaveLength(
    1,
  )
  expect(findFailures([harmless], { ...harmless, stale: 1 }, [])).toHaveLength(1)
  expect(findFailures([{ ...harmless, longestPause: 20.1 }], harmless, [])).toEqual([
    'After the loss of the leader (pg1) no write was acknowledged for 20.1 s.',
  ])
})

// covers HURD-TOPOLOGY-02
test('a crowd whose writes are all refused has paused for the whole time', () => {
  const crowd = openCrowd()
  const began = performance.now()
  crowd.onAttempt({ began, status: 503 })
  crowd.onAttempt({ began, status: null })
  const ended = performance.now() + 30_000

  const experience = crowd.between(began, ended)
  expect(experience.acknowledged).toBe(0)
  expect(formatRefused(experience)).toBe('503 × 1, none × 1')
  expect(experience.longestPause).toBeGreaterThanOrEqual(30)
  expect(crowd.hasWrittenSince(began - 1)).toBe(false)

  crowd.onAttempt({ began, status: 200 })
  expect(crowd.hasWrittenSince(began - 1)).toBe(true)
  expect(crowd.between(began, ended).acknowledged).toBe(1)
})
