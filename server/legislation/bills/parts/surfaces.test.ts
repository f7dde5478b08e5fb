import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getBill, listBills } from '#contract/bills/bills.ts'
import { formatDay, formatNearDay } from '#contract/kit/format.ts'
import { saveImportedVotes } from '#server/legislation/votes/import.ts'
import type { ImportedBill } from '#server/sources/bills/importedBill.ts'
import { readHurdVote } from '#server/sources/votes/hurdVotes.ts'
import { makePageFrame } from '#server/testing/pageFrame.ts'
import { dayFromNow, importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const official = 'https://bills.example.org/official'
const passed = [
  { date: '2026-02-01', text: 'Introduced in House', chamber: 'House' },
  { date: '2026-03-01', text: 'Passed House, 300–100', chamber: 'House' },
]
const related = (number: number) => ({
  related_source_id: `us/119/hr/${number}`,
  related_bill_code: `H.R. ${number}`,
  relation_type: 'companion' as const,
  identified_by: 'House',
})

let app: TestServer
let reader: Person
let dist: string
beforeAll(async () => {
  dist = await makePageFrame()
  app = await startTestServer({}, dist)
  reader = await app.member('surfacereader')
  const bill = (number: number, days: number | null, more: Partial<ImportedBill> = {}) =>
    importedBill(number, {
      status: 'engrossed',
      source_url: official,
      source_checked_at: days === null ? null : `${dayFromNow(days)}T00:00:00.000Z`,
      actions: passed,
      ...more,
    })
  await importRecords(app.pool, [
    bill(901, -1),
    bill(902, -31),
    bill(903, -1),
    bill(904, null),
    bill(905, -31, {
      status: 'passed',
      actions: [...passed, { date: '2026-04-01', text: 'Became Public Law No: 119-900.', chamber: null }],
    }),
    bill(906, -1, { parts: { related_bills: [901, 902, 903].map(related) } }),
    bill(907, -1),
  ])
  const vote = readHurdVote({
    vote_key: 'passage of 907',
    organization: 'us/house',
    session: '119',
    bill: 'us/119/hr/907',
    date: '2026-03-01',
    motion: 'On Passage',
    result: 'Passed',
    source_name: 'Clerk of the House',
    source_url: official,
    votes: { yes: ['A|Ash|D|NY', 'B|Birch|R|TX'], no: ['C|Cedar|R|OH'] },
  })
  await app.pool.begin((transaction) => saveImportedVotes(transaction, [vote]))
  await app.pool`
    update bills set status = 'rejected', ended_by = 'session', status_before_end = 'engrossed'
     where source_id = 'us/119/hr/903'`
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true })
})

