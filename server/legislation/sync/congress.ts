import type { Reading } from '#server/sources/bills/importedBill.ts'
import { listIn, objectIn, textIn, type JsonObject } from '#server/sources/externalJson.ts'
import { reading } from '#server/sources/files.ts'
import { readCongressMember } from '#server/sources/people/congressMembers.ts'
import type { VoteReading } from '#server/sources/votes/importedVote.ts'
import {
  hasGap,
  lastOf,
  overlap,
  personReading,
  votesOfRecord,
  type BillPage,
  type Position,
  type PeoplePage,
  type VotePage,
} from './pages.ts'
import { listOf, type SourceClient } from './sourceClient.ts'

const name = 'Congress.gov'
const pageSize = 250
/** A roll call takes two more requests, so a smaller page is stored sooner. */
const votesPerPage = 50

type ListOptions = {
  path: string
  key: string
  limit: number
  pathOf: (entry: JsonObject) => string | null
}

/**
 * Yields the entries of a list that changed since a date, oldest change first. Pages use offsets, because the API's own
 * "next" URL is malformed.
 */
async function* changedEntries(
  source: SourceClient,
  { path, key, limit, pathOf }: ListOptions,
  since: string,
  position: Position,
) {
  let offset = Number(position['offset'] ?? 0)
  let read = position['last']
  for (;;) {
    const query = {
      fromDateTime: since.replace(/\.\d+Z$/, 'Z'),
      sort: 'updateDate asc',
      limit: String(limit),
      offset: String(offset),
      format: 'json',
    }
    const page = await source.get(path, query)
    const entries = listOf(page, key, name)
    const keys = entries.map((entry) =>
      [pathOf(entry), textIn(entry['updateDate']), textIn(entry['updateDateIncludingText'])].join(' '),
    )
    if (offset > 0 && hasGap(read, keys)) {
      offset = Math.max(0, offset - (limit - overlap))
      continue
    }
    const total = Number(textIn(objectIn(objectIn(page)['pagination'])['count'])) || null
    const isLast = entries.length < limit
    offset += isLast ? entries.length : entries.length - overlap
    read = lastOf(keys)
    yield { entries, next: isLast ? null : { offset: String(offset), last: read }, done: offset, total }
    if (isLast) return
  }
}

/** Yields the bills that changed since a date. */
export async function* congressBills(
  source: SourceClient,
  since: string,
  position: Position,
): AsyncGenerator<BillPage> {
  const seen = new Set<string>()
  const list = { path: '/bill', key: 'bills', limit: pageSize, pathOf: billPath }
  for await (const { entries, ...page } of changedEntries(source, list, since, position)) {
    const readings: Reading[] = []
    for (const bill of entries) {
      const path = billPath(bill)
      if (path && !seen.has(path)) readings.push(await readBill(source, path, bill))
      if (path) seen.add(path)
    }
    yield { readings, ...page }
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

/**
 * Yields the roll calls of the House that changed since a date. The API has none of the Senate. Whether it selects the list
 * by date is not documented, so entries without a change since the date are passed over here.
 */
export async function* congressVotes(
  source: SourceClient,
  since: string,
  position: Position,
): AsyncGenerator<VotePage> {
  const seen = new Set<string>()
  const list = { path: '/house-vote', key: 'houseRollCallVotes', limit: votesPerPage, pathOf: votePath }
  for await (const { entries, ...page } of changedEntries(source, list, since, position)) {
    const readings: VoteReading[] = []
    for (const vote of entries.filter((entry) => hasChanged(entry, since))) {
      const path = votePath(vote)
      if (path === null) {
        readings.push({
          file: name,
          record: `roll call ${textIn(vote['identifier'])}`,
          reason: 'The list does not name its Congress, session and number.',
        })
      } else if (!seen.has(path)) {
        readings.push(...(await readVote(source, path)))
        seen.add(path)
      }
    }
    yield { readings, ...page }
  }
}

function hasChanged(vote: JsonObject, since: string): boolean {
  const times = ['updateDate', 'startDate'].map((field) => Date.parse(textIn(vote[field])))
  return times.every(Number.isNaN) || times.some((time) => time >= Date.parse(since))
}

function votePath(vote: JsonObject): string | null {
  // The list spells the session "sessioNumber".
  const fields = [vote['congress'], vote['sessionNumber'] ?? vote['sessioNumber'], vote['rollCallNumber']]
  const path = fields.map(textIn).join('/')
  return /^\d{1,3}\/[12]\/\d{1,5}$/.test(path) ? `/house-vote/${path}` : null
}

/** Reads the roll call with the votes of its members, which the API serves separately. */
async function readVote(source: SourceClient, path: string): Promise<VoteReading[]> {
  const detail = await source.get(path, { format: 'json' })
  if (detail === null) {
    return [
      { file: name, record: path, reason: 'The list names the roll call, but the source does not have it.' },
    ]
  }
  const members = await source.get(`${path}/members`, { format: 'json' })
  const record = { ...objectIn(detail), ...objectIn(members) }
  return votesOfRecord({ source: name, record: path, format: 'house-vote', path }, record)
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
