import { chromium } from '@playwright/test'
import { findBrowser } from '../../../scripts/browser.mjs'
import { newcomerSession, storedSession } from '../../browser.ts'
import { devices, loadOnPhone, type PhoneLoad } from '../../phone.ts'
import { bareGoal, goals, judge, phoneGoals, type Measurement } from '../../report/goals.ts'
import type { Section } from '../../report/tables.ts'
import type { Effort, Stage } from '../../rows.ts'
import { formatNumber, formatSpread, spreadIfMeasured } from '../../spread.ts'
import { serveBarePage } from './barePage.ts'

// Row 11 without Lighthouse: the browser of the tests simulates a phone with a slow network and a slow processor.

export type PhonePage = { name: string; turns: PhoneLoad[] }

/** Loads each page in turn so that a slow minute of the machine affects all of them. */
export async function measurePhoneLoads(stage: Stage, effort: Effort): Promise<PhonePage[]> {
  const { path, args, env } = await findBrowser()
  const origin = `http://127.0.0.1:${stage.product.port}`
  const session = await storedSession(origin, stage)
  const newcomer = await newcomerSession(origin, stage)
  const { bill_id } = stage.discussions[0]!
  const bare = await serveBarePage()
  const pages = [
    { name: barePage, path: '/', session: null, turns: noTurns(), origin: bare.origin },
    { name: '/login', path: '/login', session: null, turns: noTurns() },
    { name: '/feed', path: '/feed', session, turns: noTurns() },
    { name: newcomerFeed, path: '/feed', session: newcomer, turns: noTurns() },
    { name: 'a bill in the feed', path: `/feed?highlight=${bill_id}`, session, turns: noTurns() },
    { name: 'a shared bill', path: `/bills/${bill_id}`, session: null, turns: noTurns() },
    {
      name: slowBill,
      path: `/feed?highlight=${bill_id}`,
      session,
      turns: noTurns(),
      device: devices.slowLine,
      hasStance: true,
    },
  ]
  const program = await chromium.launch({ executablePath: path, args, env: { ...process.env, ...env } })
  try {
    for (let turn = 0; turn < effort.repeats; turn += 1) {
      for (const page of pages) {
        // oxlint-disable-next-line no-await-in-loop -- one page at a time has the machine
        page.turns.push(await loadOnPhone(program, page.origin ?? origin, page.path, page.session, page))
      }
    }
  } finally {
    await program.close()
    bare.close()
  }
  return pages
}

/** A page of another server, with which the largest paint of the feed is compared. */
const barePage = 'a bare page of 98 KB of script'
const newcomerFeed = '/feed of a new member'

/** The page whose goal is the time until a stance can be pressed. */
const slowBill = 'a bill at 400 kbit/s and 400 ms'

function noTurns(): PhoneLoad[] {
  return []
}

const shown = [
  ['first contentful paint, s', 'fcp'],
  ['largest contentful paint, s', 'lcp'],
  ['total blocking time, ms', 'tbt'],
  ['layout shift', 'cls'],
  ['all that is loaded, KB', 'total'],
  ['scripts as received, KB', 'scripts'],
  ['requests', 'requests'],
  ['until a stance can be pressed, s', 'stance'],
] as const

export function reportPhoneLoads(pages: PhonePage[]): Section {
  const show = (turns: PhoneLoad[], metric: (typeof shown)[number][1]) => {
    const spread = spreadIfMeasured(turns.map((turn) => turn[metric]))
    if (!spread) return ''
    return spread.min === spread.max ? formatNumber(spread.median) : formatSpread(spread)
  }
  return {
    lines: [
      'First load on a slow phone (processor four times slower, 1.6 Mbit/s, 150 ms), nothing in the cache',
      '',
      `| | ${pages.map(({ name }) => name).join(' | ')} |`,
      `|---|${'---|'.repeat(pages.length)}`,
      ...shown.map(
        ([what, metric]) => `| ${what} | ${pages.map(({ turns }) => show(turns, metric)).join(' | ')} |`,
      ),
      `| the largest | ${pages.map(({ turns }) => turns.at(-1)?.largest.replaceAll('|', ' ')).join(' | ')} |`,
    ],
    measurements: [...pages.flatMap(measurementsOf), ...besideBarePage(pages)],
  }
}

/** Compares the largest paint of both kinds of member with that of the bare page in the same turn. */
function besideBarePage(pages: PhonePage[]): Measurement[] {
  const bare = pages.find(({ name }) => name === barePage)
  return pages
    .filter(({ name }) => name === '/feed' || name === newcomerFeed)
    .map(({ name, turns }) =>
      judge(
        bareGoal(name),
        turns.map(({ lcp }, turn) => lcp / (bare?.turns[turn]?.lcp ?? NaN)),
      ),
    )
}

function measurementsOf({ name, turns }: PhonePage): Measurement[] {
  if (name === barePage) return []
  if (name === slowBill) {
    const measured = turns.map((turn) => turn.stance)
    return [judge(goals.slowStance, measured)]
  }
  const pageGoals = phoneGoals(name)
  return (['lcp', 'tbt', 'cls', 'total'] as const).map((metric) =>
    judge(
      pageGoals[metric],
      turns.map((turn) => turn[metric]),
    ),
  )
}
