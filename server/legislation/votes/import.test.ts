import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { reading } from '#server/sources/files.ts'
import { readHurdVote } from '#server/sources/votes/hurdVotes.ts'
import type { ImportedVote } from '#server/sources/votes/importedVote.ts'
import { runHurd } from '#server/testing/operator.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { importVotes } from './import.ts'

let app: TestServer
let folder: string
const division = 'ocd-division/country:us/state:mi'

beforeAll(async () => {
  app = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'hurd-votes-'))
  const people = [
    ['ocd-person/ash', 'Ada Ash', '1', 'Democratic', null, null],
    ['ocd-person/birch', 'Ben Birch', '2', 'Republican', null, '2025-03-01'],
    ['ocd-person/cedar', 'Cleo Cedar', '2', 'Democratic', '2025-03-01', null],
    ['ocd-person/brown-l', 'Lena Brown', '3', 'Democratic', null, null],
    ['ocd-person/brown-m', 'Mia Brown', '4', 'Republican', null, null],
    ['ocd-person/diaz', 'José Díaz Jr.', '5', 'Democratic', null, null],
  ] as const
  for (const [rep_id, rep_name, district, party, valid_from, valid_to] of people) {
    await app.representative(rep_id, {
      rep_name,
      organization: 'mi/lower',
      title: 'State Representative',
      government_level: 'state',
      division: `${division}/sldl:${district}`,
      party,
      valid_from,
      valid_to,
    })
  }
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

type Fields = Record<string, unknown>

function vote(more: Fields = {}): ImportedVote {
  return readHurdVote({
    vote_key: 'mi/lower/2025-2026/hb9001/2025-03-04/1',
    organization: 'mi/lower',
    session: '2025-2026',
    bill: 'mi/2025-2026/hb9001',
    date: '2025-03-04',
    motion: 'Third Reading',
    source_name: 'Open States',
    votes: { yes: ['|Ash', '|Brown, L'], no: ['|Díaz', '|Brown'] },
    ...more,
  })
}

async function save(...votes: ImportedVote[]) {
  async function* readings() {
    for (const imported of votes) yield { file: 'votes.jsonl', record: 'line 1', imported }
  }
  return importVotes(app.pool, readings())
}

async function rollOf(vote_key: string) {
  const rows = await app.pool<{ voter_name: string; option: string; rep_id: string | null }[]>`
    select voter_name, option, rep_id from person_votes join vote_events using (vote_event_id)
     where vote_key = ${vote_key} order by position`
  return rows.map(({ voter_name, option, rep_id }) => [voter_name, option, rep_id])
}

function voteOn(date: string, number: number, more: Fields): ImportedVote {
  const vote_key = `mi/lower/2025-2026/hb9007/${date}/${number}`
  return vote({ vote_key, bill: 'mi/2025-2026/hb9007', date, ...more })
}

// covers BEY-ALERTS-01 BEY-ALERTS-02
test('a new vote on a bill is an update of the bill, once, and an old or procedural one alerts nobody', async () => {
  const { bill_id } = await app.bill('Bill with news')
  await app.pool`update bills set source_id = 'mi/2025-2026/hb9007' where bill_id = ${bill_id}`
  const today = new Date().toISOString().slice(0, 10)
  const votes = [
    voteOn(today, 1, { classification: 'passage', result: 'Passed' }),
    voteOn(today, 2, { classification: 'procedural', motion: 'Motion to recess' }),
    voteOn('2025-03-04', 3, { classification: 'passage' }),
  ]
  for (let round = 0; round < 2; round += 1) await save(...votes)
  const updates = await app.pool<{ summary: string; is_alertable: boolean }[]>`
    select summary, is_alertable from bill_updates where bill_id = ${bill_id} and update_type = 'vote'
     order by is_alertable desc`
  expect(updates.map(({ is_alertable }) => is_alertable)).toEqual([true, false, false])
  expect(updates[0]?.summary).toMatch(/^Vote: Third Reading\. .*2 to 2\.$/)
  const targets = await app.pool<{ target_id: string }[]>`
    select target_id from bill_update_targets join bill_updates using (update_id)
     where bill_id = ${bill_id} and target_type = 'representative' order by target_id`
  expect(targets.map(({ target_id }) => target_id)).toContain('ocd-person/ash')
})

