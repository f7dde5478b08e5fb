import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  followTarget,
  getNotificationSettings,
  listFollows,
  listUpdates,
  unfollowTarget,
  updateAlertSettings,
} from '#contract/alerts.ts'
import { followTopic, takeStance } from '#contract/bills/bills.ts'
import { engross, followBill, newBill } from '#server/testing/setups/alerts.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const us = 'ocd-division/country:us'

const next = async (frequency: string, hour: number, weekday: number, after: string) => {
  const [row] = await app.pool<{ due: string }[]>`
    select next_digest_time(${frequency}, ${hour}, ${weekday}, 'America/New_York', ${after}) as due`
  return row!.due
}

describe('follows', () => {
  // covers BEY-ALERTS-05
  test('of bills, topics, representatives, places and searches are one list, and each can be stopped', async () => {
    const ana = await app.member('ana')
    const bill_id = await newBill(app, 1, { topics: ['health'] })
    await app.representative('R1', { rep_name: 'Rita Waterman' })
    const targets = [
      { target_type: 'bill', target_id: bill_id },
      { target_type: 'topic', target_id: 'health' },
      { target_type: 'representative', target_id: 'R1' },
      { target_type: 'jurisdiction', target_id: us },
      { target_type: 'search', target_id: 'Clean, WATER' },
    ] as const
    for (const target of targets) {
      expect(await ana.call(followTarget, target)).toMatchObject({ is_following: true })
      expect(await ana.call(followTarget, target), 'again').toMatchObject({ is_following: true })
    }
    await ana.call(followTarget, { ...targets[1], update_types: ['vote'] })
    const { follows } = await ana.call(listFollows, {})
    expect(
      follows.map(({ target_type, name, update_types }) => [target_type, name, update_types.length]),
    ).toEqual([
      ['search', '“clean water”', 4],
      ['jurisdiction', 'United States', 4],
      ['representative', 'Rita Waterman', 4],
      ['topic', 'Health', 1],
      ['bill', 'H.R. 1: The Lantern Act 1', 4],
    ])
    for (const target of targets) {
      expect(await ana.call(unfollowTarget, target)).toMatchObject({ is_following: false })
    }
    expect((await ana.call(listFollows, {})).follows).toEqual([])
  })

  test('of something that does not exist are refused, and so is the follow beyond the limit', async () => {
    const ben = await app.member('ben')
    for (const [target_type, target_id, code] of [
      ['bill', 'no-uuid', 'bill_not_found'],
      ['bill', '00000000-0000-4000-8000-000000000000', 'bill_not_found'],
      ['topic', 'dragons', 'topic_not_found'],
      ['representative', 'X000000', 'representative_not_found'],
      ['committee', 'us/none', 'committee_not_found'],
      ['jurisdiction', 'ocd-division/country:us/state:zz', 'jurisdiction_not_found'],
      ['search', '!!', 'search_without_words'],
    ] as const) {
      expect(await ben.refusal(followTarget, { target_type, target_id }), target_id).toBe(code)
    }
    await app.pool`
      insert into alert_follows (user_id, target_type, target_id)
      select ${ben.user_id}, 'search', 'words ' || n from generate_series(1, 200) n`
    expect(await ben.refusal(followTarget, { target_type: 'search', target_id: 'one more' })).toBe(
      'follow_limit',
    )
    expect(await ben.refusal(followTarget, { target_type: 'search', target_id: 'words 7' })).toBeNull()
  })
})

