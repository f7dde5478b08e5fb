import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { summaryInWords } from '#contract/bills/summaryWords.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import {
  dayFromNow,
  dayOfCongress,
  importedBill,
  importRecords,
} from '#server/testing/setups/records/importedBills.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { correctionUpdate, sessionEndedUpdate, sponsorUpdate, versionUpdate, voteUpdate } from './changes.ts'
import { recordBillUpdates } from './record.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())
beforeEach(() => app.pool`truncate bills cascade`)

const importBills = (...bills: Parameters<typeof importRecords>[1]) => importRecords(app.pool, bills)
const updates = () => app.pool<
  { update_type: string; update_key: string; summary: string; is_alertable: boolean }[]
>`
  select update_type, update_key, summary, is_alertable from bill_updates order by update_id`
const alerts = async () => (await updates()).filter((update) => update.is_alertable)
const passage = { date: dayOfCongress(), text: 'Passed House by voice vote', chamber: 'House' }
const introduction = importedBill(1).actions[0]!
const engrossed = importedBill(1, { status: 'engrossed', actions: [introduction, passage] })

describe('updates of a bill', () => {
  // covers BEY-ALERTS-01
  test('are recorded once, whatever the number of imports', async () => {
    await importBills(importedBill(1))
    await importBills(engrossed)
    const first = await updates()
    expect(first).toMatchObject([
      { update_type: 'introduced', is_alertable: false },
      {
        update_type: 'status',
        update_key: `status:engrossed:${dayOfCongress()}`,
        summary: 'Passed one chamber. Passed House by voice vote.',
        is_alertable: true,
      },
      { update_type: 'action', summary: 'Passed House by voice vote.', is_alertable: true },
    ])
    await importBills(engrossed)
    await importBills({ ...engrossed, title: 'The Lantern Act, renamed' })
    expect(await updates()).toEqual(first)
    const [stored] = await app.pool<{ complete: boolean }[]>`
      select bool_and(first_seen_at is not null and source_name = 'Congress.gov' and occurred_on is not null) as complete
        from bill_updates`
    expect(stored).toEqual({ complete: true })
  })

  test('of every other kind have a unique key and their own text', async () => {
    await importBills(importedBill(1))
    const [bill] = await app.pool<{ bill_id: string }[]>`select bill_id from bills`
    const subject = { bill_id: bill!.bill_id, source_name: 'Congress.gov', notify: true }
    const version = {
      version_no: 2,
      label: 'Engrossed in House',
      printed_on: dayFromNow(0),
      words_changed: 312,
    }
    const written = [
      versionUpdate(subject, { ...version, content_hash: 'ab', kind: 'material' }),
      versionUpdate(subject, { ...version, version_no: 3, content_hash: 'cd', kind: 'unknown' }),
      voteUpdate(subject, {
        vote_event_id: 'v1',
        voted_on: dayFromNow(0),
        motion: 'On Passage',
        result: 'Passed 215 to 214',
        representatives: ['R1'],
      }),
      sponsorUpdate(subject, {
        name: 'Ada Lark',
        person: 'bioguide:L1',
        rep_id: 'R1',
        joined_on: dayFromNow(0),
      }),
      sessionEndedUpdate(subject, { identifier: '119', name: '119th Congress', ended_on: '2027-01-03' }),
    ]
    expect(await recordBillUpdates(app.pool, written)).toBe(5)
    expect(await recordBillUpdates(app.pool, written)).toBe(0)
    expect((await updates()).slice(1)).toEqual([
      {
        update_type: 'version',
        update_key: 'version:ab',
        summary: 'New version of the text: Engrossed in House. 312 words changed.',
        is_alertable: true,
      },
      expect.objectContaining({ update_key: 'version:cd', is_alertable: true }),
      {
        update_type: 'vote',
        update_key: 'vote:v1',
        summary: 'Vote: On Passage. Passed 215 to 214.',
        is_alertable: true,
      },
      {
        update_type: 'sponsor',
        update_key: 'sponsor:bioguide:L1:joined',
        summary: 'Ada Lark joined as a sponsor.',
        is_alertable: true,
      },
      {
        update_type: 'session_ended',
        update_key: 'session:119:ended',
        summary: 'Died when the 119th Congress ended on January 3, 2027.',
        is_alertable: true,
      },
    ])
    expect(
      await app.pool`select count(*) as count from bill_update_targets where (target_type, target_id) = ('representative', 'R1')`,
    ).toEqual([{ count: 2 }])
  })

  // covers BEY-ALERTS-02
  test('alert nobody in a first import, when they are older than a week, or when the operator says so', async () => {
    const old = { date: dayFromNow(-30), text: 'Referred to committee', chamber: 'House' }
    await importBills(
      ...Array.from({ length: 500 }, (_, at) =>
        importedBill(at + 1, { status: 'passed', actions: [old, passage] }),
      ),
    )
    expect(await alerts()).toEqual([])
    // The second record of a new bill within one run is part of the bill's first import.
    await importBills(importedBill(600), {
      ...importedBill(600),
      source_updated_at: '2026-11-01T00:00:00Z',
      status: 'passed',
    })
    expect(await alerts()).toEqual([])
    await importBills(importedBill(700, { actions: [{ ...old, text: 'Introduced in House' }] }))
    await importBills(importedBill(700, { actions: [{ ...old, text: 'Introduced in House' }, old] }))
    expect(await alerts()).toEqual([])
    await importBills(importedBill(800))
    await importRecords(
      app.pool,
      [importedBill(800, { status: 'engrossed', actions: [introduction, passage] })],
      {
        notify: false,
      },
    )
    expect(await alerts()).toEqual([])
    expect((await updates()).filter(({ update_type }) => update_type === 'status')).toHaveLength(1)
  })

  test('of LegiScan, whose sets come weekly, alert for three weeks', async () => {
    for (const [source_name, expected] of [
      ['LegiScan', 1],
      ['Open States', 0],
    ] as const) {
      await app.pool`truncate bills cascade`
      const action = { date: dayFromNow(-15), text: 'Passed Senate', chamber: 'Senate' }
      const bill = importedBill(1, { source_name, actions: [] })
      await importBills({ ...bill, actions: [{ ...introduction, date: dayFromNow(-40) }] })
      await importBills({ ...bill, actions: [{ ...introduction, date: dayFromNow(-40) }, action] })
      expect(await alerts(), source_name).toHaveLength(expected)
    }
  })

  // covers BEY-ALERTS-03
  test('that are announced for a future day alert once', async () => {
    const announced = { date: '2099-07-01', text: 'Takes effect', chamber: null }
    await importBills(importedBill(1))
    for (let day = 1; day <= 5; day += 1) {
      await importBills({
        ...importedBill(1, { actions: [introduction, announced] }),
        source_updated_at: `2026-11-0${day}T00:00:00Z`,
      })
    }
    expect(await alerts()).toMatchObject([{ summary: 'Announced for July 1, 2099: Takes effect.' }])
  })

  // covers BEY-ALERTS-04
  test('that the source takes back are corrected, once, and alert again when they happen', async () => {
    await importBills(importedBill(1))
    await importBills(engrossed)
    await importBills(importedBill(1))
    await importBills(importedBill(1))
    const [wrong, ...later] = (await alerts()).filter(({ update_type }) => update_type !== 'action')
    expect(wrong).toMatchObject({ update_type: 'status' })
    expect(later).toEqual([
      {
        update_type: 'correction',
        update_key: expect.stringMatching(/^correction:\d+$/),
        summary:
          'Correction: the source now lists the bill as introduced. Hurd reported before: “Passed one chamber. Passed House by voice vote.”',
        is_alertable: true,
      },
    ])
    await importBills(engrossed)
    expect((await alerts()).at(-1)).toMatchObject({ update_key: `status:engrossed:${dayOfCongress()}:2` })
  })

  test('of a source that keeps changing the status stop alerting after the third correction', async () => {
    await importBills(importedBill(1))
    for (let day = 0; day < 5; day += 1) {
      await importBills(engrossed)
      await importBills(importedBill(1))
    }
    const corrections = (await alerts()).filter(({ update_type }) => update_type === 'correction')
    expect(corrections).toHaveLength(3)
    expect(corrections.at(-1)?.summary).toContain('This source keeps changing.')
  })

  // covers BEY-ALERTS-01 BEY-ALERTS-04
  test('of the status alert although votes on the bill were corrected three times in the same week', async () => {
    await importBills(importedBill(1))
    const [bill] = await app.pool<{ bill_id: string }[]>`select bill_id from bills`
    const subject = { bill_id: bill!.bill_id, source_name: 'Congress.gov', notify: true }
    const facts = { voted_on: dayFromNow(0), motion: 'On Passage', result: 'Passed 2 to 1' }
    await recordBillUpdates(
      app.pool,
      ['a', 'b', 'c'].map((vote_event_id) => voteUpdate(subject, { ...facts, vote_event_id })),
    )
    const votes = await app.pool<{ update_id: number; summary: string; is_alertable: boolean }[]>`
      select update_id::float8 as update_id, summary, is_alertable from bill_updates where update_type = 'vote'`
    const now = 'the source now lists the vote as: Passed 3 to 1.'
    await recordBillUpdates(
      app.pool,
      votes.map((vote) => correctionUpdate(subject, vote, now)),
    )
    await importBills(engrossed)
    expect(await alerts()).toContainEqual(expect.objectContaining({ update_type: 'status' }))
  })

  // covers BEY-ALERTS-03
  test('are announced until their day begins in the place of the bill', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-05T02:00:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    const bill = importedBill(1, { actions: [{ ...introduction, date: '2026-03-01' }] })
    const hearing = { date: '2026-03-05', text: 'Public hearing', chamber: null }
    await importBills(bill)
    await importBills({ ...bill, actions: [...bill.actions, hearing] })
    expect((await updates()).at(-1)?.summary).toBe('Announced for March 5, 2026: Public hearing.')
    const [stored] = await app.pool`select latest_action_on::text from bills`
    expect(stored).toEqual({ latest_action_on: '2026-03-01' })
  })

  // covers BEY-ALERTS-01
  test('of a vote have one mark at the end of the motion', async () => {
    const subject = { bill_id: 'b', source_name: 'Congress.gov', notify: true }
    const vote = { vote_event_id: 'v', voted_on: dayFromNow(0), motion: 'Shall the bill pass?' }
    const { summary } = voteUpdate(subject, { ...vote, result: 'The result is not known' })
    expect(summary).toBe('Vote: Shall the bill pass? The result is not known.')
    expect(inLanguage('es', () => summaryInWords(summary))).not.toContain('not known')
  })
})
