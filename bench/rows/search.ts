import type { Cluster } from '../cluster.ts'
import type { BenchRequest, Measured } from '../load.ts'
import type { Running } from '../product.ts'
import { goals, judge } from '../report/goals.ts'
import { loadHead, loadLine, type Section } from '../report/tables.ts'
import { readsOf, type Viewer } from '../requests.ts'
import { load, type Effort, type Stage } from '../rows.ts'
import { formatSpread, spreadOf } from '../spread.ts'

// Row 10: search compared with reads of one row. With the same number of callers, ratios of rates are the inverse ratios
// of time.

/** The keyword, and in how many bills it occurs. */
const keywords = [
  { q: 'act', where: 'in every bill' },
  { q: 'wastewater', where: 'in a quarter' },
  { q: 'water rights', where: 'in one of ten' },
  { q: 'eastmont', where: 'in one of a thousand' },
  { q: 'hr 22', where: 'a code' },
]

type SearchTurn = { bare: Measured; bill: Measured; found: Measured[] }

/** Measures reads of bills by id on the bare server and on the product, and each keyword, in turn. */
export async function measureSearch(
  cluster: Cluster,
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
    const oneRow = await load(cluster, bare, ofBills('/'), effort.seconds)
    const bill = await load(cluster, product, ofBills('/api/bills/'), effort.seconds)
    const found: Measured[] = []
    for (const { q } of keywords) {
      const requests = readsOf(viewers, `/api/bills?q=${encodeURIComponent(q)}`)
      found.push(await load(cluster, product, requests, effort.seconds))
    }
    turns.push({ bare: oneRow, bill, found })
  }
  return turns
}

function asBy(viewers: Viewer[], at: number, path: string): BenchRequest {
  return { method: 'GET', path, token: viewers[at % viewers.length]!.token }
}

export function reportSearch(bills: number, turns: SearchTurn[]): Section {
  const timesOf = (of: (turn: SearchTurn) => Measured, at: number) =>
    turns.map((turn) => of(turn).perSecond / turn.found[at]!.perSecond)
  const rows = keywords.map(({ q, where }, at) => {
    const ofBill = timesOf(({ bill }) => bill, at)
    const ofBare = timesOf(({ bare }) => bare, at)
    const lines = `${formatSpread(spreadOf(ofBill))} times the bill, ${formatSpread(spreadOf(ofBare))} times the row`
    const found = turns.map(({ found }) => found[at]!)
    return { q, ofBill, ofBare, line: loadLine(`\`${q}\`, ${where}`, lines, found) }
  })
  const slowest = rows.toSorted((a, b) => median(b.ofBill) - median(a.ofBill))[0]!
  const note = `the slowest of five, \`${slowest.q}\``
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
    measurements: [judge(goals.search, slowest.ofBill, note), judge(goals.searchBare, slowest.ofBare, note)],
  }
}

function median(values: number[]): number {
  return spreadOf(values).median
}
