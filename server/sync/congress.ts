import type { Reading } from '../sources/bills/importedBill.ts'
import { listIn, objectIn, textIn, type JsonObject } from '../sources/externalJson.ts'
import { reading } from '../sources/files.ts'
import { readCongressMember } from '../sources/people/congressMembers.ts'
import { personReading, type BillPage, type Position, type PeoplePage } from './pages.ts'
import { listOf, type SourceClient } from './sourceClient.ts'

const name = 'Congress.gov'
const pageSize = 250
/**
 * A bill that changes during the run moves to the end of the list, and the others move up. Each page therefore repeats
 * the last entries of the previous page.
 */
const overlap = 5

/**
 * Yields the bills that changed since a date, oldest change first. Pages use offsets, because the API's own "next" URL
 * is malformed.
 */
export async function* congressBills(
  source: SourceClient,
  since: string,
  position: Position,
): AsyncGenerator<BillPage> {
  const seen = new Set<string>()
  for (let offset = Number(position['offset'] ?? 0); ;) {
    const query = {
      fromDateTime: since.replace(/\.\d+Z$/, 'Z'),
      sort: 'updateDate asc',
      limit: String(pageSize),
      offset: String(offset),
      format: 'json',
    }
    const page = await source.get('/bill', query)
    const bills = listOf(page, 'bills', name)
    const total = Number(textIn(objectIn(objectIn(page)['pagination'])['count'])) || null
    const readings: Reading[] = []
    for (const bill of bills) {
      const path = billPath(bill)
      if (path && !seen.has(path)) readings.push(await readBill(source, path, bill))
      if (path) seen.add(path)
    }
    const last = bills.length < pageSize
    offset += last ? bills.length : bills.length - overlap
    yield { readings, next: last ? null : { offset: String(offset) }, done: offset, total }
    if (last) return
  }
}

function billPath(bill: JsonObject): string | null {
  const [congress, type, number] = ['congress', 'type', 'number'].map((field) =>
    textIn(bill[field]).toLowerCase(),
  )
  return /^\d{1,3}\/[a-z]{1,7}\/\d{1,5}$/.test(`${congress}/${type}/${number}`)
    ? `/bill/${congress}/${type}/${number}`
    : null
}

/** Reads the bill with the parts that the API serves separately: actions, summaries and cosponsors. */
async function readBill(source: SourceClient, path: string, listEntry: JsonObject): Promise<Reading> {
  const detail = objectIn(objectIn(await source.get(path, { format: 'json' }))['bill'])
  if (Object.keys(detail).length === 0) return reading(name, path, listEntry, 'congress')
  const part = async (field: string) =>
    readPart(source, `${path}/${field}`, field, Number(textIn(objectIn(detail[field])['count'])))
  const record = {
    bill: detail,
    actions: await part('actions'),
    summaries: await part('summaries'),
    cosponsors: await part('cosponsors'),
    _accessed: new Date().toISOString(),
  }
  return reading(name, path, record, 'congress')
}

/** Reads all rows of a part, in pages, because a large bill has more actions or cosponsors than fit on one page. */
async function readPart(source: SourceClient, path: string, field: string, count: number) {
  const rows: JsonObject[] = []
  while (rows.length < count) {
    const query = { format: 'json', limit: String(pageSize), offset: String(rows.length) }
    // oxlint-disable-next-line no-await-in-loop -- the requests are paced by the source's rate limit
    const page = listIn(objectIn(await source.get(path, query))[field])
    if (page.length === 0) break
    rows.push(...page)
  }
  return rows
}

/** Yields all members of Congress, as one roster. */
export async function* congressPeople(source: SourceClient): AsyncGenerator<PeoplePage> {
  const members: JsonObject[] = []
  for (;;) {
    const query = {
      currentMember: 'true',
      limit: String(pageSize),
      offset: String(members.length),
      format: 'json',
    }
    const page = listOf(await source.get('/member', query), 'members', name)
    members.push(...page)
    if (page.length < pageSize) break
  }
  const readings = members.map((member) =>
    personReading(name, textIn(member['bioguideId']), () => readCongressMember(member)),
  )
  yield { readings, next: null, done: members.length, total: members.length }
}
