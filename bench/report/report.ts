import type { MeasuredLoad } from '../load.ts'
import type { PageKind } from '../requests.ts'
import type { Action, Growth, WriteTurn } from '../rows.ts'
import type { DiscussionPage, EchoTimes, HotVotes } from '../rows/discussions.ts'
import type { ImportSpeed } from '../rows/imports.ts'
import type { Calm, StormTurn } from '../rows/storms.ts'
import { formatNumber, formatSpread, spreadOf } from '../spread.ts'
import type { Statements } from '../statements.ts'
import { goals, growthGoal, judge, type Measurement } from './goals.ts'
import { formatCount, loadHead, loadLine, spreadCell, type Section } from './tables.ts'

// The report as Markdown. Every measurement is the median of its repeats, with the minimum and the maximum in parentheses.
// Ratios are computed for each repeat.

type ReadTurn = Record<'ceiling' | 'feed' | 'relevance' | 'threads' | 'manyThreads', MeasuredLoad>

export function reads(bills: number, turns: ReadTurn[]): Section {
  const feeds = turns.map(({ feed }) => feed)
  const ofCeiling = (what: keyof ReadTurn) =>
    turns.map((turn) => turn[what].perSecond / turn.ceiling.perSecond)
  const beside = (what: keyof ReadTurn) => `${formatSpread(spreadOf(ofCeiling(what)))} L`
  return {
    lines: [
      `Reads, ${formatCount(bills)} bills`,
      '',
      ...loadHead,
      loadLine(
        'L: node:http, the pool, one prepared query of 20 rows',
        '',
        turns.map(({ ceiling }) => ceiling),
      ),
      loadLine('signed-in feed, first page', beside('feed'), feeds),
      loadLine(
        'the same by relevance, as the screen requests it',
        beside('relevance'),
        turns.map(({ relevance }) => relevance),
      ),
      loadLine(
        'first 20 threads of a discussion, 100 comments',
        beside('threads'),
        turns.map(({ threads }) => threads),
      ),
      loadLine(
        'discussions of 2,000 bills in turn',
        beside('manyThreads'),
        turns.map(({ manyThreads }) => manyThreads),
      ),
    ],
    measurements: [
      judge(goals.feed, ofCeiling('feed')),
      judge(
        goals.feedCpu,
        feeds.map(({ cpu }) => cpu),
      ),
      judge(
        goals.feedLate,
        feeds.map(({ p99 }) => p99),
      ),
      judge(goals.threads, ofCeiling('threads')),
      judge(goals.manyThreads, ofCeiling('manyThreads')),
    ],
  }
}

export function writes(bills: number, tool: string, turns: WriteTurn[]): Section {
  const rate = formatSpread(spreadOf(turns.map(({ ceiling }) => ceiling)))
  const ofCeiling = (action: Action) => turns.map((turn) => turn[action].perSecond / turn.ceiling)
  const each: Action[] = ['stance', 'vote', 'comment']
  return {
    lines: [
      `Writes, ${formatCount(bills)} bills`,
      '',
      ...loadHead,
      `| W: durable transactions by ${tool} | ${rate} | | | | | | | |`,
      ...each.map((action) =>
        loadLine(
          action,
          `${formatSpread(spreadOf(ofCeiling(action)))} W`,
          turns.map((turn) => turn[action]),
        ),
      ),
    ],
    measurements: each.map((action) => judge(goals[action], ofCeiling(action))),
  }
}

const countedGoals = {
  stance: [goals.stanceStatements, goals.stanceCommits],
  vote: [goals.voteStatements, goals.voteCommits],
  comment: [goals.commentStatements, goals.commentCommits],
} as const

