import type { BenchRequest, MeasuredLoad } from '../load.ts'
import { goals, judge } from '../report/goals.ts'
import { loadHead, loadLine, type Section } from '../report/tables.ts'
import { readsOf, type Viewer } from '../requests.ts'
import { load, type Effort, type Stage } from '../rows.ts'
import type { Cluster } from '../server/cluster.ts'
import type { RunningServer } from '../server/product.ts'
import { formatSpread, spreadOf } from '../spread.ts'

// Row 10: how many times longer a keyword search takes than reading one row. The number of callers is the same, so the ratio
// of the times is the inverse of the ratio of the rates.

/** Keywords, and how common each is. */
const keywords = [
  { q: 'act', frequency: 'in every bill' },
  { q: 'wastewater', frequency: 'in a quarter of the bills' },
  { q: 'water rights', frequency: 'in one of ten bills' },
  { q: 'eastmont', frequency: 'in one of a thousand bills' },
  { q: 'hr 22', frequency: 'a bill code' },
]

type SearchTurn = { oneRow: MeasuredLoad; bill: MeasuredLoad; searches: MeasuredLoad[] }

/**
 * In each turn, measures a one-row read on the bare server, a bill read on the product, and a search for every keyword.
 */
export async function measureSearch(
  cluster: Cluster,
  stage: Stage,
  bare: RunningServer,
  effort: Effort,
): Promise<SearchTurn[]> {
  const { pool, product, viewers } = stage
  const bills = await pool<{ bill_id: string }[]>`
    select bill_id from bills order by hashtextextended(bill_id::text, 7) limit 1000`
  const ofBills = (path: string) => bills.map(({ bill_id }, at) => readBy(viewers, at, path + bill_id))
  const turns: SearchTurn[] = []
  for (let turn = 0; turn < effort.repeats; turn += 1) {
    const oneRow = await load(cluster, bare, ofBills('/'), effort.seconds)
    const bill = await load(cluster, product, ofBills('/api/bills/'), effort.seconds)
    const searches: MeasuredLoad[] = []
    for (const { q } of keywords) {
      const requests = readsOf(viewers, `/api/bills?q=${encodeURIComponent(q)}`)
      searches.push(await load(cluster, product, requests, effort.seconds))
    }
    turns.push({ oneRow, bill, searches })
  }
  return turns
}

function readBy(viewers: Viewer[], at: number, path: string): BenchRequest {
  return { method: 'GET', path, token: viewers[at % viewers.length]!.token }
}

export function reportSearch(bills: number, turns: SearchTurn[]): Section {
  const ratiosTo = (of: (turn: SearchTurn) => MeasuredLoad, at: number) =>
    turns.map((turn) => of(turn).perSecond / turn.searches[at]!.perSecond)
  const rows = keywords.map(({ q, frequency }, at) => {
    const billRatios = ratiosTo(({ bill }) => bill, at)
    const oneRowRatios = ratiosTo(({ oneRow }) => oneRow, at)
    const [toBill, toRow] = [formatSpread(spreadOf(billRatios)), formatSpread(spreadOf(oneRowRatios))]
    const ratioText = `${toBill} times the bill, ${toRow} times the row`
    const searches = turns.map((turn) => turn.searches[at]!)
    return { q, billRatios, oneRowRatios, line: loadLine(`\`${q}\`, ${frequency}`, ratioText, searches) }
  })
  const slowest = rows.toSorted((a, b) => median(b.billRatios) - median(a.billRatios))[0]!
  const note = `the slowest of five, \`${slowest.q}\``
  return {
    lines: [
      `Search over ${bills.toLocaleString('en-US')} bills, the first page with its total, beside reads of one bill`,
      '',
      ...loadHead,
      loadLine(
        'one row by primary key: node:http and the pool',
        '',
        turns.map(({ oneRow }) => oneRow),
      ),
      loadLine(
        '`GET /api/bills/:id`, signed in',
        '',
        turns.map(({ bill }) => bill),
      ),
      ...rows.map(({ line }) => line),
    ],
    measurements: [
      judge(goals.search, slowest.billRatios, note),
      judge(goals.searchBare, slowest.oneRowRatios, note),
    ],
  }
}

function median(values: number[]): number {
  return spreadOf(values).median
}
