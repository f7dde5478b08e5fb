import { objectIn, textIn, type JsonObject } from '../sources/externalJson.ts'
import { reading } from '../sources/files.ts'
import { stateDivision, states } from '../sources/jurisdictions.ts'
import { readPerson } from '../sources/people/peopleFormats.ts'
import { personReading, type BillPage, type Position, type PeoplePage } from './pages.ts'
import { listOf, type SourceClient } from './sourceClient.ts'

const name = 'Open States'
/** The largest pages that API v3 serves. */
const billsPerPage = 20
const peoplePerPage = 50

/** The states whose legislatures Open States covers. */
export const openStatesAreas = Object.keys(states).filter((code) => !['gu', 'vi', 'as', 'mp'].includes(code))

function jurisdictionOf(state: string): string {
  return `${(stateDivision(state) ?? '').replace('ocd-division', 'ocd-jurisdiction')}/government`
}

/** Yields the bills that changed since a date, one state after another. */
export async function* openStatesBills(
  source: SourceClient,
  since: string,
  position: Position,
  areas: readonly string[],
): AsyncGenerator<BillPage> {
  const start = Math.max(0, areas.indexOf(position['state'] ?? areas[0] ?? ''))
  let page = Number(position['page'] ?? 1)
  for (const [index, state] of areas.entries()) {
    if (index < start) continue
    for (;;) {
      const answer = await source.get('/bills', {
        jurisdiction: jurisdictionOf(state),
        updated_since: since,
        sort: 'updated_asc',
        include: ['sponsorships', 'abstracts', 'actions', 'sources'],
        per_page: String(billsPerPage),
        page: String(page),
      })
      const bills = listOf(answer, 'results', name)
      const hasMore = page < maxPage(answer)
      const next = hasMore ? { state, page: String(page + 1) } : nextArea(areas, index)
      const readings = bills.map((bill) =>
        reading(name, `${state} ${textIn(bill['identifier'])}`, bill, 'openstates'),
      )
      yield { readings, next, done: index + (hasMore ? 0 : 1), total: areas.length }
      if (!hasMore) break
      page += 1
    }
    page = 1
  }
}

function nextArea(areas: readonly string[], index: number): Position | null {
  const state = areas[index + 1]
  return state ? { state, page: '1' } : null
}

function maxPage(answer: JsonObject | JsonObject[] | null): number {
  const pagination = Array.isArray(answer) ? {} : objectIn(answer?.['pagination'])
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
      const answer = await source.get('/people', {
        jurisdiction: jurisdictionOf(state),
        include: ['offices', 'links'],
        per_page: String(peoplePerPage),
        page: String(page),
      })
      people.push(...listOf(answer, 'results', name))
      if (page >= maxPage(answer)) break
    }
    const readings = people.map((person) =>
      personReading(name, `${state} ${textIn(person['name'])}`, () =>
        readPerson('openstates-people', person),
      ),
    )
    yield { readings, next: nextArea(areas, index), done: index + 1, total: areas.length }
  }
}