/** `keyed` has the statements of the same action with an idempotency key, as the client sends it. */
export function statements(action: Action, counted: Statements, keyed: Statements): Section {
  const [ofStatements, ofCommits] = countedGoals[action]
  const note = `${formatNumber(keyed.perAction)} under an idempotency key`
  return {
    lines: [
      `One ${action}: ${formatNumber(counted.perAction)} statements in ${formatNumber(counted.commits)} transactions; ${note}`,
      '',
      ...keyed.list.map(
        ({ calls, query }) => `- ${formatNumber(calls)} × ${query.slice(0, 100).replaceAll('`', '')}`,
      ),
    ],
    measurements: [judge(ofStatements, [counted.perAction], note), judge(ofCommits, [counted.commits])],
  }
}

/** `sizes` begins with the smallest. Each kind of page is judged by the page that grows most. */
export function growth(what: string, sizes: number[], rows: Growth[]): Section {
  const names = sizes.map(formatCount)
  const kinds = new Set(rows.map(({ kind }) => kind).filter((kind) => kind !== 'other'))
  return {
    lines: [
      `Growth from ${names.join(' to ')} ${what}: milliseconds at each, and the last as a multiple of the first`,
      '',
      `| page | ${names.map((name) => `p50 at ${name}`).join(' | ')} | p50 growth | ${names.map((name) => `p99 at ${name}`).join(' | ')} | p99 growth |`,
      `|---|${'---|'.repeat(names.length * 2 + 2)}`,
      ...rows.map(({ name, turns }) => `| ${name} | ${grown(turns, 'p50')} | ${grown(turns, 'p99')} |`),
    ],
    measurements: [...kinds].flatMap((kind) => [worst(rows, kind, 'p50'), worst(rows, kind, 'p99')]),
  }
}

function worst(rows: Growth[], kind: PageKind, metric: 'p50' | 'p99'): Measurement {
  const pages = rows
    .filter((row) => row.kind === kind)
    .map(({ name, turns }) => ({ name, ratios: ratiosOf(turns, metric) }))
    .toSorted((a, b) => spreadOf(b.ratios).median - spreadOf(a.ratios).median)
  const [most] = pages
  const note = pages.length > 1 ? `most of ${pages.length}: ${most!.name}` : ''
  return judge(growthGoal(kind, metric), most!.ratios, note)
}

function ratiosOf(turns: MeasuredLoad[][], metric: 'p50' | 'p99'): number[] {
  return turns.map((turn) => (turn.at(-1)?.[metric] ?? NaN) / (turn[0]?.[metric] ?? NaN))
}

function grown(turns: MeasuredLoad[][], metric: 'p50' | 'p99'): string {
  const sizes = turns[0]?.length ?? 0
  const each = Array.from({ length: sizes }, (_, size) =>
    formatSpread(spreadOf(turns.map((turn) => turn[size]?.[metric] ?? NaN))),
  )
  return [...each, formatSpread(spreadOf(ratiosOf(turns, metric)))].join(' | ')
}

export function imported({ records, megabytes, perSecond, againPerSecond }: ImportSpeed): Section {
  return {
    lines: [
      `Import of ${formatCount(records)} bills in Hurd's own form (${formatNumber(megabytes)} MB): ` +
        `${formatNumber(perSecond)} a second new, ${formatNumber(againPerSecond)} a second unchanged`,
    ],
    measurements: [judge(goals.import, [perSecond])],
  }
}

export function plan(page: string, rows: number, plans: string[], what = 'bills'): string[] {
  return [`### ${page}, ${formatCount(rows)} ${what}`, '', ...plans.flatMap((text) => ['```', text, '```'])]
}

