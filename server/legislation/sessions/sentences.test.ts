import { describe, expect, test } from 'vitest'
import { sessionSentence } from '#contract/sessions.ts'

const us = 'ocd-division/country:us'

const bill = (more: object) => ({
  status: 'introduced',
  ended_by: null,
  jurisdiction: `${us}/state:vt`,
  legislative_session: {
    identifier: '2025-2026',
    name: '2025-2026',
    end_date: '2025-05-08',
    last_day_for_bills: '2026-12-31',
    state: 'adjourned' as const,
    carry_over: 'yes' as const,
    is_closed: false,
    ...more,
  },
})

describe('what the session means for a bill', () => {
  // covers BEY-SESSIONS-06
  test('is said in a sentence while the legislature is adjourned', () => {
    expect(sessionSentence(bill({}), '2025-07-04')).toBe(
      'Adjourned until January. This bill stays where it is.',
    )
    expect(sessionSentence(bill({ carry_over: 'limited' }), '2025-07-04')).toBe(
      'Adjourned until January. This bill may carry over.',
    )
    expect(sessionSentence(bill({ end_date: '2026-05-08' }), '2026-07-04')).toBe(
      'The legislature has adjourned. Bills of this session end on December 31, 2026.',
    )
    expect(sessionSentence(bill({ state: 'open' }), '2025-03-04')).toBe(null)
  })

  // covers BEY-SESSIONS-04
  test('is nothing for a bill that no chamber has passed when the others of its session ended', () => {
    const ended = bill({ last_day_for_bills: '2025-06-10', state: 'ended' as const, is_closed: true })
    expect(sessionSentence(ended, '2025-07-04')).toBe(null)
    expect(sessionSentence({ ...ended, status: 'pending' }, '2025-07-04')).toBe('Waiting for the governor.')
  })

  // covers BEY-SESSIONS-04
  test('in New York is that the bill waits for the governor until the end of the year', () => {
    const ended = {
      end_date: '2026-06-10',
      last_day_for_bills: '2026-06-10',
      state: 'ended' as const,
      is_closed: true,
    }
    const inNewYork = { ...bill(ended), status: 'pending', jurisdiction: `${us}/state:ny` }
    expect(sessionSentence(inNewYork, '2026-12-31')).toBe('Waiting for the governor.')
    expect(sessionSentence(inNewYork, '2027-01-01')).toBe('No outcome reported.')
  })
})
