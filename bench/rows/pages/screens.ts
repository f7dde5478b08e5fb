import type { Page, Request } from '@playwright/test'
import { openBrowser } from '../../browser.ts'
import { goals, judge, onScreen } from '../../report/goals.ts'
import type { Section } from '../../report/tables.ts'
import { load, type Effort, type Stage } from '../../rows.ts'
import { pageOfThreads } from '../../seed/discussionSeed.ts'
import type { Cluster } from '../../server/cluster.ts'
import { formatSpread, spreadIfMeasured, spreadOf } from '../../spread.ts'

// Row 12: the cost of a whole screen, measured by the calls that a real browser makes for it.

type Call = { method: string; path: string; began: number; ended: number }

type Screen = {
  name: string
  /** The calls in the order in which they began, by repeat and wave. */
  turns: Call[][][]
  /** Milliseconds of the server's processor time for all of its calls, by repeat, or null if the system does not report it. */
  cpu: (number | null)[]
}

const billTitle = `Act of ${pageOfThreads.comments} comments`

/** Measures the feed when a member opens it, and a bill with a hundred comments when they open it and its discussion. */
export async function measureScreens(cluster: Cluster, stage: Stage, effort: Effort): Promise<Screen[]> {
  const browser = await openBrowser(cluster, stage, true)
  try {
    const feeds: Call[][] = []
    const bills: Call[][] = []
    for (let turn = 0; turn < effort.repeats; turn += 1) {
      const page = await browser.context.newPage()
      feeds.push(await callsDuring(page, () => openFeed(page, `${browser.origin}/feed`)))
      await openFeed(page, `${browser.origin}/feed?q=${encodeURIComponent(billTitle)}`)
      bills.push(await callsDuring(page, () => openBill(page)))
      await page.close()
    }
    const screenOf = async (name: string, turns: Call[][]): Promise<Screen> => ({
      name,
      turns: turns.map(wavesOf),
      cpu: await cpuOf(cluster, stage, turns[0]!, effort),
    })
    return [await screenOf('feed opened', feeds), await screenOf('one bill expanded', bills)]
  } finally {
    await browser.close()
  }
}

async function openFeed(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('article').first().waitFor()
}

async function openBill(page: Page): Promise<void> {
  await page.getByRole('article', { name: billTitle }).getByRole('button', { name: billTitle }).click()
  await page.getByRole('dialog').getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'Discussion' }).scrollIntoViewIfNeeded()
  await page.locator('[data-comment]').first().waitFor()
}

/** All calls to the API from the start of `action` until a second passes without a new one. */
async function callsDuring(page: Page, action: () => Promise<void>): Promise<Call[]> {
  const calls: Call[] = []
  const open = new Map<Request, Call>()
  let lastChangeAt = performance.now()
  const recordRequest = (request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    // A stream never ends.
    const call: Call = {
      method: request.method(),
      path: pathname + search,
      began: Date.now(),
      ended: Infinity,
    }
    calls.push(call)
    open.set(request, call)
    lastChangeAt = performance.now()
  }
  const recordResponse = (request: Request) => {
    const call = open.get(request)
    if (!call) return
    const { startTime, responseEnd } = request.timing()
    call.began = startTime
    call.ended = startTime + responseEnd
    lastChangeAt = performance.now()
  }
  page.on('request', recordRequest).on('requestfinished', recordResponse)
  await action()
  while (performance.now() - lastChangeAt < 1_000) await page.waitForTimeout(100)
  page.off('request', recordRequest).off('requestfinished', recordResponse)
  return calls
}

const isStream = ({ ended }: Call) => ended === Infinity

/** A wave consists of the calls that begin before any call of the previous wave is answered. */
function wavesOf(calls: Call[]): Call[][] {
  const waves: Call[][] = []
  for (const call of calls.toSorted((a, b) => a.began - b.began)) {
    const last = waves.at(-1)
    const answered = Math.min(...(last ?? []).map(({ ended }) => ended))
    if (last && call.began <= answered) last.push(call)
    else waves.push([call])
  }
  return waves
}

/** Repeats the same calls, because processor time is counted in hundredths of a second. */
async function cpuOf(
  cluster: Cluster,
  stage: Stage,
  calls: Call[],
  effort: Effort,
): Promise<(number | null)[]> {
  const { product, viewers } = stage
  const reads = calls
    .filter((call) => call.method === 'GET' && !isStream(call))
    .map(({ method, path }) => ({ method, path, token: viewers[0]!.token }))
  const cpu: (number | null)[] = []
  for (let turn = 0; turn < effort.repeats; turn += 1) {
    const measured = await load(cluster, product, reads, effort.seconds)
    cpu.push(measured.cpu === null ? null : measured.cpu * reads.length)
  }
  return cpu
}

export function reportScreens(screens: Screen[]): Section {
  return {
    lines: [
      "Whole screens, by the calls of a real browser; the server's processor time is that of the same calls repeated",
      '',
      '| screen | calls | waves | server CPU ms | what each wave calls, the first time |',
      '|---|---|---|---|---|',
      ...screens.map(({ name, turns, cpu }) => {
        const [first = []] = turns
        const lines = first.map((wave) =>
          wave.map((call) => `\`${callText(call)}\`${isStream(call) ? ' (kept open)' : ''}`).join(', '),
        )
        return `| ${name} | ${first.flat().length} | ${formatSpread(spreadOf(waveCounts(turns)))} | ${formatSpread(spreadIfMeasured(cpu))} | ${lines.join('; ')} |`
      }),
    ],
    measurements: screens.flatMap(({ name, turns, cpu }) => [
      judge(onScreen(goals.waves, name), waveCounts(turns)),
      judge(onScreen(goals.screenCpu, name), cpu),
    ]),
  }
}

function waveCounts(turns: Call[][][]): number[] {
  return turns.map((waves) => waves.length)
}

/** The path without its query, with `:id` in place of ids. */
function callText({ method, path }: Call): string {
  const pattern = path.split('?')[0]!.replaceAll(/\/[0-9a-f]{8}-[0-9a-f-]{27}/g, '/:id')
  return method === 'GET' ? pattern : `${method} ${pattern}`
}
