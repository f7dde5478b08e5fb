import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deactivate } from '#contract/accounts/accounts.ts'
import { confirmStance, takeStance } from '#contract/bills/bills.ts'
import { listOutdatedStances } from '#contract/outdatedStances.ts'
import { retractVersion } from '#server/legislation/texts/recompute.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { notifyBillFollowers } from '#server/participation/alerts/fanout.ts'
import { followBill } from '#server/testing/setups/alerts.ts'
import { notificationsOf, readNewest } from '#server/testing/setups/notified.ts'
import { storeText, storeVersion } from '#server/testing/setups/records/billTexts.ts'
import { dayFromNow, importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { notifyOfChanges } from './changeFanout.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const section = (number: number, words = '') =>
  `Harbor ${number} keeps a table of its tides and shows it to every boat.${words}`
const twelve = Array.from({ length: 12 }, (_, index) => section(index + 1))
const introduced = twelve
/** Three sections with other numbers, and a new one. */
const amended = [
  ...twelve.map((text, index) => (index < 3 ? `${text} It shall name ${index + 2} pilots.` : text)),
  section(13, ' Each pier has 9 lamps, and they burn from dusk to dawn in every season of the year.'),
]
const shorter = twelve.slice(0, 11)

const sections = (texts: readonly string[]) => ({
  bill_sections: {
    sections: texts.map((content, index) => ({
      number: `${index + 1}`,
      title: `Harbor ${index + 1}`,
      content,
    })),
  },
})

let printings = 0
async function print(id: string, texts: readonly string[]) {
  printings += 1
  await storeText(app, id, sections(texts), {
    label: `Printing ${printings}`,
    printed_on: dayFromNow(printings - 900),
  })
}

async function withStance(name: string, id: string, stance: 'support' | 'oppose' | 'learning' = 'support') {
  const person = await app.member(name)
  await person.call(takeStance, { id, stance })
  return person
}

const changesOf = async (person: Person) =>
  (await notificationsOf(person)).items.filter(({ type }) => type === 'bill_changed')

const typesOf = async (person: Person) => (await notificationsOf(person)).items.map(({ type }) => type)

describe('a change of the text', () => {
  // covers BEY-VERSION-13 BEY-VERSION-23 BEY-VERSION-27
  test('is reported to each member whose stance is on an earlier version, with what changed', async () => {
    const { bill_id: id, bill_code } = await app.bill('Tide Act')
    await print(id, introduced)
    const ann = await withStance('ann', id)
    const leo = await withStance('leo', id, 'learning')
    expect((await ann.call(listOutdatedStances, {})).stances).toEqual([])
    const [row] =
      await app.pool`select version_no from stances where user_id = ${ann.user_id} and bill_id = ${id}`
    expect(row).toEqual({ version_no: 1 })

    await print(id, amended)
    const [item, ...more] = await changesOf(ann)
    expect(more).toEqual([])
    expect(item).toMatchObject({
      message: `${bill_code} changed: 3 of 13 sections differ and 1 is new. Your stance: support.`,
      read: false,
      data: { bill_id: id, version_no: 2, comment_id: null, username: null },
    })
    expect((await changesOf(leo))[0]?.message).toMatch(/Your stance: still learning\.$/)

    const { stances, pagination } = await ann.call(listOutdatedStances, {})
    expect(stances).toEqual([
      {
        bill_id: id,
        bill_code,
        bill_title: 'Tide Act',
        stance: 'support',
        created_at: expect.any(String),
        version_no: 1,
        current_version_no: 2,
        changed_at: expect.any(String),
      },
    ])
    expect(pagination.total).toBe(1)
    await ann.call(confirmStance, { id, version_no: 2 })
    expect((await ann.call(listOutdatedStances, {})).stances).toEqual([])
    expect((await leo.call(listOutdatedStances, {})).stances).toMatchObject([
      { bill_id: id, stance: 'learning' },
    ])
  })

  // covers BEY-VERSION-27
  test('names a single new section as a section', async () => {
    const { bill_id: id, bill_code } = await app.bill('One More Act')
    await print(id, shorter)
    const ann = await withStance('one-more', id)
    await print(id, introduced)
    expect((await changesOf(ann))[0]?.message).toBe(
      `${bill_code} changed: 1 section is new. Your stance: support.`,
    )
  })

  // covers BEY-VERSION-26
  test('is one unread entry per bill, with the last of several changes, and a new one once it is read', async () => {
    const { bill_id: id } = await app.bill('Thrice Act')
    await print(id, introduced)
    const ann = await withStance('thrice', id, 'oppose')
    await print(id, amended)
    await notifyOfChanges(app.pool)
    await print(id, introduced)
    await print(id, shorter)
    const items = await changesOf(ann)
    expect(items.map(({ message }) => message)).toEqual([
      expect.stringMatching(/changed: 1 section was removed\. Your stance: oppose\.$/),
    ])
    expect(items[0]?.data.version_no).toBe(4)
    await readNewest(ann)
    await print(id, amended)
    expect(await changesOf(ann)).toHaveLength(2)
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers BEY-VERSION-28
  test('is not reported to deactivated and suspended members and to those without a stance', async () => {
    const { bill_id: id } = await app.bill('Quiet Act')
    await print(id, introduced)
    const gone = await withStance('gone', id)
    const suspended = await withStance('suspended', id)
    const reader = await app.member('without-stance')
    await gone.call(deactivate, {})
    await app.pool`update users set account_status = 'suspended' where user_id = ${suspended.user_id}`
    const there = await withStance('there', id)
    await print(id, amended)
    expect(await changesOf(there)).toHaveLength(1)
    const rows = await app.pool`
      select from notifications where user_id in (${gone.user_id}, ${suspended.user_id}, ${reader.user_id})`
    expect(rows).toHaveLength(0)
  })

  // covers BEY-VERSION-04 BEY-VERSION-12 BEY-VERSION-30
  test('is not reported if it is typography, a few words, unknown, late, or imported a second time', async () => {
    const { bill_id: id } = await app.bill('Same Words Act')
    const text = `Sec. 1. The "harbor" pays 12000 dollars (a) for its tables and keeps the pilot's log.`
    await print(id, [text])
    const ann = await withStance('same-words', id)
    await print(id, [
      `SEC. 1. The “harbor”  pays 12,000 dollars (iv) for its tables and keeps the pilot’s log.`,
    ])
    await print(id, [text.replace('tables', 'charts')])
    const late = { label: 'Found late', printed_on: dayFromNow(-2000) }
    await storeText(app, id, sections(amended), late)
    await storeText(app, id, sections(amended), late)
    await storeVersion(app, id, {
      code: null,
      label: 'Listed by name',
      document_type: 'bill',
      printed_on: dayFromNow(0),
      text: null,
    })
    const kinds = await app.pool<{ kind: string }[]>`
      select kind from bill_versions where bill_id = ${id} order by version_no`
    expect(kinds.map(({ kind }) => kind)).toEqual(['first', 'unchanged', 'minor', 'late', 'unknown'])
    expect(await changesOf(ann)).toEqual([])
    const fanouts = await app.pool`select from version_fanouts where bill_id = ${id}`
    expect(fanouts).toHaveLength(0)
  })

  test('comes in place of the alert of a member who also follows the bill', async () => {
    const { bill_id: id } = await app.bill('Followed Act')
    await storeText(app, id, sections(introduced), { label: 'One', printed_on: dayFromNow(-5) })
    const ann = await withStance('follower-with-stance', id)
    const bob = await app.member('follower-only')
    await followBill(ann, id)
    await followBill(bob, id)
    await storeText(app, id, sections(amended), { label: 'Two', printed_on: dayFromNow(-1) })
    await notifyBillFollowers(app.pool)
    expect(await typesOf(ann)).toEqual(['bill_changed'])
    expect(await typesOf(bob)).toEqual(['bill_update'])
  })

  // covers BEY-VERSION-38
  test('that was a mistake is corrected for everyone who has an entry about it, read or not', async () => {
    const { bill_id, bill_code } = await app.bill('Mistake Act')
    await print(bill_id, introduced)
    const ann = await withStance('mistaken', bill_id)
    const bob = await withStance('has-read', bill_id)
    await print(bill_id, amended)
    await changesOf(ann)
    await readNewest(bob)
    const late = await withStance('took-it-later', bill_id)
    await retractVersion(app.pool, { bill_id, source_id: await sourceOf(bill_id), source_name: 'Test' }, 2)
    const text = `We told you ${bill_code} changed. That was a mistake. Your stance counts as before.`
    expect((await changesOf(ann)).map(({ message, read }) => [message, read])).toEqual([[text, false]])
    expect((await changesOf(bob)).map(({ read, message }) => [message === text, read])).toEqual([
      [true, false],
      [false, true],
    ])
    expect(await changesOf(late)).toEqual([])
    expect((await ann.call(listOutdatedStances, {})).stances).toEqual([])
    expect(await findProblems(app.pool)).toEqual([])
  })
})

async function sourceOf(bill_id: string): Promise<string> {
  const [row] = await app.pool<
    { source_id: string }[]
  >`select source_id from bills where bill_id = ${bill_id}`
  return row!.source_id
}

const record = (number: number, status: 'introduced' | 'engrossed' | 'passed' | 'rejected', days: number) =>
  importedBill(number, {
    status,
    actions: [{ date: dayFromNow(days), text: `Step ${status}`, chamber: 'House' }],
  })

describe('a step of the bill', () => {
  // covers BEY-VERSION-29
  test.each([
    ['engrossed', 9101, 'H.R. 9101 passed the House. Your stance: support.'],
    ['passed', 9102, 'H.R. 9102 passed. Your stance: support.'],
    ['rejected', 9103, 'H.R. 9103 was rejected. Your stance: support.'],
  ] as const)('to %s is reported, and no stance becomes outdated', async (status, number, message) => {
    await importRecords(app.pool, [record(number, 'introduced', -3)])
    const [bill] = await app.pool<{ bill_id: string }[]>`
      select bill_id from bills where source_id = ${`us/119/hr/${number}`}`
    const ann = await withStance(`step-${status}`, bill!.bill_id)
    await importRecords(app.pool, [record(number, status, -1)])
    const [item] = await changesOf(ann)
    expect(item).toMatchObject({ message, data: { version_no: null, bill_id: bill!.bill_id } })
    expect((await ann.call(listOutdatedStances, {})).stances).toEqual([])
  })

  test('backward corrects the unread entry and sends none', async () => {
    await importRecords(app.pool, [record(9104, 'introduced', -3)])
    const [bill] = await app.pool<{ bill_id: string }[]>`
      select bill_id from bills where source_id = 'us/119/hr/9104'`
    const ann = await withStance('backward', bill!.bill_id)
    await importRecords(app.pool, [record(9104, 'passed', -1)])
    const bob = await app.member('backward-later')
    expect((await changesOf(ann))[0]?.message).toBe('H.R. 9104 passed. Your stance: support.')
    await bob.call(takeStance, { id: bill!.bill_id, stance: 'oppose' })
    await importRecords(app.pool, [record(9104, 'engrossed', -1)])
    expect((await changesOf(ann)).map(({ message }) => message)).toEqual([
      'H.R. 9104 passed the House. Your stance: support.',
    ])
    expect(await changesOf(bob)).toEqual([])
  })

  // covers BEY-VERSION-29
  test('backward waits for the step that it corrects, whose first report failed', async () => {
    await importRecords(app.pool, [record(9106, 'introduced', -3)])
    const [bill] = await app.pool<{ bill_id: string }[]>`
      select bill_id from bills where source_id = 'us/119/hr/9106'`
    const ann = await withStance('backward-waits', bill!.bill_id)
    // The server's own worker reports neither of the steps before the test does.
    await app.pool`alter table version_fanouts alter due_at set default clock_timestamp() + interval '1 hour'`
    await importRecords(app.pool, [record(9106, 'passed', -1)])
    await importRecords(app.pool, [record(9106, 'engrossed', -1)])
    await app.pool`alter table version_fanouts alter due_at set default clock_timestamp()`
    await app.pool`update version_fanouts set due_at = now() where reason = 'corrected_status'`
    expect(await changesOf(ann)).toEqual([])
    await app.pool`update version_fanouts set due_at = now()`
    expect((await changesOf(ann)).map(({ message }) => message)).toEqual([
      'H.R. 9106 passed the House. Your stance: support.',
    ])
  })

  test('of a first import, or with --no-notify, is reported to nobody', async () => {
    await importRecords(app.pool, [record(9105, 'introduced', -3)])
    const [bill] = await app.pool<{ bill_id: string }[]>`
      select bill_id from bills where source_id = 'us/119/hr/9105'`
    const ann = await withStance('not-notified', bill!.bill_id)
    await importRecords(app.pool, [record(9105, 'passed', -1)], { notify: false })
    expect(await changesOf(ann)).toEqual([])
  })
})
