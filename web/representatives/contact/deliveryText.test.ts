import { expect, test } from 'vitest'
import { stepText } from '#web/representatives/followUp/timelineText.ts'
import { deliveryLabel, deliveryResult } from './deliveryText.ts'

// covers HURD-CONTACT-01
test('an email to an office is said to be sent or not, and never to be accepted or rejected by the office', () => {
  const step = { occurred_on: '2026-05-03', reply_type: null, note: null, vote: null }
  expect(stepText({ ...step, event_type: 'sent', actor: 'hurd' })).toBe('We emailed it to the office')
  const failed = { delivery: 'email' as const, mail_state: 'dead' as const, timeline: [] }
  expect(deliveryLabel(failed)).toBe('Not emailed')
  expect(deliveryResult(failed)).toMatch(/^We saved your message, but it couldn't be emailed to the office\./)
})
