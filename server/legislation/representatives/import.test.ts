import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { representativesOf } from './directory.ts'
import { commands } from './operator.ts'

const us = 'ocd-division/country:us'

let app: TestServer
let folder: string
beforeAll(async () => {
  app = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'hurd-people-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => app.pool`truncate representatives cascade`)

/** Runs the command and returns what it prints with --json. */
async function run(...args: string[]): Promise<Record<string, unknown>> {
  return runArguments(commands, ['import', 'people', ...args], commandContext(app))
}

async function file(name: string, text: string | Buffer) {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

function idsOf(...divisions: string[]) {
  return representativesOf(app.pool, divisions).then((officials) => officials.map(({ rep_id }) => rep_id))
}

async function everything() {
  return [
    await app.pool`select * from representatives order by rep_id`,
    await app.pool`select * from representative_terms order by term_id`,
  ]
}

// The end of a term is refused if it is more than 12 years ahead, so it cannot be a fixed day far in the future.
const termEnd = `${new Date().getUTCFullYear() + 4}-01-03`

const senator = (id: string, name: string, state: string, from = '2023-01-03', to = termEnd) => `
- id: {bioguide: ${id}}
  name: {first: ${name}, last: Stone, official_full: '${name} Stone'}
  terms:
  - {type: rep, start: '2001-01-03', end: '2003-01-03', state: ${state}, district: 3, party: Democrat}
  - {type: sen, start: ${from}, end: '${to}', state: ${state}, party: Independent, caucus: Democrat,
     phone: 202-555-0100, url: 'https://${name.toLowerCase()}.example.org'}`

const legislator = (uuid: string, name: string, role: string, more = '') => `
--- # data/${uuid}.yml
id: ocd-person/${uuid}
name: ${name}
party:
- name: Nonpartisan
roles:
- ${role}
offices:
- {classification: district, voice: 555-555-0101}
- {classification: capitol, voice: 555-555-0102}
${more}`

const id = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
const of = (path: string) => `jurisdiction: 'ocd-jurisdiction/country:us/${path}/government'`

describe('import people', () => {
  test('members of Congress are imported with their seats, and importing them again changes nothing', async () => {
    const roster = await file(
      'legislators-current.yaml',
      `${senator('A000001', 'Ann', 'OR')}
- id: {bioguide: B000002}
  name: {first: Bo, last: Böll}
  terms:
  - {type: rep, start: '2025-01-03', end: '${termEnd}', state: WY, district: 0, party: Republican}
- id: {bioguide: C000003}
  name: {official_full: Cy Cole}
  terms:
  - {type: rep, start: '2025-01-03', end: '${termEnd}', state: PR, district: 0, party: Democrat}
- id: {bioguide: D000004}
  name: {official_full: Dee Dun}
  terms:
  - {type: sen, start: '2021-01-03', end: '2026-11-03', state: OH, party: Republican}`,
    )
    expect(await run(roster)).toMatchObject({ inserted: 4, updated: 0, unchanged: 0, refused: 0 })
    const officials = await representativesOf(app.pool, [`${us}/state:or`, `${us}/territory:pr`])
    expect(officials).toMatchObject([
      {
        rep_id: 'C000003',
        title: 'Resident Commissioner',
        district: 'Puerto Rico at large',
        party: 'Democratic',
      },
      {
        rep_id: 'A000001',
        rep_name: 'Ann Stone',
        title: 'U.S. Senator',
        district: 'Oregon',
        party: 'Independent (caucuses with the Democrats)',
        office_phone: '202-555-0100',
        email: null,
        contact_form_url: 'https://ann.example.org',
        source_name: 'The @unitedstates project',
      },
    ])
    expect(await idsOf(`${us}/state:wy`)).toEqual(['B000002'])
    expect(await idsOf(`${us}/state:oh`), 'out of office since the special election').toEqual([])
    const before = await everything()
    expect(await run(roster, '--format', 'congress-legislators')).toMatchObject({ unchanged: 4, updated: 0 })
    expect(await everything()).toEqual(before)
  })

  test('a changed roster retires former officials and adds new ones, deletes nobody, and keeps messages', async () => {
    await run(await file('a.yaml', `${senator('A000001', 'Ann', 'OR')}${senator('B000002', 'Bea', 'OR')}`))
    const gus = await app.member('gus')
    await app.pool`
      with started as (insert into message_groups (rep_id, bands) values ('B000002', '{1}') returning group_id)
      insert into messages (user_id, rep_id, group_id, subject, body, delivery)
      select ${gus.user_id}, 'B000002', group_id, 'Hi', 'Dear', 'recorded' from started`

    const report = await run(
      await file(
        'b.yaml',
        `${senator('A000001', 'Ann', 'OR')}${senator('C000003', 'Cy', 'OR', '2026-01-03')}`,
      ),
    )

    expect(report).toMatchObject({ inserted: 1, unchanged: 1, refused: 0, retired: 1 })
    expect((await idsOf(`${us}/state:or`)).toSorted()).toEqual(['A000001', 'C000003'])
    const [left] = await app.pool`
      select r.rep_name, t.valid_to = current_date as ended_today, c.subject
        from representatives r join representative_terms t using (rep_id) join messages c using (rep_id)
       where rep_id = 'B000002'`
    expect(left).toEqual({ rep_name: 'Bea Stone', ended_today: true, subject: 'Hi' })
    const yesterday = await app.pool<{ on: string }[]>`select current_date - 1 as "on"`
    const then = await representativesOf(app.pool, [`${us}/state:or`], yesterday[0])
    expect(then.map(({ rep_id }) => rep_id)).toContain('B000002')
  })

  test('an excerpt of less than half a roster retires nobody, and an official who changes chambers leaves the first one', async () => {
    const four = ['A000001', 'B000002', 'C000003', 'D000004'].map((id, at) => senator(id, `Ann${at}`, 'OR'))
    await run(await file('four.yaml', four.join('')))
    expect(await run(await file('one.yaml', four.slice(0, 1).join('')))).toMatchObject({ retired: 0 })
    expect(await run(await file('two.yaml', four.slice(0, 2).join('')))).toMatchObject({ retired: 2 })

    const role =
      "{type: lower, district: '7', jurisdiction: 'ocd-jurisdiction/country:us/state:or/government'}"
    const uuid = '00000000-0000-4000-8000-000000000001'
    await run(await file('lower.yml', legislator(uuid, 'Eve East', role)))
    await run(await file('upper.yml', legislator(uuid, 'Eve East', role.replace('lower', 'upper'))))
    expect(await idsOf(`${us}/state:or/sldl:7`)).toEqual([])
    expect(await idsOf(`${us}/state:or/sldu:7`)).toEqual([`ocd-person/${uuid}`])
  })

  test('officials of a state are read from a stream of documents, with named districts, several seats, governors and mayors', async () => {
    const first = legislator(id(1), 'Ann Archer', `{type: lower, district: Rockingham 9, ${of('state:nh')}}`)
    const stream = [
      // A banner above a record is a comment.
      first.replace('\nid:', `\n${'#'.repeat(40)}\nid:`),
      legislator(
        id(2),
        'Bo Baker',
        `{type: lower, district: rockingham 9, start_date: 2024-12-04, ${of('state:nh')}}`,
      ),
      legislator(id(3), 'Cy Cooper', `{type: legislature, district: 12, ${of('state:ne')}}`),
      legislator(id(4), 'Dee Dyer', `{type: legislature, district: Ward 6, ${of('district:dc')}}`),
      legislator(
        id(5),
        'Eve Glover',
        `{type: governor, ${of('state:nh')}}`,
        'email: https://nh.example.org/contact',
      ),
      legislator(
        id(6),
        'Flo Mason',
        `{type: mayor, ${of('state:nh/place:concord')}}`,
        'email: mayor@concord.example.org',
      ),
      legislator(id(7), 'Gil Past', `{type: upper, district: 99, end_date: '2020-12-01', ${of('state:nh')}}`),
      '--- # broken.yml\nid: ocd-person/x\nname: [',
      legislator(id(8), 'Hal Nowhere', `{type: upper, district: 99, ${of('state:nh')}}`),
      legislator(id(9), 'Ida Judge', `{type: judge, ${of('state:nh')}}`),
    ].join('\n')
    const report = await run(await file('nh.yaml.gz', gzipSync(stream)))

    expect(report).toMatchObject({ inserted: 7, refused: 3 })
    expect(report['refusals']).toEqual([
      expect.objectContaining({ record: 'record 8', reason: expect.stringContaining('is not YAML') }),
      expect.objectContaining({
        record: 'record 9 (Hal Nowhere)',
        reason: 'The legislature of New Hampshire has no district "99" (upper).',
      }),
      expect.objectContaining({ record: 'record 10 (Ida Judge)' }),
    ])
    const officials = await representativesOf(app.pool, [
      `${us}/state:nh`,
      `${us}/state:nh/sldl:rockingham_9`,
      `${us}/state:nh/place:concord`,
      `${us}/state:ne/sldu:12`,
      `${us}/district:dc/ward:6`,
    ])
    expect(officials.map(({ rep_name, title, district }) => `${title} ${rep_name}, ${district}`)).toEqual([
      'Governor Eve Glover, New Hampshire',
      'Councilmember Dee Dyer, Ward 6, District of Columbia',
      'State Representative Ann Archer, Rockingham 9, New Hampshire',
      'State Representative Bo Baker, Rockingham 9, New Hampshire',
      'State Senator Cy Cooper, Nebraska district 12',
      'Mayor Flo Mason, Concord, NH',
    ])
    expect(officials[0]).toMatchObject({
      email: null,
      contact_form_url: 'https://nh.example.org/contact',
      office_phone: '555-555-0102',
      party: 'Nonpartisan',
    })
    expect(officials[5]).toMatchObject({ email: 'mayor@concord.example.org', government_level: 'local' })
  })

  test('a single office passes to the person in the next roster', async () => {
    const role = "{type: governor, jurisdiction: 'ocd-jurisdiction/country:us/state:nv/government'}"
    const [first, second] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
    await run(await file('one.yml', legislator(first, 'Ann Archer', role)))
    await app.pool`update representative_terms set valid_from = '2020-01-01'`
    expect(await run(await file('two.yml', legislator(second, 'Bo Baker', role)))).toMatchObject({
      retired: 1,
    })
    expect(await idsOf(`${us}/state:nv`)).toEqual([`ocd-person/${second}`])
  })

  test('Hurd’s own format has one representative per line, and a rejected line is reported with file, line and reason', async () => {
    const ann = {
      rep_id: 'own-1',
      rep_name: 'Ann Archer',
      title: 'County Commissioner',
      government_level: 'local',
      division: `${us}/state:or/county:lane`,
      email: 'ann@lane.example.org',
      source_name: 'Lane County',
      valid_from: '2024-01-01',
    }
    const lines = [
      ann,
      { ...ann, rep_id: 'own-2', division: 'Lane' },
      { ...ann, title: 'Chair' },
      { hello: 1 },
      // The record has the same seat from the same day twice, once with a party.
      {
        rep_id: 'own-3',
        rep_name: 'Bo Baker',
        source_name: 'Lane County',
        terms: [ann, { ...ann, party: 'Green' }],
      },
    ]
    const path = await file(
      'own.jsonl',
      `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"rep_id":\n`,
    )
    const report = await run(path)
    expect(report).toMatchObject({ inserted: 1, refused: 5 })
    expect(report['refusals']).toMatchObject([
      {
        file: path,
        record: 'line 2 (Ann Archer)',
        reason: '"Lane" is not an OCD division of the United States.',
      },
      {
        record: 'line 3 (Ann Archer)',
        reason: `The same person is already in this import: ${path}, line 1 (Ann Archer).`,
      },
      { record: 'line 4', reason: expect.stringContaining('Its format is not recognized.') },
      { record: 'line 6', reason: 'The line is not JSON.' },
      {
        record: 'line 5 (Bo Baker)',
        reason: expect.stringContaining('The record cannot be stored'),
      },
    ])
    expect(await idsOf(ann.division)).toEqual(['own-1'])
  })

  // covers HURD-REASON-03
  test('a record with a text that no index has room for is refused alone', async () => {
    const person = {
      rep_id: 'own-long-1',
      rep_name: 'Lou Long',
      title: 'Member',
      government_level: 'local',
      division: 'ocd-division/country:us/state:or/county:lane',
      source_name: 'Lane County',
    }
    // Digits of a hash, because a repeated text is compressed.
    const organization = Array.from({ length: 600 }, (_, index) =>
      createHash('sha256').update(`${index}`).digest('hex'),
    ).join('')
    const records = [
      { ...person, organization },
      { ...person, rep_id: 'own-long-2' },
    ]
    const report = await run(
      await file('long.jsonl', records.map((record) => JSON.stringify(record)).join('\n')),
    )
    expect(report).toMatchObject({
      inserted: 1,
      refusals: [{ record: 'line 1 (Lou Long)', reason: 'The record cannot be stored: a text is too long.' }],
    })
  })

  test('a date with typographic dashes is read, and any other text in its place is counted', async () => {
    const person = {
      rep_id: 'own-dash',
      rep_name: 'Dee Dash',
      title: 'Member',
      government_level: 'local',
      division: 'ocd-division/country:us/state:or/county:lane',
      source_name: 'Lane County',
      valid_from: '2025–01–06',
      valid_to: 'the end of 2029',
    }
    const report = await run(await file('dash.jsonl', JSON.stringify(person)))
    expect(report).toMatchObject({ inserted: 1, dates_left_out: { 'not YYYY-MM-DD': 1 } })
    expect(
      await app.pool`select valid_from::text, valid_to from representative_terms where rep_id = 'own-dash'`,
    ).toEqual([{ valid_from: '2025-01-06', valid_to: null }])
  })

  test('a file that is not a roster, a wrong format and a missing file are each reported in one sentence', async () => {
    await expect(run(await file('list.json', '[{"a": 1}]'))).rejects.toThrow(
      'The format is not recognized. The formats are congress-legislators, openstates-people, nyc, hurd; name one with --format.',
    )
    await expect(run('there', '--format', 'csv')).rejects.toThrow('"csv" is not a format.')
    await expect(run(join(folder, 'nobody.yaml'))).rejects.toThrow('There is no file or folder')
    await expect(run('--all')).rejects.toThrow('There is no option --all.')
    await expect(run()).rejects.toThrow('Name at least one file or folder.')
  })
})
