import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { confirmStance, getBill } from '#contract/bills/bills.ts'
import { postComment, voteOnComment } from '#contract/discussions.ts'
import { updatePrivacy } from '#contract/people.ts'
import { getTally, getTallyReceipt } from '#contract/tally.ts'
import { entriesOf, openDays, publishedKeys, runTally, take } from '#server/testing/setups/tally.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { checkAck, checkLeaves, checkReceipt } from '../../../scripts/verify-tally.mjs'
import { readEntryLine, readRollLine } from './core/logLines.ts'
import { dayToCount } from './tally.ts'

let app: TestServer
let members: Person[]
beforeAll(async () => {
  app = await startTestServer()
  members = await Promise.all(Array.from({ length: 26 }, (_, index) => app.member(`counted-member-${index}`)))
})
afterAll(() => app.close())

const member = (index: number) => members[index]!
const newDay = openDays('2030-01-01')

async function rollOf(day: string) {
  return readRollLine((await entriesOf(app, day)).at(-1)!.line)
}

// covers BEY-TALLY-02 BEY-TALLY-17
test('a day with three changed bills, and votes on a fourth, adds three entries and a roll', async () => {
  const [ana, ben, cid] = [member(0), member(1), member(2)]
  const [first, second] = [await app.bill('First Act'), await app.bill('Second Act')]
  const [third, fourth] = [await app.bill('Third Act'), await app.bill('Fourth Act')]
  await take(ana, fourth.bill_id, 'support')
  await runTally(app, newDay())

  for (const by of [ana, ben, cid]) await take(by, first.bill_id, by === cid ? 'oppose' : 'support')
  await take(ana, second.bill_id, 'neutral')
  await take(ana, second.bill_id, 'learning')
  await take(ben, third.bill_id, 'oppose')
  const { comment } = await ana.call(postComment, {
    id: fourth.bill_id,
    content: 'Lamps save lives.',
    category_id: 'general-discussion',
  })
  await ben.call(voteOnComment, { id: comment.comment_id, vote_type: 'upvote' })
  await ana.call(updatePrivacy, { public_stances: false })

  const day = newDay()
  await runTally(app, day)
  const entries = await entriesOf(app, day)
  expect(entries.map(({ kind }) => kind)).toEqual(['bill', 'bill', 'bill', 'roll'])
  expect(new Set(entries.map(({ bill_id }) => bill_id))).toEqual(
    new Set([first.bill_id, second.bill_id, third.bill_id, null]),
  )
  for (const { bill_id } of [first, second, third]) {
    const { bill } = await ana.call(getBill, { id: bill_id })
    const tally = await app.visitor.call(getTally, { id: bill_id })
    const { support_count, oppose_count, neutral_count, learning_count } = bill
    expect(tally.counts).toEqual({ support_count, oppose_count, neutral_count, learning_count })
    expect(tally.day).toBe(day)
    const path = `${app.origin}/transparency/bills/${bill_id}/${day}`
    const { entry } = await (await fetch(path)).json()
    expect(await checkLeaves(entry, await (await fetch(`${path}/leaves`)).text())).toBe(true)
  }
  const firstEntry = entries.find(({ bill_id }) => bill_id === first.bill_id)!
  expect(readEntryLine(firstEntry.line)).toMatchObject({ counts: [2, 1, 0, 0], public_stances: 2 })
  await ana.call(updatePrivacy, { public_stances: true })

  // The tally of a day is done once, and a change of the settings alone makes no bill due.
  await runTally(app, day)
  expect(await entriesOf(app, day)).toHaveLength(4)
  const quiet = newDay()
  await runTally(app, quiet)
  expect((await entriesOf(app, quiet)).map(({ kind }) => kind)).toEqual(['roll'])
})

test('the tally of a day begins ten minutes after midnight in UTC', () => {
  expect(dayToCount(new Date('2030-03-02T00:09:59Z'))).toBe('2030-02-28')
  expect(dayToCount(new Date('2030-03-02T00:10:00Z'))).toBe('2030-03-01')
  expect(dayToCount(new Date('2030-03-02T23:59:00Z'))).toBe('2030-03-01')
})

