import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCommittee } from '#contract/hearings.ts'
import { committeeRecords } from '#server/sources/committees/committeeFiles.ts'
import { sourceFiles } from '#server/sources/files.ts'
import { runHurd } from '#server/testing/operator.ts'
import { importRecords, importedBill } from '#server/testing/setups/records/importedBills.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { importCommittees } from './import.ts'

let app: TestServer
let folder: string

beforeAll(async () => {
  app = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'hurd-committees-'))
  for (const [rep_id, rep_name] of [
    ['ocd-person/ash', 'Ada Ash'],
    ['ocd-person/birch', 'Ben Birch'],
  ] as const) {
    await app.representative(rep_id, {
      rep_name,
      organization: 'mi/lower',
      title: 'State Representative',
      government_level: 'state',
      division: 'ocd-division/country:us/state:mi/sldl:1',
      party: 'Democratic',
    })
  }
  await app.representative('A000001', { rep_name: 'Alma Alder' })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

async function write(name: string, content: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}

const judiciary = {
  id: 'ocd-organization/11111111-1111-4111-8111-111111111111',
  jurisdiction: 'ocd-jurisdiction/country:us/state:mi/government',
  classification: 'committee',
  name: 'Lantern Safety',
  chamber: 'lower',
  other_names: [{ name: 'Committee on Lantern Safety' }],
  members: [
    { name: 'Zoe Zinnia', role: 'member' },
    { name: 'Ada Ash', role: 'member', person_id: 'ocd-person/ash' },
    { name: 'Ben Birch', role: 'Chairwoman', person_id: 'ocd-person/birch' },
  ],
}

async function importFile(file: string) {
  return importCommittees(app.pool, committeeRecords(await sourceFiles([file]), null))
}

function referred(occurred_on: string, activity: 'referred' | 'hearing' = 'referred') {
  return {
    committee_id: 'us/hsxx00',
    name: 'Lanterns Committee',
    chamber: 'House',
    parent_name: null,
    activity,
    occurred_on,
  }
}