export function storms(bills: number, turns: StormTurn[]): string[] {
  const spread = (metric: (turn: StormTurn) => number) => formatSpread(spreadOf(turns.map(metric)))
  const row = (what: string, of: (turn: StormTurn) => Calm, ratio: string) =>
    `| ${[
      what,
      spread((turn) => of(turn).p50),
      spread((turn) => of(turn).p95),
      ratio,
      turns.reduce((sum, turn) => sum + of(turn).failed, 0),
    ].join(' | ')} |`
  const beside = (of: (turn: StormTurn) => Calm, calm: (turn: StormTurn) => Calm) =>
    spread((turn) => of(turn).p95 / calm(turn).p95)
  const guesses = turns.map((turn) => turn.guesses)
  const all = guesses.reduce((sum, { answered }) => sum + answered, 0)
  const visits = turns.reduce((sum, { visitorResponses }) => sum + visitorResponses.answered, 0)
  const wrongResponses = turns.reduce((sum, { visitorResponses }) => sum + visitorResponses.wrong, 0)
  const overloaded = guesses.reduce((sum, guess) => sum + guess.overloaded, 0)
  return [
    `Storms, ${formatCount(bills)} bills: the feed read 20 times a second`,
    '',
    '| beside | p50 ms | p95 ms | p95 to that of the calm before | failed |',
    '|---|---|---|---|---|',
    row('nothing', (turn) => turn.calm, ''),
    row(
      '100 guesses of passwords a second',
      (turn) => turn.logins,
      beside(
        (turn) => turn.logins,
        (turn) => turn.calm,
      ),
    ),
    row('nothing, again', (turn) => turn.calmAgain, ''),
    row(
      '500 clients that drip',
      (turn) => turn.drippers,
      beside(
        (turn) => turn.drippers,
        (turn) => turn.calmAgain,
      ),
    ),
    row('nothing, with the limits of production', (turn) => turn.calmLimited, ''),
    row(
      '60 visitors on open pages',
      (turn) => turn.visitors,
      beside(
        (turn) => turn.visitors,
        (turn) => turn.calmLimited,
      ),
    ),
    '',
    `Of ${all} guesses ${overloaded} were answered with 503. Of ${visits} responses to visitors ${wrongResponses} were a 401, 404 or 500.`,
    `Processor seconds of server and database: ${spreadCell(turns, ({ processor }) => processor.calm)} in the calm with limits, ` +
      `${spreadCell(turns, ({ processor }) => processor.visitors)} beside the visitors.`,
  ]
}

export function discussionPages(pages: DiscussionPage[]): string[] {
  return [
    'First page of a discussion: twenty threads of one category',
    '',
    '| order | comments | shown | bytes | gzipped | per second | p50 ms | p99 ms | server CPU ms | database CPU ms | failed |',
    `|${'---|'.repeat(11)}`,
    ...pages.map(({ sort, comments, shown, gzipped, turns }) => {
      return `| ${[
        sort,
        formatCount(comments),
        shown,
        formatNumber(spreadOf(turns.map((turn) => turn.bytes)).median),
        formatCount(gzipped),
        spreadCell(turns, ({ perSecond }) => perSecond),
        spreadCell(turns, ({ p50 }) => p50),
        spreadCell(turns, ({ p99 }) => p99),
        spreadCell(turns, ({ cpu }) => cpu),
        spreadCell(turns, ({ databaseCpu }) => databaseCpu),
        turns.reduce((sum, turn) => sum + turn.failed, 0),
      ].join(' | ')} |`
    }),
  ]
}

export function hotVotes(turns: HotVotes[]): Section {
  const ratios = turns.map(({ hot, cold }) => hot.perSecond / cold.perSecond)
  return {
    lines: [
      'Votes by 200 people at once',
      '',
      ...loadHead,
      loadLine(
        'on different comments',
        '',
        turns.map(({ cold }) => cold),
      ),
      loadLine(
        'on one comment of 5,000',
        `${formatSpread(spreadOf(ratios))} of those`,
        turns.map(({ hot }) => hot),
      ),
    ],
    measurements: [judge(goals.hot, ratios)],
  }
}

export function echoes(times: EchoTimes[]): string[] {
  return [
    'Echo score, milliseconds to its response inside the server',
    '',
    '| comments | after a change | cached |',
    '|---|---|---|',
    ...times.map(
      ({ comments, computed, cached }) =>
        `| ${formatCount(comments)} | ${formatSpread(spreadOf(computed))} | ${formatSpread(spreadOf(cached))} |`,
    ),
  ]
}