// covers BEY-TALLY-03 BEY-TALLY-04
test('a receipt passes the independent program, and each of eight changes to it is found', async () => {
  const { bill_id } = await app.bill('Receipt Act')
  for (const [index, by] of members.slice(0, 7).entries()) {
    await take(by, bill_id, index % 2 === 0 ? 'support' : 'learning')
  }
  const [ana, cid] = [member(0), member(2)]
  expect(await ana.refusal(getTallyReceipt, { id: bill_id })).toBe('tally_not_found')
  const day = newDay()
  await runTally(app, day)
  const { receipt } = await cid.call(getTallyReceipt, { id: bill_id })
  expect(receipt).toMatchObject({ bill_id, day, user_id: cid.user_id, stance: 'support', is_current: true })
  const keyText = await publishedKeys(app)
  const passes = async (changed: object) =>
    (await checkReceipt({ ...receipt, ...changed }, keyText)).every(({ isRight }) => isRight)
  expect(await passes({})).toBe(true)
  const [step] = receipt.path
  const changes = [
    { stance: 'oppose' },
    { day: '2030-12-31' },
    { user_id: ana.user_id },
    { nonce: 'ab'.repeat(16) },
    { version_no: receipt.version_no + 1 },
    { path: [{ ...step!, sums: step!.sums.map((sum) => sum + 1) }, ...receipt.path.slice(1)] },
    { entry: receipt.entry.replace('\n4 0 0 3\n', '\n5 0 0 3\n') },
    { log_path: ['cd'.repeat(32), ...receipt.log_path.slice(1)] },
  ]
  for (const change of changes) expect([change, await passes(change)]).toEqual([change, false])

  // A stance that is newer than the tally waits for the next one. The receipt of the day before stays.
  await take(cid, bill_id, 'oppose')
  expect(await cid.refusal(getTallyReceipt, { id: bill_id })).toBe('tally_not_yet')
  expect((await cid.call(getTallyReceipt, { id: bill_id, day })).receipt).toEqual(receipt)
  expect(await members[9]!.refusal(getTallyReceipt, { id: bill_id })).toBe('no_stance_yet')
  await take(members[9]!, bill_id, 'neutral')
  expect(await members[9]!.refusal(getTallyReceipt, { id: bill_id })).toBe('tally_not_yet')
  expect(await members[9]!.refusal(getTallyReceipt, { id: bill_id, day })).toBe('tally_not_yet')
  expect(await cid.refusal(getTallyReceipt, { id: bill_id, day: '2031-01-01' })).toBe('tally_not_found')
  const next = newDay()
  await runTally(app, next)
  const later = (await cid.call(getTallyReceipt, { id: bill_id })).receipt
  expect(later).toMatchObject({ day: next, stance: 'oppose' })
  expect(later.leaf).not.toBe(receipt.leaf)
})

test('nothing in the log can be changed or deleted, not even with SQL', async () => {
  for (const statement of [
    'update tally_entries set line = line',
    'delete from tally_entries',
    'truncate tally_entries cascade',
    'update tally_checkpoints set note = note',
    'delete from tally_checkpoints',
    'truncate tally_checkpoints',
  ]) {
    await expect(app.pool.unsafe(statement), statement).rejects.toThrow('append only')
  }
})

