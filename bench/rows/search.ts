import { readsOf, type Viewer } from '../asks.ts'
import type { Asked, Measured } from '../load.ts'
import type { Place } from '../place.ts'
import type { Running } from '../product.ts'
import { goals, judge } from '../report/goals.ts'
import { loadHead, loadLine, type Section } from '../report/tables.ts'
import { load, type Effort, type Stage } from '../rows.ts'
import { showSpread, spreadOf } from '../spread.ts'

// Row 10: search beside reads of one row. Under as many callers, a request takes the longer the fewer are answered a
// second: ratios of rates are ratios of time.

/** What is looked for, and in how many bills it stands. */
const keywords = [
  { q: 'act', where: 'in every bill' },
  { q: 'wastewater', where: 'in a quarter' },
  { q: 'water rights', where: 'in one of ten' },
  { q: 'eastmont', where: 'in one of a thousand' },
  { q: 'hr 22', where: 'a code' },
]

type SearchTurn = { bare: Measured; bill: Measured; found: Measured[] }

/** Bills by their number from the bare server and from the product, and each keyword, in turn. */
export async function measureSearch(
  place: Place,
  stage: Stage,
  bare: Running,
  effort: Effort,
): Promise<SearchTurn[]> {
  const { pool, product, viewers } = stage
  const bills = await pool<{ bill_id: string }[]>`
    select bill_id from bills order by hashtextextended(bill_id::text, 7) limit 1000`
  const ofBills = (path: string) => bills.map(({ bill_id }, at) => asBy(viewers, at, path + bill_id))
  const turns: SearchTurn[] = []
  for (let turn = 0; turn < effort.repeats; turn += 1) {
    const oneRow = await load(place, bare, ofBills('/'), effort.seconds)
    const bill = await load(place, product, ofBills('/api/bills/'), effort.seconds)
    const found: Measured[] = []
    for (const { q } of keywords) {
      const asks = readsOf(viewers, `/api/bills?q=${encodeURIComponent(q)}`)
      found.push(await load(place, product, asks, effort.seconds))
    }
    turns.push({ bare: oneRow, bill, found })
  }
  return turns
}

function asBy(viewers: Viewer[], at: number, path: string): Asked {
  return { method: 'GET', path, token: viewers[at % viewers.length]!.token }
}

export function reportSearch(bills: number, turns: SearchTurn[]): Section {
  const timesOf = (of: (turn: SearchTurn) => Measured, at: number) =>
    turns.map((turn) => of(turn).perSecond / turn.found[at]!.perSecond)
  const rows = keywords.map(({ q, where }, at) => {
    const ofBill = timesOf(({ bill }) => bill, at)
    const ofBare = timesOf(({ bare }) => bare, at)
    const told = `${showSpread(spreadOf(ofBill))} times the bill, ${showSpread(spreadOf(ofBare))} times the row`
    const found = turns.map(({ found }) => found[at]!)
    return { q, ofBill, ofBare, line: loadLine(`\`${q}\`, ${where}`, told, found) }
  })
  const dearest = rows.toSorted((one, other) => median(other.ofBill) - median(one.ofBill))[0]!
  const note = `the dearest of five, \`${dearest.q}\``
  return {
    lines: [
      `Search over ${bills.toLocaleString('en-US')} bills, the first page with its total, beside reads of one bill`,
      '',
      ...loadHead,
      loadLine(
        'one row by primary key: node:http and the pool',
        '',
        turns.map(({ bare }) => bare),
      ),
      loadLine(
        '`GET /api/bills/:id`, signed in',
        '',
        turns.map(({ bill }) => bill),
      ),
      ...rows.map(({ line }) => line),
    ],
    figures: [judge(goals.search, dearest.ofBill, note), judge(goals.searchBare, dearest.ofBare, note)],
  }
}

function median(values: number[]): number {
  return spreadOf(values).median
}