const wordsOf = (html: string) =>
  html
    .slice(html.indexOf('<body'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' .', '.')
const pageOf = async (path: string) => wordsOf(await (await fetch(app.origin + path)).text())

type OpenBill = { bill: { progress_line: string; checked_on: string | null } }

async function readAll(number: number) {
  const [row] = await app.pool<{ bill_id: string }[]>`
    select bill_id from bills where source_id = ${`us/119/hr/${number}`}`
  const id = row?.bill_id ?? ''
  const { bills } = await reader.call(listBills, { limit: 50 })
  const { bill } = await reader.call(getBill, { id })
  const open: OpenBill = JSON.parse(
    await (await fetch(`${app.origin}/api/public/v1/bills/us/119/hr-${number}`)).text(),
  )
  return {
    card: bills.find(({ bill_id }) => bill_id === id),
    bill,
    open: open.bill,
    page: await pageOf(`/us/119/hr/${number}`),
    embed: await pageOf(`/embed/bills/us/119/hr/${number}`),
  }
}

// covers HURD-PROGRESS-04 HURD-PROGRESS-05
describe('card, bill, shared page, embedded card and open data', () => {
  test('name the next step and the day of the last check', async () => {
    const { card, bill, open, page, embed } = await readAll(901)
    const line = 'Passed the House · Next: the Senate'
    expect([card?.progress_line, bill.progress_line, open.progress_line]).toEqual([line, line, line])
    expect([card?.checked_on, bill.checked_on, open.checked_on]).toEqual(Array(3).fill(dayFromNow(-1)))
    expect(bill.progress?.next).toBe('the Senate')
    const day = formatNearDay(dayFromNow(-1), dayFromNow(0))
    expect(page).toContain(`Passed the House, March 1, 2026. Next: the Senate, as of ${day}.`)
    expect(embed).toContain(
      `${formatNearDay('2026-03-01', dayFromNow(0))} Passed the House · Next: the Senate · as of ${day}`,
    )
  })

  test('say nothing about the present if the source was not checked for more than 30 days', async () => {
    const { card, bill, open, page, embed } = await readAll(902)
    expect([card?.progress_line, bill.progress_line, open.progress_line]).toEqual(
      Array(3).fill('Passed the House'),
    )
    expect(bill.progress?.next).toBeNull()
    const checked = `We last checked on ${formatDay(dayFromNow(-31))}`
    for (const words of [page, embed]) {
      expect(words).toContain(checked)
      expect(words).not.toContain('Next: the Senate')
    }
    expect(page).toContain('See the official page')
    expect(embed).toContain('Official page')
  })

  test('say that the session ended a bill, with no later stage', async () => {
    const { card, bill, open, page, embed } = await readAll(903)
    const line = 'Passed the House. The session ended'
    expect([card?.progress_line, bill.progress_line, open.progress_line]).toEqual([line, line, line])
    expect(card?.progress_dots).toEqual(['completed', 'skipped', 'failed'])
    expect(bill.progress_dots).toEqual(['completed', 'skipped', 'failed'])
    expect(bill.progress?.stages.at(-1)).toMatchObject({ state: 'failed', label: line })
    expect(bill.progress?.next).toBeNull()
    for (const words of [page, embed]) expect(words).not.toContain('Next: the Senate')
    expect(embed).toContain(`${line} · Final: it goes no further`)
    // The day is that of the vote, not of the end, and the page says it once.
    expect(page).toContain(`Passed the House, ${formatDay('2026-03-01')}. The session ended.`)
    expect(page.split('The session ended')).toHaveLength(2)
  })

  test('state the counts of the one vote of that day', async () => {
    const { card, bill, embed } = await readAll(907)
    expect([card?.reached_votes, bill.reached_votes]).toEqual(['2-1', '2-1'])
    expect(embed).toContain('Passed the House, 2 to 1')
  })

  test('state no day if nothing shows when the source was checked', async () => {
    const { card, page } = await readAll(904)
    expect(card).toMatchObject({ progress_line: 'Passed the House · Next: the Senate', checked_on: null })
    expect(page).not.toContain('as of')
  })

  test('do not ask a reader to look elsewhere for a bill that is law', async () => {
    const { page, embed } = await readAll(905)
    for (const words of [page, embed]) {
      expect(words).toContain('Became law')
      expect(words).not.toContain('We last checked')
    }
  })

  test('explain the status in the words of the progress', async () => {
    const { page } = await readAll(901)
    expect(page).not.toContain('One chamber has passed it')
    const html = await (await fetch(`${app.origin}/us/119/hr/901`)).text()
    expect(html).toContain('title="Passed the House. Next: the Senate."')
  })

  test('say the same about related bills', async () => {
    const { bill } = await readAll(906)
    const shown = bill.related_bills.map(({ bill_code, progress }) => [bill_code, progress?.next])
    expect(shown).toEqual([
      ['H.R. 901', 'the Senate'],
      ['H.R. 902', null],
      ['H.R. 903', null],
    ])
  })
})

const cover = (from: number, until: number) => app.pool`
  insert into source_checks (source_family, jurisdiction, covered_from, checked_at)
  values ('Congress.gov', 'ocd-division/country:us', ${dayFromNow(from)}, ${dayFromNow(until)})
  on conflict (source_family, jurisdiction) do update set covered_from = excluded.covered_from, checked_at = excluded.checked_at`

// covers HURD-PROGRESS-08
test('a sync dates the bills that it does not report, unless it left a gap', async () => {
  const checkedOn = async () => (await readAll(902)).card?.checked_on
  await cover(-20, -2)
  expect(await checkedOn()).toBe(dayFromNow(-31))
  await cover(-40, -2)
  expect(await checkedOn()).toBe(dayFromNow(-2))
  const { bill, open, page } = await readAll(902)
  expect([bill.checked_on, open.checked_on]).toEqual([dayFromNow(-2), dayFromNow(-2)])
  expect(page).toContain('Next: the Senate')
})