// covers BEY-TALLY-09
test('a stance and a confirmation are acknowledged with the key that signs the log', async () => {
  const ben = member(1)
  const { bill_id } = await app.bill('Ack Act')
  const first = await take(ben, bill_id, 'support')
  const accepted = { bill_id, user_id: ben.user_id, stance: 'support', version_no: 0 }
  const ack = { ...accepted, at: first.stance.created_at, ack: first.ack }
  expect(await checkAck(ack, await publishedKeys(app))).toBe(true)
  expect(await checkAck({ ...ack, stance: 'oppose' }, await publishedKeys(app))).toBe(false)
  expect((await take(ben, bill_id, 'support')).ack).toBe(first.ack)

  await app.pool`
    insert into bill_versions (bill_id, version_no, ordinal, stage, label, source_name, text_format, raw_hash, kind)
    select ${bill_id}, n, n, n, 'Version ' || n, 'Test', 'plain', sha256('x'), case n when 1 then 'first' else 'material' end
      from generate_series(1, 2) n`
  await app.pool`
    update bill_counters set version_no = 2, text_version_no = 2, counted_from_version = 2 where bill_id = ${bill_id}`
  const { stance, ack: confirmation } = await ben.call(confirmStance, { id: bill_id, version_no: 2 })
  const confirmed = { ...accepted, version_no: 2, at: stance.confirmed_at!, ack: confirmation! }
  expect(await checkAck(confirmed, await publishedKeys(app))).toBe(true)
  const again = await ben.call(confirmStance, { id: bill_id, version_no: 2 })
  expect(again.ack).toBe(confirmation)
})

// covers BEY-TALLY-12 BEY-TALLY-17
test('a material change, a confirmation and an account that is removed make a bill due', async () => {
  const ana = member(0)
  const { bill_id } = await app.bill('Due Act')
  const gone = await app.member('gone-member')
  await take(ana, bill_id, 'support')
  await take(gone, bill_id, 'oppose')
  const newEntry = async () => {
    const day = newDay()
    await runTally(app, day)
    const entry = (await entriesOf(app, day)).find((one) => one.bill_id === bill_id)
    return entry ? readEntryLine(entry.line) : null
  }
  expect(await newEntry()).toMatchObject({ version_no: 0, counts: [1, 1, 0, 0], current: [1, 1, 0, 0] })
  expect(await newEntry()).toBeNull()
  await app.pool`
    insert into bill_versions (bill_id, version_no, ordinal, stage, label, source_name, text_format, raw_hash, kind)
    values (${bill_id}, 1, 1, 1, 'Version 1', 'Test', 'plain', sha256('x'), 'material')`
  await app.pool`
    update bill_counters set version_no = 1, text_version_no = 1, counted_from_version = 1 where bill_id = ${bill_id}`
  expect(await newEntry()).toMatchObject({ version_no: 1, counts: [1, 1, 0, 0], current: [0, 0, 0, 0] })
  await ana.call(confirmStance, { id: bill_id, version_no: 1 })
  expect(await newEntry()).toMatchObject({ counts: [1, 1, 0, 0], current: [1, 0, 0, 0] })
  expect(await newEntry()).toBeNull()

  // Without a verified address there is no link that restores the account, so it is removed at once.
  const [before] = await app.pool`select secret from receipt_secrets where user_id = ${gone.user_id}`
  expect(before).toBeDefined()
  const [entry] = await app.pool<{ day: string }[]>`
    select max(day)::text as day from tally_entries where bill_id = ${bill_id}`
  const leavesPath = `${app.origin}/transparency/bills/${bill_id}/${entry?.day}/leaves`
  const published = await (await fetch(leavesPath)).text()
  await gone.call(deleteAccount, {})
  expect(await app.pool`select from receipt_secrets where user_id = ${gone.user_id}`).toEqual([])
  expect(await newEntry()).toMatchObject({ counts: [1, 0, 0, 0], current: [1, 0, 0, 0] })
  expect(await (await fetch(leavesPath)).text()).toBe(published)
  expect(published.trimEnd().split('\n')).toHaveLength(2)
})

