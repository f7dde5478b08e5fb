import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { billRecords, sourceFiles } from '#server/sources/files.ts'
import { makePageFrame } from '#server/testing/pageFrame.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const origin = 'https://hurd.example.org'

let app: TestServer
let dist: string
beforeAll(async () => {
  dist = await makePageFrame()
  app = await startTestServer({ publicOrigin: origin }, dist)
  const files = ['federal', 'state', 'local'].map((name) => `db/seed/${name}.jsonl`)
  await importBills(app.pool, billRecords(await sourceFiles(files), 'hurd'))
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true })
})

const day = z.iso.date()
const text = z.string().min(1)
const url = z.url({ protocol: /^https?$/ })
const legalForce = z.enum(['https://schema.org/InForce', 'https://schema.org/NotInForce'])

/**
 * The properties of schema.org's Legislation with the types that schema.org expects. Any other property is a mistake.
 */
const Legislation = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('Legislation'),
  '@id': z.string().startsWith(`${origin}/`),
  url,
  legislationIdentifier: text,
  name: text,
  abstract: text.optional(),
  inLanguage: z.literal('en-US'),
  legislationType: text,
  legislationJurisdiction: z.strictObject({
    '@type': z.literal('AdministrativeArea'),
    name: text,
    identifier: z.string().startsWith('ocd-division/country:us'),
  }),
  legislationPassedBy: z
    .array(z.strictObject({ '@type': z.literal('Organization'), name: text }))
    .min(1)
    .optional(),
  legislationDate: day.optional(),
  dateCreated: day,
  dateModified: day,
  legislationDateVersion: day,
  legislationLegalForce: legalForce,
  legislationChanges: z
    .array(
      z.strictObject({
        '@type': z.literal('Legislation'),
        legislationIdentifier: text,
        name: text.optional(),
        url: url.optional(),
      }),
    )
    .min(1)
    .optional(),
  hasPart: z
    .array(
      z.strictObject({
        '@type': z.literal('LegislationObject'),
        name: text,
        legislationIdentifier: text,
        legislationDateVersion: day.optional(),
        legislationLegalValue: z.literal('https://schema.org/UnofficialLegalValue'),
        encodingFormat: text.optional(),
        url: url.optional(),
      }),
    )
    .min(1)
    .optional(),
  sponsor: z
    .array(z.strictObject({ '@type': z.literal('Person'), name: text }))
    .min(1)
    .optional(),
  isBasedOn: url.optional(),
  publisher: z.strictObject({ '@type': z.literal('Organization'), name: text }),
})

const stage = (name: string, label: string, since: string) => ({
  stage: name,
  state: 'completed',
  since,
  label,
})

async function readLegislation(path: string) {
  const html = await (await fetch(`${app.origin}/${path}`)).text()
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  expect(scripts).toHaveLength(1)
  return { html, data: Legislation.parse(JSON.parse(scripts[0]?.[1] ?? '')) }
}

// covers BEY-OPEN-07
test('the pages of at least fifty bills have valid schema.org Legislation', async () => {
  const bills = await app.pool<
    { path: string; bill_code: string; title: string; status: string; jurisdiction: string }[]
  >`
    select path, bill_code, title, status, jurisdiction from bills order by path`
  expect(bills.length).toBeGreaterThanOrEqual(50)
  const billsWith = { legislationPassedBy: 0, sponsor: 0 }
  for (const { path, bill_code, title, jurisdiction } of bills) {
    const { html, data } = await readLegislation(path)
    expect(data).toMatchObject({
      '@id': `${origin}/${path}`,
      url: `${origin}/${path}`,
      legislationIdentifier: bill_code,
      name: title,
      legislationJurisdiction: { identifier: jurisdiction },
    })
    expect(html).toContain(`<link rel="canonical" href="${data.url}" />`)
    // Only a law can be in force and have the date of a law.
    if (data.legislationLegalForce.endsWith('NotInForce')) expect(data.legislationDate).toBeUndefined()
    billsWith.legislationPassedBy += data.legislationPassedBy ? 1 : 0
    billsWith.sponsor += data.sponsor ? 1 : 0
  }
  for (const count of Object.values(billsWith)) expect(count).toBeGreaterThan(5)
})