describe('alert settings', () => {
  // covers BEY-ALERTS-06
  test('are null for a new account and weekly from the first stance or follow, and can be changed', async () => {
    const bill_id = await newBill(app, 2)
    const [cleo, dan] = [await app.member('cleo'), await app.member('dan')]
    const first = await cleo.call(getNotificationSettings, {})
    expect(first.alerts).toBeNull()
    expect(Object.keys(first.settings)).toHaveLength(7)
    await cleo.call(followTopic, { topic: 'health' })
    await cleo.call(followTarget, { target_type: 'topic', target_id: 'health', update_types: ['vote'] })
    expect((await cleo.call(getNotificationSettings, {})).alerts, 'a topic sends no email').toBeNull()
    await cleo.call(takeStance, { id: bill_id, stance: 'support' })
    await followBill(dan, bill_id)
    for (const person of [cleo, dan]) {
      const { alerts, settings } = await person.call(getNotificationSettings, {})
      expect(alerts).toMatchObject({ frequency: 'weekly', delivery_hour: 7, delivery_weekday: 1 })
      expect(settings).toEqual({ ...first.settings, email_digest: 'weekly' })
    }
    const chosen = {
      frequency: 'daily',
      delivery_hour: 18,
      delivery_weekday: 5,
      time_zone: 'Pacific/Honolulu',
    } as const
    expect((await dan.call(updateAlertSettings, chosen)).alerts).toEqual(chosen)
    const { alerts } = await dan.call(getNotificationSettings, {})
    expect(alerts).toMatchObject(chosen)
    // Honolulu has no daylight saving time: 6 p.m. there is 4 a.m. in UTC.
    expect(new Date(alerts!.next_digest_at!).getUTCHours()).toBe(4)
    expect(await dan.refusal(updateAlertSettings, { ...chosen, time_zone: 'Mars/Olympus' })).toBe(
      'unknown_time_zone',
    )
    await dan.call(updateAlertSettings, { ...chosen, frequency: 'never' })
    expect((await dan.call(getNotificationSettings, {})).alerts?.next_digest_at).toBeNull()
  })

  // covers BEY-ALERTS-06
  test.each([
    ['territory:gu', 'Pacific/Guam'],
    ['state:ca', 'America/Los_Angeles'],
    ['state:tx/place:austin', 'America/Chicago'],
    ['district:dc', 'America/New_York'],
  ])('start in the time zone of a resident of %s', async (division, time_zone) => {
    const { bill_id } = await app.bill('A Bill Far Away')
    const name = division.replaceAll(/\W/g, '-')
    const resident = await app.resident(name, `${us}/${division}`)
    await resident.call(takeStance, { id: bill_id, stance: 'support' })
    expect((await resident.call(getNotificationSettings, {})).alerts).toMatchObject({ time_zone })
  })

  test('name the next digest at the local hour, whatever daylight saving time skips or repeats', async () => {
    expect(await next('weekly', 7, 1, '2026-11-25T12:00:00Z')).toBe('2026-11-30T12:00:00.000Z')
    expect(await next('weekly', 7, 1, '2026-11-30T12:00:00Z')).toBe('2026-12-07T12:00:00.000Z')
    expect(await next('daily', 7, 0, '2026-11-25T11:59:00Z')).toBe('2026-11-25T12:00:00.000Z')
    // On March 8, 2026 there is no 2 a.m., and on November 1 there are two times 1 a.m.
    expect(await next('daily', 2, 0, '2026-03-08T06:00:00Z')).toBe('2026-03-08T07:00:00.000Z')
    const fall = await next('daily', 1, 0, '2026-11-01T04:00:00Z')
    expect(await next('daily', 1, 0, fall)).toBe('2026-11-02T06:00:00.000Z')
  })
})

describe('listUpdates', () => {
  test('lists each update once with the closest reason, newest first, since the follow', async () => {
    const eva = await app.member('eva')
    const [followed, topical, late] = [
      await newBill(app, 11, { topics: ['health'] }),
      await newBill(app, 12, { topics: ['health'], title: 'Clean water' }),
      await newBill(app, 13, { title: 'The Harbor Act' }),
    ]
    await engross(app, 13)
    await followBill(eva, followed)
    await followBill(eva, late)
    await eva.call(followTarget, { target_type: 'topic', target_id: 'health' })
    await eva.call(followTarget, { target_type: 'search', target_id: 'lantern' })
    await app.pool`update bills set topics = '{health}' where bill_id in (${followed}, ${topical})`
    await engross(app, 11)
    const { updates, has_more, sources } = await eva.call(listUpdates, {})
    expect(
      updates.map(({ bill, update_type, summary, reason }) => [
        bill.bill_code,
        update_type,
        summary,
        reason.name,
      ]),
    ).toEqual([['H.R. 11', 'status', 'Passed one chamber. Passed House by voice vote.', 'H.R. 11']])
    expect([has_more, sources]).toEqual([false, []])
    expect(updates[0]?.bill).toMatchObject({
      progress_line: expect.stringMatching(/^Passed the House · Next: the Senate/),
      progress_dots: expect.arrayContaining(['completed', 'current', 'upcoming']),
      user_stance: null,
    })
    const page = await eva.call(listUpdates, { before: updates[0]!.update_id })
    expect(page.updates).toEqual([])
  })

  // covers BEY-ALERTS-17
  test('says which source was not read for twice its interval', async () => {
    const fay = await app.member('fay')
    await app.pool`
      insert into source_syncs (source, what, synced_at)
      values ('openstates', 'bills', now() - interval '3 days'), ('congress', 'bills', now() - interval '1 day')`
    expect((await fay.call(listUpdates, {})).sources).toMatchObject([
      { source_name: 'Congress.gov', is_late: false },
      { source_name: 'Open States', is_late: true },
    ])
    await app.pool`delete from source_syncs`
  })
})