// covers HURD-TALLY-03
test('a receipt can still be read when the version that the stance was taken on has been retracted', async () => {
  const ana = member(0)
  const { bill_id } = await app.bill('Retracted Act')
  await app.pool`
    insert into bill_versions (bill_id, version_no, ordinal, stage, label, source_name, text_format, raw_hash, kind)
    values (${bill_id}, 1, 1, 1, 'Version 1', 'Test', 'plain', sha256('x'), 'first')`
  await app.pool`update bill_counters set version_no = 1, text_version_no = 1 where bill_id = ${bill_id}`
  await take(ana, bill_id, 'support')
  await runTally(app, newDay())
  await app.pool`update bill_versions set kind = 'retracted', withdrawn_at = now() where bill_id = ${bill_id}`
  await app.pool`update bill_counters set version_no = 0, text_version_no = 0 where bill_id = ${bill_id}`
  const { receipt } = await ana.call(getTallyReceipt, { id: bill_id })
  expect(receipt).toMatchObject({ stance: 'support', version_no: 1 })
  const results = await checkReceipt(receipt, await publishedKeys(app))
  expect(results.map(({ isRight }) => isRight)).toEqual([true, true, true, true])
})

// covers BEY-TALLY-10
test('the roll of a day counts the members, who joined and left, and the uses of access codes', async () => {
  await runTally(app, newDay())
  const day = newDay()
  await app.resident('rita', 'ocd-division/country:us/state:nv/cd:2', {
    email_verified_at: '2026-01-01T00:00:00Z',
  })
  const leaving = await app.member('leaving')
  await app.pool`insert into access_codes (code, max_uses) values ('LAMPS-2030', 12)`
  await runTally(app, day)
  const roll = await rollOf(day)
  const [counted] = await app.pool`
    select (select count(*) from users)::int as members, (select count(email_verified_at) from users)::int as verified,
           (select count(distinct user_id) from member_divisions where division like '%/cd:%')::int as with_district,
           (select sum(max_uses) from access_codes)::int as codes_issued, (select sum(uses) from access_codes)::int as codes_used`
  expect(roll).toEqual({ day, ...counted, joined: 2, left: 0 })
  await leaving.call(deleteAccount, {})
  await app.pool`
    insert into users (username, full_name, email, password_hash, created_at)
    values ('backdated', 'Invented Member', 'backdated@example.org', 'none', '2020-01-01')`
  const next = newDay()
  await runTally(app, next)
  // A member who was inserted with an earlier date still appears as one who joined.
  const { members: total, joined, left } = await rollOf(next)
  expect(total).toBe(roll.members + joined - left)
  expect([total, joined - left]).toEqual([roll.members, 0])
})

// covers BEY-TALLY-10
test('a member who joins while a roll is counted is one who joined in the next roll, even if another leaves', async () => {
  const leaving = await app.member('leaving-member')
  await runTally(app, newDay())
  const day = newDay()
  let late = false
  await runTally(app, day, async (position) => {
    if (late || !position.startsWith('{')) return
    late = true
    await app.member('late-member')
  })
  expect(late).toBe(true)
  expect(await rollOf(day)).toMatchObject({ joined: 0, left: 0 })
  await leaving.call(deleteAccount, {})
  const next = newDay()
  await runTally(app, next)
  expect(await rollOf(next)).toMatchObject({ joined: 1, left: 1 })
})

test('leaves are deleted after 400 days unless they are the latest of their bill or somebody has a receipt', async () => {
  const ana = member(0)
  const [latest, former] = [await app.bill('Latest Act'), await app.bill('Former Act')]
  const pinned = await app.bill('Pinned Act')
  for (const { bill_id } of [latest, former, pinned]) await take(ana, bill_id, 'support')
  const day = newDay()
  await runTally(app, day)
  await ana.call(getTallyReceipt, { id: pinned.bill_id })
  for (const { bill_id } of [former, pinned]) await take(ana, bill_id, 'oppose')
  await app.pool.begin(async (db) => {
    await db`set local session_replication_role = replica`
    await db`update tally_entries set created_at = now() - interval '401 days' where day = ${day}`
  })
  await runTally(app, newDay())
  const kept = await app.pool<{ bill_id: string }[]>`
    select bill_id from tally_entries join tally_leaves using (entry_no) where day = ${day}`
  expect(new Set(kept.map(({ bill_id }) => bill_id))).toEqual(new Set([latest.bill_id, pinned.bill_id]))
})
