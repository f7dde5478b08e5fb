import { expect, test } from 'vitest'
import { defaultBranding } from '#contract/branding/branding.ts'
import type { FollowedUpdate } from '#server/participation/alerts/updatesList.ts'
import { alertEmail } from './alertEmail.ts'

const congress = 'Died when the 119th Congress ended on January 3, 2027.'

function update(number: number, more: Partial<FollowedUpdate> = {}): FollowedUpdate {
  return {
    update_id: number,
    update_type: 'session_ended',
    occurred_on: null,
    summary: congress,
    source_name: 'Congress.gov',
    first_seen_at: '2027-01-18T08:10:00.000Z',
    bill: {
      bill_id: `00000000-0000-4000-8000-0000000000${number}`,
      bill_code: `H.R. ${number}`,
      title: `The Lantern Act ${number}`,
      status: 'rejected',
      jurisdiction: 'ocd-division/country:us',
    },
    reason: { target_type: 'bill', target_id: 'one', name: 'One' },
    priority: 1,
    ...more,
  }
}

const emailOf = (updates: FollowedUpdate[]) =>
  alertEmail({
    branding: defaultBranding,
    updates,
    news: [],
    sources: [],
    time_zone: 'America/New_York',
    origin: 'https://hurd.example.org',
    unsubscribeUrl: 'https://hurd.example.org/u',
    checkpoint: null,
  })

test('bills that end with one session share one line of the email and have no cards', () => {
  const email = emailOf([10, 11, 12, 13].map((number) => update(number)))
  const line = `4 bills you follow died when the 119th Congress ended on January 3, 2027: H.R. 10, H.R. 11, H.R. 12 and 1 more`
  expect(email.text).toContain(`Sessions that ended\n- ${line}\n  https://hurd.example.org/updates`)
  expect(email.subject).toBe(`${line.slice(0, 99)}…`)
  expect(email.html).toContain(line)
  expect(email.html.match(/class="bill"/g)).toHaveLength(1)
  expect(email.bill_count).toBe(4)
})

test('each session has a separate line, and a bill with other updates, or the only bill of the session, keeps its card', () => {
  const vermont = 'ocd-division/country:us/state:vt'
  const ofVermont = (number: number) =>
    update(number, { bill: { ...update(number).bill, jurisdiction: vermont } })
  const maine = { ...update(30).bill, jurisdiction: 'ocd-division/country:us/state:me' }
  const email = emailOf([
    update(10),
    update(11),
    ofVermont(20),
    ofVermont(21),
    update(30, { bill: maine }),
    update(12),
    update(12, { update_id: 99, update_type: 'action', summary: 'Received in the Senate.' }),
  ])
  expect(email.text.match(/^- 2 bills you follow died when/gm)).toHaveLength(2)
  expect(email.text.match(/^H\.R\. \d+/gm)).toEqual(['H.R. 30', 'H.R. 12'])
  expect(email.subject).toMatch(/: .+ \(and 1 more\)$/)
})