// covers BEY-ANATOMY-06
describe('a committee', () => {
  test('is imported with its members, the chair first and linked, and a repeat changes nothing', async () => {
    const file = await write('mi.jsonl', `${JSON.stringify(judiciary)}\n{"nothing":true}\nno json\n`)
    const ran = await runHurd(app, ['import', 'committees', file, '--json'])
    expect(ran.json).toMatchObject({ inserted: 1, refused: 2, linked: 2, unlinked: 1 })
    expect(await importFile(file)).toMatchObject({ inserted: 0, updated: 0, unchanged: 1 })
    const response = await app.visitor.call(getCommittee, { id: judiciary.id })
    expect(response.committee).toMatchObject({
      name: 'Lantern Safety',
      organization: 'mi/lower',
      parent: null,
    })
    expect(response.memberships.map(({ name, rep_id, role }) => [name, rep_id, role])).toEqual([
      ['Ben Birch', 'ocd-person/birch', 'chair'],
      ['Zoe Zinnia', null, 'member'],
      ['Ada Ash', 'ocd-person/ash', 'member'],
    ])
    expect(response.memberships[0]?.party).toBe('Democratic')
  })

  test('keeps former members with the day on which they left, and shows only current members', async () => {
    const [, ...others] = judiciary.members
    const members = [...others, { name: 'Cleo Cedar', role: 'vice-chair' }]
    const file = await write('changed.jsonl', JSON.stringify({ ...judiciary, members }))
    expect(await importFile(file)).toMatchObject({ updated: 1 })
    const { memberships } = await app.visitor.call(getCommittee, { id: judiciary.id })
    expect(memberships.map(({ name }) => name)).toEqual(['Ben Birch', 'Cleo Cedar', 'Ada Ash'])
    const [left] = await app.pool<{ left: boolean }[]>`
      select valid_to = current_date as left from committee_memberships where name = 'Zoe Zinnia'`
    expect(left?.left).toBe(true)
  })

  test('that an import lists twice has the members of the last record', async () => {
    const twice = { ...judiciary, id: 'ocd-organization/22222222-2222-4222-8222-222222222222', name: 'Wicks' }
    const lines = [twice, { ...twice, members: judiciary.members.slice(1) }].map((record) =>
      JSON.stringify(record),
    )
    const file = await write('twice.jsonl', lines.join('\n'))
    expect(await importFile(file)).toMatchObject({ refused: 0 })
    const { memberships } = await app.visitor.call(getCommittee, { id: twice.id })
    expect(memberships.map(({ name }) => name)).toEqual(['Ben Birch', 'Ada Ash'])
  })

  test('of Congress comes from two files, with its subcommittees and the majority first', async () => {
    const file = await write(
      'committees.yaml',
      `- type: house
  name: House Committee on Lanterns
  url: https://lanterns.example.gov/
  thomas_id: HSXX
  subcommittees:
  - name: Wicks
    thomas_id: '05'
- type: guild
  name: Guild of Lamplighters
  thomas_id: GUIL
`,
    )
    const members = await write(
      'members.yaml',
      `HSXX:
- name: Mia Minor
  party: minority
  rank: 1
  title: Ranking Member
- name: Alma Alder
  party: majority
  rank: 1
  title: Chairman
  bioguide: A000001
HSYY:
- name: Nobody Knows
  party: majority
  rank: 1
`,
    )
    const report = await importCommittees(
      app.pool,
      committeeRecords(await sourceFiles([members, file]), null),
    )
    expect(report).toMatchObject({ inserted: 2, updated: 1, refused: 2, linked: 1, unlinked: 1 })
    expect(report.refusals.map(({ reason }) => reason).toSorted()).toEqual([
      '"guild" is not a type of committee.',
      'The committee is not known. Import the list of committees too.',
    ])
    const response = await app.visitor.call(getCommittee, { id: 'us/hsxx00' })
    expect(response.committee.subcommittees).toEqual([{ committee_id: 'us/hsxx05', name: 'Wicks' }])
    expect(response.memberships.map(({ name, role }) => [name, role])).toEqual([
      ['Alma Alder', 'chair'],
      ['Mia Minor', 'ranking member'],
    ])
    const child = await app.visitor.call(getCommittee, { id: 'us/hsxx05' })
    expect(child.committee.parent?.name).toBe('House Committee on Lanterns')
  })

  test('lists the bills before it once each, the latest activity first, in pages', async () => {
    await importRecords(app.pool, [
      importedBill(701, { parts: { committees: [referred('2026-01-02')] } }),
      importedBill(702, {
        parts: { committees: [referred('2026-01-01'), referred('2026-02-01', 'hearing')] },
      }),
      importedBill(703, { parts: { committees: [referred('2026-01-05')] } }),
    ])
    const first = await app.visitor.call(getCommittee, { id: 'us/hsxx00', limit: 2 })
    expect(first.bills.map(({ bill_code, activity, since }) => [bill_code, activity, since])).toEqual([
      ['H.R. 702', 'hearing', '2026-02-01'],
      ['H.R. 703', 'referred', '2026-01-05'],
    ])
    expect(first.pagination).toEqual({ limit: 2, offset: 0, total: 3, has_more: true })
    const next = await app.visitor.call(getCommittee, { id: 'us/hsxx00', limit: 2, offset: 2 })
    expect(next.bills.map(({ bill_code }) => bill_code)).toEqual(['H.R. 701'])
    const unknown = await app.visitor.request(getCommittee, { id: 'us/none' })
    expect(unknown.status).toBe(404)
  })

  test('with more than 10,000 bills says on the page after them whether there are more', async () => {
    await app.pool.begin(async (db) => {
      await db`set local session_replication_role = replica`
      await db`
        insert into bill_committees (bill_id, position, committee_id, name, activity, occurred_on)
        select gen_random_uuid(), 0, 'us/hsxx00', 'Lanterns Committee', 'referred', '2026-03-01'
          from generate_series(1, 10000)`
    })
    await app.pool`analyze bill_committees`
    const page = async (offset: number) => {
      const { bills, pagination } = await app.visitor.call(getCommittee, {
        id: 'us/hsxx00',
        limit: 2,
        offset,
      })
      return [bills.map(({ bill_code }) => bill_code), pagination.has_more]
    }
    expect(await page(10_000)).toEqual([['H.R. 702', 'H.R. 703'], true])
    expect(await page(10_002)).toEqual([['H.R. 701'], false])
    await app.pool`delete from bill_committees where occurred_on = '2026-03-01' and committee_id = 'us/hsxx00'`
  })

  test('that says it was checked on an impossible day is imported without it, and the day is counted', async () => {
    const committee = {
      committee_id: 'mi/beacons',
      organization: 'mi/lower',
      name: 'Beacons',
      source_name: 'Test',
      source_checked_at: '0026-05-01T00:00:00Z',
    }
    const ran = await runHurd(app, [
      'import',
      'committees',
      await write('beacons.jsonl', JSON.stringify(committee)),
      '--json',
    ])
    expect(ran.json).toMatchObject({
      inserted: 1,
      refused: 0,
      dates_left_out: { 'before 1789-03-04': 1 },
    })
  })

  test('that is imported after its bills is linked to them by name within the chamber', async () => {
    const step = {
      committee_id: null,
      name: 'Committee on Lantern Oil',
      parent_name: null,
      activity: 'referred' as const,
      occurred_on: '2026-03-01',
    }
    const state = { jurisdiction: 'ocd-division/country:us/state:mi', government_level: 'state' as const }
    await importRecords(app.pool, [
      importedBill(1, {
        ...state,
        source_id: 'mi/2025-2026/hb1',
        parts: { committees: [{ ...step, chamber: 'House' }] },
      }),
      importedBill(2, {
        ...state,
        source_id: 'mi/2025-2026/sb2',
        parts: { committees: [{ ...step, chamber: 'Senate' }] },
      }),
    ])
    const oil = {
      ...judiciary,
      id: 'ocd-organization/22222222-2222-4222-8222-222222222222',
      name: 'Lantern Oil',
      other_names: [{ name: 'Committee on Lantern Oil' }],
    }
    await importFile(await write('oil.jsonl', JSON.stringify(oil)))
    const { bills } = await app.visitor.call(getCommittee, { id: oil.id })
    expect(bills.map(({ bill_code }) => bill_code)).toEqual(['H.R. 1'])
    const [row] = await app.pool<{ detail: string }[]>`
      select detail from bill_parts join bills using (bill_id) where source_id = 'mi/2025-2026/hb1'`
    expect(row?.detail).toContain(oil.id)
  })
})
