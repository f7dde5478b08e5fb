import { objectIn, textIn, type JsonObject } from '#server/sources/externalJson.ts'
import { reading } from '#server/sources/files.ts'
import { stateDivision, states } from '#server/sources/jurisdictions.ts'
import { readPerson } from '#server/sources/people/peopleFormats.ts'
import { billVotes } from '#server/sources/votes/billVotes.ts'
import {
  checkedNow,
  personReading,
  type BillPage,
  type Position,
  type PeoplePage,
  type VotePage,
} from './pages.ts'
import { listOf, type SourceClient } from './sourceClient.ts'

const name = 'Open States'
/** The largest pages that API v3 serves. */
const billsPerPage = 20
/** A bill with its roll calls may have a megabyte. */
const billsWithVotesPerPage = 10
const peoplePerPage = 50

/** The states whose legislatures Open States covers. */
export const openStatesAreas = Object.keys(states).filter((code) => !['gu', 'vi', 'as', 'mp'].includes(code))

function jurisdictionOf(state: string): string {
  return `${(stateDivision(state) ?? '').replace('ocd-division', 'ocd-jurisdiction')}/government`
}

/**
 * Yields the bills changed since a date, one state after another. A bill that changes during the run moves to the end of the
 * list, and the others move up. The next page is therefore not found by its number but begins at the time of the last
 * change that was read.
 */
async function* changedBills(
  source: SourceClient,
  since: string,
  position: Position,
  areas: readonly string[],
  { include, limit }: { include: string[]; limit: number },
) {
  const start = Math.max(0, areas.indexOf(position['state'] ?? areas[0] ?? ''))
  let from = position['from'] ?? since
  let page = Number(position['page'] ?? 1)
  for (const [index, state] of areas.entries()) {
    if (index < start) continue
    const seen = new Set<string>()
    for (;;) {
      const response = await source.get('/bills', {
        jurisdiction: jurisdictionOf(state),
        updated_since: from,
        sort: 'updated_asc',
        include,
        per_page: String(limit),
        page: String(page),
      })
      const bills = listOf(response, 'results', name)
      const hasMore = page < maxPage(response)
      const lastChange = textIn(bills.at(-1)?.['updated_at'])
      // All bills of a page can have changed at the same time.
      const isLater = Date.parse(lastChange) > Date.parse(from)
      from = isLater ? lastChange : from
      page = isLater ? 1 : page + 1
      const next = hasMore ? { state, from, page: String(page) } : nextArea(areas, index)
      const entries = bills
        .filter((bill) => !seen.has(textIn(bill['id'])))
        .map((bill) => ({ record: `${state} ${textIn(bill['identifier'])}`, bill }))
      for (const bill of bills) seen.add(textIn(bill['id']))
      yield { entries, next, done: index + (hasMore ? 0 : 1), total: areas.length }
      if (!hasMore) break
    }
    from = since
    page = 1
  }
}

/** Yields the bills that changed since a date. */
export async function* openStatesBills(
  source: SourceClient,
  since: string,
  position: Position,
  areas: readonly string[],
): AsyncGenerator<BillPage> {
  const options = { include: ['sponsorships', 'abstracts', 'actions', 'sources'], limit: billsPerPage }
  for await (const { entries, ...page } of changedBills(source, since, position, areas, options)) {
    yield { readings: entries.map(({ record, bill }) => reading(name, record, bill, 'openstates')), ...page }
  }
}

/** Yields the votes on the bills that changed since a date. */
export async function* openStatesVotes(
  source: SourceClient,
  since: string,
  position: Position,
  areas: readonly string[],
): AsyncGenerator<VotePage> {
  const options = { include: ['votes'], limit: billsWithVotesPerPage }
  for await (const { entries, ...page } of changedBills(source, since, position, areas, options)) {
    const readings = entries.flatMap(({ record, bill }) => billVotes('openstates', bill, name, record))
    yield { readings: checkedNow(readings), ...page }
  }
}

function nextArea(areas: readonly string[], index: number): Position | null {
  const state = areas[index + 1]
  return state ? { state, page: '1' } : null
}

function maxPage(response: JsonObject | JsonObject[] | null): number {
  const pagination = Array.isArray(response) ? {} : objectIn(response?.['pagination'])
  return Number(textIn(pagination['max_page'])) || 1
}

/** Yields the legislators and officers of each state as one roster, one state after another. */
export async function* openStatesPeople(
  source: SourceClient,
  position: Position,
  areas: readonly string[],
): AsyncGenerator<PeoplePage> {
  const start = Math.max(0, areas.indexOf(position['state'] ?? areas[0] ?? ''))
  for (const [index, state] of areas.entries()) {
    if (index < start) continue
    const people: JsonObject[] = []
    for (let page = 1; ; page += 1) {
      const response = await source.get('/people', {
        jurisdiction: jurisdictionOf(state),
        include: ['offices', 'links'],
        per_page: String(peoplePerPage),
        page: String(page),
      })
      people.push(...listOf(response, 'results', name))
      if (page >= maxPage(response)) break
    }
    const readings = people.map((person) =>
      personReading(name, `${state} ${textIn(person['name'])}`, () =>
        readPerson('openstates-people', person),
      ),
    )
    yield { readings, next: nextArea(areas, index), done: index + 1, total: areas.length }
  }
}
