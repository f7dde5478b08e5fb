import { expect, test } from 'vitest'
import { ApiError } from '#web/kit/api/api.ts'
import { echoBand, echoState, type EchoResponse } from './echo.ts'

const response: EchoResponse = {
  echo_chamber_score: 34,
  healthy_votes: 66,
  echo_votes: 34,
  total_analyzed_votes: 100,
  cached: false,
  insufficient_data: false,
  total_votes: 120,
  message: null,
}

// covers CIV-ECHO-10 CIV-ECHO-11 CIV-ECHO-12
test('a score below 40 is in the low band, from 40 to 69 in the middle band, and from 70 in the high band', () => {
  expect([0, 39, 40, 69, 70, 100].map((score) => echoBand(score).name)).toEqual([
    'low',
    'low',
    'mid',
    'mid',
    'high',
    'high',
  ])
})

test('a score comes without a reason, and a missing score comes with the reason why it is missing', () => {
  expect(echoState(response, null)).toEqual({ score: 34, reason: null })
  const few = { ...response, echo_chamber_score: null, insufficient_data: true, total_analyzed_votes: 7 }
  expect(echoState(few, null).reason).toBe('Need 3 more votes for echo chamber analysis')
  expect(echoState({ ...few, message: 'Need 3 more' }, null)).toEqual(echoState(few, null))
  expect(echoState({ ...response, echo_chamber_score: null }, null).reason).toBe(
    'Echo chamber analysis not available',
  )
  const lost = new ApiError({ status: 0, hasResponse: false, transportText: 'Network error' })
  expect(echoState(undefined, lost).reason).toBe('Failed to load discussion health score')
  const failed = new ApiError({ status: 500, hasResponse: true })
  expect(echoState(undefined, failed).reason).toBe('Unable to calculate discussion health')
  const unavailable = new ApiError({ status: 503, hasResponse: true, serverText: 'Busy' })
  expect(echoState(undefined, unavailable).reason).toBe('Busy')
})