// covers BEY-VOTES-08 BEY-VOTES-29
test('a repeated record changes nothing, and a corrected one replaces the roll and keeps the id', async () => {
  const first = await save(vote())
  expect(first).toMatchObject({ inserted: 1, linked: 3, unlinked: 1 })
  expect(await rollOf(vote().vote_key)).toEqual([
    ['Ash', 'yes', 'ocd-person/ash'],
    ['Brown, L', 'yes', 'ocd-person/brown-l'],
    ['Díaz', 'no', 'ocd-person/diaz'],
    // Two people have the name Brown.
    ['Brown', 'no', null],
  ])
  const ids = () => app.pool`select vote_event_id from vote_events order by 1`
  const before = await ids()
  expect(await save(vote())).toMatchObject({ inserted: 0, updated: 0, unchanged: 1 })
  const corrected = vote({ votes: { yes: ['|Ash'], no: ['|Díaz', '|Brown, L'] } })
  expect(await save(corrected)).toMatchObject({ updated: 1, inserted: 0 })
  expect(await ids()).toEqual(before)
  expect(await rollOf(vote().vote_key)).toEqual([
    ['Ash', 'yes', 'ocd-person/ash'],
    ['Díaz', 'no', 'ocd-person/diaz'],
    ['Brown, L', 'no', 'ocd-person/brown-l'],
  ])
  expect(await findProblems(app.pool)).toEqual([])
})

// covers BEY-VOTES-08 BEY-VOTES-15
test('a source that corrects its own motion to one of no kind is followed', async () => {
  for (const motion of ['Passage', 'Emergency clause']) {
    // oxlint-disable-next-line no-await-in-loop -- one record after the other
    await save(vote({ vote_key: 'mi/lower/corrected', motion }))
  }
  const rows = await app.pool`
    select motion_text, counts_for_agreement from vote_events where vote_key = 'mi/lower/corrected'`
  expect(rows).toEqual([{ motion_text: 'Emergency clause', counts_for_agreement: false }])
})

// covers BEY-OPEN-04 BEY-VOTES-12
test('a vote from the bulk files of another instance is unclear if it was unclear there', () => {
  expect(vote({ result_is_unclear: true }).result_is_unclear).toBe(true)
  expect(vote().result_is_unclear).toBe(false)
})

test('a voter is matched to the member who sat in the chamber on the day of the vote', async () => {
  const voters = { votes: { yes: ['|B. Birch||MI|2'], no: ['|Cedar||MI|2'] } }
  const early = vote({ vote_key: 'early', date: '2025-02-01', ...voters })
  const late = vote({ vote_key: 'late', date: '2025-04-01', ...voters })
  await save(early, late)
  expect((await rollOf('early'))[0]).toEqual(['B. Birch', 'yes', 'ocd-person/birch'])
  expect((await rollOf('late'))[1]).toEqual(['Cedar', 'no', 'ocd-person/cedar'])
})

const names = (key: string) => ({
  vote_key: `${key} of names`,
  bill: `mi/2025-2026/${key}`,
  votes: { yes: ['|Ash', '|Brown, L'], no: ['|Díaz'] },
  counts: { yes: 2, no: 1 },
})