// covers BEY-OPEN-07
test('a law names who passed it, its date, its versions and the bills it is related to', async () => {
  const { bill_id } = await app.bill('Lantern Act', {
    source_id: 'us/118/hr/77',
    bill_code: 'H.R. 77',
    status: 'passed',
    summary: '</script><script>alert(1)</script><!-- & \u2028',
  })
  await app.bill('Lantern Act of the Senate', { source_id: 'us/118/s/78' })
  const progress = {
    measure_type: 'bill',
    next: null,
    stages: [
      stage('introduced', 'Introduced', '2024-01-09'),
      stage('first_chamber', 'Passed the House', '2024-02-01'),
      stage('second_chamber', 'Passed the Senate', '2024-03-01'),
      stage('law', 'Became law', '2024-03-15'),
    ],
  }
  await app.pool`
    insert into bill_parts (bill_id, content_hash, page, detail)
    values (${bill_id}, ${Buffer.alloc(32)}, ${app.pool.json({ progress })}, '')
    on conflict (bill_id) do update set page = excluded.page`
  await app.pool`
    insert into related_bills (bill_id, related_source_id, related_bill_code, relation_type, identified_by)
    values (${bill_id}, 'us/118/s/78', 'S. 78', 'identical', 'House'),
           (${bill_id}, 'us/118/s/79', 'S. 79', 'related', 'CRS')`
  await app.pool`
    insert into bill_versions (bill_id, version_no, ordinal, stage, code, label, printed_on, source_name, source_url)
    values (${bill_id}, 1, 1, 10, 'ih', 'Introduced in House', '2024-01-09', 'GovInfo', 'https://www.govinfo.gov/77ih'),
           (${bill_id}, 2, 2, 90, 'enr', 'Enrolled bill', '2024-03-04', 'GovInfo', null)`
  await app.pool`update bill_counters set version_no = 2 where bill_id = ${bill_id}`

  const { html, data } = await readLegislation('us/118/hr/77')

  expect(html.match(/<script/g)).toHaveLength(2)
  expect(data).toMatchObject({
    abstract: '</script><script>alert(1)</script><!-- & \u2028',
    legislationType: 'Bill',
    legislationJurisdiction: { name: 'United States' },
    legislationPassedBy: [{ name: 'U.S. House' }, { name: 'U.S. Senate' }],
    legislationDate: '2024-03-15',
    legislationDateVersion: '2024-03-04',
    legislationLegalForce: 'https://schema.org/InForce',
    legislationChanges: [
      { legislationIdentifier: 'S. 78', name: 'Lantern Act of the Senate', url: `${origin}/us/118/s/78` },
      { legislationIdentifier: 'S. 79' },
    ],
    hasPart: [
      { name: 'Enrolled bill', legislationDateVersion: '2024-03-04' },
      { name: 'Introduced in House', url: 'https://www.govinfo.gov/77ih' },
    ],
  })
})

// covers BEY-OPEN-07
test.each([
  ['was carried over', stage('first_chamber', 'Passed the House, carried over', '2025-03-01')],
  [
    'ended with its session',
    { ...stage('first_chamber', 'Passed the House. The session ended', '2025-03-01'), state: 'failed' },
  ],
])('a bill that %s after a chamber passed it names that chamber', async (_name, last) => {
  const { bill_id, path } = await app.bill('Lamp Act', {
    government_level: 'state',
    jurisdiction: 'ocd-division/country:us/state:me',
  })
  const progress = {
    measure_type: 'bill',
    next: null,
    stages: [stage('introduced', 'Introduced', '2025-01-09'), last],
  }
  await app.pool`
    insert into bill_parts (bill_id, content_hash, page, detail)
    values (${bill_id}, ${Buffer.alloc(32)}, ${app.pool.json({ progress })}, '')
    on conflict (bill_id) do update set page = excluded.page`
  const { data } = await readLegislation(path)
  expect(data.legislationPassedBy).toEqual([{ '@type': 'Organization', name: 'Maine House' }])
})

// covers BEY-OPEN-07
test.each([
  ['Passed the House', 'Maine Senate'],
  ['Passed the Senate', 'Maine House'],
])('a bill that %s, and on which both chambers agreed, names both', async (label, other) => {
  const jurisdiction = 'ocd-division/country:us/state:me'
  const { bill_id, path } = await app.bill('Lamp Act', { government_level: 'state', jurisdiction })
  const stages = [
    stage('introduced', 'Introduced', '2025-01-09'),
    stage('first_chamber', label, '2025-02-01'),
    stage('second_chamber', 'Both chambers agreed', '2025-03-01'),
  ]
  const progress = { measure_type: 'bill', next: null, stages }
  await app.pool`
    insert into bill_parts (bill_id, content_hash, page, detail)
    values (${bill_id}, ${Buffer.alloc(32)}, ${app.pool.json({ progress })}, '')
    on conflict (bill_id) do update set page = excluded.page`
  const { data } = await readLegislation(path)
  expect(data.legislationPassedBy).toContainEqual({ '@type': 'Organization', name: other })
})