// covers BEY-VOTES-09
test('records of one vote from two sources become one vote, which shows the complete roll with ids, whichever comes first', async () => {
  const ids = (key: string) => ({
    ...names(key),
    vote_key: `${key} of ids`,
    source_name: 'LegiScan',
    votes: { yes: ['|Ada Ash|D||1', '|Lena Brown|D||3'], no: ['|José Díaz|D||5'] },
  })
  expect(await save(vote(names('hb9002')))).toMatchObject({ inserted: 1 })
  expect(await save(vote(ids('hb9002')))).toMatchObject({ inserted: 0, updated: 1, merged: 1, unlinked: 0 })
  expect(await save(vote(ids('hb9003')))).toMatchObject({ inserted: 1 })
  expect(await save(vote(names('hb9003')))).toMatchObject({ inserted: 0, unchanged: 1, merged: 1 })
  for (const key of ['hb9002 of names', 'hb9003 of ids']) {
    expect((await rollOf(key)).map(([name]) => name)).toEqual(['Ada Ash', 'Lena Brown', 'José Díaz'])
  }
  const sources = await app.pool<{ source_name: string; is_shown: boolean }[]>`
    select s.source_name, s.is_shown from vote_sources s join vote_events using (vote_event_id)
     where vote_key like 'hb900% of %' order by vote_key, 1`
  expect(sources.map(({ source_name, is_shown }) => `${source_name} ${String(is_shown)}`)).toEqual([
    'LegiScan true',
    'Open States false',
    'LegiScan true',
    'Open States false',
  ])
  const other = vote({
    ...names('hb9002'),
    vote_key: 'amendment',
    source_name: 'LegiScan',
    motion: 'Amendment adopted',
  })
  expect(await save(other)).toMatchObject({ inserted: 1, merged: 0 })
})

// covers BEY-VOTES-09
test('a roll call that becomes complete replaces the incomplete one of another source', async () => {
  const first = vote({
    ...names('hb9004'),
    vote_key: 'hb9004 of ids',
    source_name: 'LegiScan',
    votes: { yes: ['|Ada Ash|D||1'], no: [] },
  })
  const second = (votes: { yes: string[]; no: string[] }) => vote({ ...names('hb9004'), votes })
  await save(first)
  expect(await save(second({ yes: ['|Ash'], no: [] }))).toMatchObject({ unchanged: 1, merged: 1 })
  expect((await rollOf('hb9004 of ids')).map(([name]) => name)).toEqual(['Ada Ash'])
  expect(await save(second(names('hb9004').votes))).toMatchObject({ updated: 1, merged: 0 })
  expect((await rollOf('hb9004 of ids')).map(([name]) => name)).toEqual(['Ash', 'Brown, L', 'Díaz'])
  expect(await save(first)).toMatchObject({ unchanged: 1 })
  expect(await findProblems(app.pool)).toEqual([])
})

test('the last vote of a chamber that decides on the bill is stored for lists', async () => {
  const { bill_id } = await app.bill('Lanterns')
  const [{ source_id } = { source_id: '' }] = await app.pool<{ source_id: string }[]>`
    select source_id from bills where bill_id = ${bill_id}`
  const on = (date: string, motion: string) =>
    vote({ vote_key: `lanterns ${date}`, bill: source_id, date, motion })
  await save(
    on('2025-03-04', 'Third Reading'),
    on('2025-03-05', 'Amendment failed'),
    on('2025-03-06', 'Third Reading'),
  )
  const last = await app.pool`
    select e.vote_key from bill_last_votes l join vote_events e using (vote_event_id) where l.bill_id = ${bill_id}`
  expect(last).toEqual([{ vote_key: 'lanterns 2025-03-06' }])
  await save(on('2025-03-06', 'Motion to reconsider'))
  const [now] = await app.pool`
    select e.vote_key from bill_last_votes l join vote_events e using (vote_event_id) where l.bill_id = ${bill_id}`
  expect(now).toEqual({ vote_key: 'lanterns 2025-03-04' })
  expect(await findProblems(app.pool)).toEqual([])
})

test('a vote whose bill is imported later is linked then', async () => {
  const record = {
    source_id: 'us/119/hr/9999',
    source_name: 'Test',
    bill_code: 'H.R. 9999',
    title: 'Invented Lanterns Act',
    government_level: 'federal',
    jurisdiction: 'ocd-division/country:us',
    status: 'introduced',
    created_at: '2025-01-03T00:00:00.000Z',
  }
  await save(vote({ vote_key: 'before its bill', bill: record.source_id }))
  async function* bills() {
    yield reading('bills.jsonl', 'line 1', record, 'hurd')
  }
  expect(await importBills(app.pool, bills())).toMatchObject({ inserted: 1, refused: 0 })
  const [row] = await app.pool`
    select b.source_id, l.organization from vote_events e join bills b using (bill_id)
      join bill_last_votes l on l.vote_event_id = e.vote_event_id where e.vote_key = 'before its bill'`
  expect(row).toEqual({ source_id: record.source_id, organization: 'mi/lower' })
})

// covers BEY-VOTES-30
test('an alias immediately links the voters who had matched nobody', async () => {
  await save(vote({ vote_key: 'aliased', votes: { yes: ['|Brown', '|Nobody'] } }))
  expect((await rollOf('aliased'))[0]).toEqual(['Brown', 'yes', null])
  const file = join(folder, 'aliases.csv')
  await writeFile(
    file,
    'organization,name,person,from,to\nmi/lower,"BROWN",ocd-person/brown-m,,\nmi/lower,X,nobody,,\n' +
      'mi/lower,Y,ocd-person/brown-m,2025-02-30,\nmi/lower,Y,ocd-person/brown-m,,9998-01-01\n',
  )
  const ran = await runHurd(app, ['import', 'aliases', file, '--json'])
  expect(ran.json).toMatchObject({ ok: true, inserted: 1, refused: 3 })
  expect((await rollOf('aliased'))[0]).toEqual(['Brown', 'yes', 'ocd-person/brown-m'])
  const again = await runHurd(app, ['import', 'aliases', file, '--json'])
  expect(again.json).toMatchObject({ inserted: 0, updated: 0, unchanged: 1 })
})

// covers BEY-VOTES-07 BEY-VOTES-14
test('the command imports files, reports how voters were linked, and stores no private reason for an absence', async () => {
  const matter = {
    File: 'Int 9001-2025',
    History: [
      {
        ID: 78,
        Date: '2025-06-11T13:30:00Z',
        Action: 'Approved, by Council',
        BodyName: 'City Council',
        PassedFlagName: 'Pass',
        Votes: [
          { ID: 1, FullName: 'Ivy Rowan', Vote: 'Affirmative', Result: 1 },
          ...['Medical', 'Maternity', 'Bereavement'].map((Vote, index) => ({
            ID: index + 2,
            FullName: `Person ${index}`,
            Vote,
          })),
        ],
      },
    ],
  }
  const file = join(folder, 'nyc.jsonl')
  await writeFile(file, `${JSON.stringify(matter)}\n{"nothing":true}\nno json\n`)
  const ran = await runHurd(app, ['import', 'votes', file, '--json'])
  expect(ran.json).toMatchObject({ inserted: 1, refused: 2, linked: 0, unlinked: 4, incomplete: 0 })
  const rows = await app.pool<{ row: string }[]>`
    select to_jsonb(v)::text as row from person_votes v union all select to_jsonb(e)::text from vote_events e
    union all select to_jsonb(s)::text from vote_sources s union all select to_jsonb(a)::text from audit_log a`
  const stored = [...rows.map(({ row }) => row), ran.stdout, ran.stderr].join('\n')
  expect(stored).toContain('Ivy Rowan')
  expect(stored).not.toMatch(/medical|maternity|bereavement/i)
})

async function* brokenOff() {
  for (const number of [1, 2]) {
    const key = `broken off ${number}`
    const imported = vote({ vote_key: key, bill: `mi/2025-2026/hb902${number}` })
    yield { file: 'votes.jsonl', record: key, imported }
  }
  throw new Error('the source broke off')
}

// covers HURD-IMPORT-01
test('the votes before the point where a source breaks off are stored, and its error is reported', async () => {
  await expect(importVotes(app.pool, brokenOff())).rejects.toThrow('the source broke off')
  const rows = await app.pool`select vote_key from vote_events where vote_key like 'broken off %' order by 1`
  expect(rows).toEqual([{ vote_key: 'broken off 1' }, { vote_key: 'broken off 2' }])
})
