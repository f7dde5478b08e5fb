import type { DiscussionPage, EchoTimes, HotVotes } from './discussions.ts'
import type { GroupStage } from './groups.ts'
import type { ImportSpeed } from './imports.ts'
import type { Measured } from './load.ts'
import type { Product } from './product.ts'
import type { Growth, Stage } from './rows.ts'
import { showNumber, showSpread, spreadOf } from './spread.ts'
import type { Statements } from './statements.ts'
import type { Calm, StormTurn } from './storms.ts'

// The figures as Markdown. Every figure is the median of the repeats, with the least and the most in brackets; ratios
// are taken repeat by repeat.

const head = [
  '| what | per second | of the ceiling | p50 ms | p99 ms | server CPU ms | database CPU ms | bytes | failed |',
  '|---|---|---|---|---|---|---|---|---|',
]

export function reads(bills: number, turns: { ceiling: Measured; feed: Measured }[]): string[] {
  const ceilings = turns.map(({ ceiling }) => ceiling)
  const feeds = turns.map(({ feed }) => feed)
  const ratios = turns.map(({ ceiling, feed }) => feed.perSecond / ceiling.perSecond)
  return [
    `Reads, ${count(bills)} bills`,
    '',
    ...head,
    line('L: node:http, postgres.js, one prepared query of 20 rows', '', ceilings),
    line('signed-in feed, first page', `${showSpread(spreadOf(ratios))} L`, feeds),
  ]
}

type WriteTurn = { ceiling: number; stance: Measured; vote: Measured }

export function writes(bills: number, tool: string, turns: WriteTurn[]): string[] {
  const rate = showSpread(spreadOf(turns.map(({ ceiling }) => ceiling)))
  const row = (what: 'stance' | 'vote') => {
    const ratios = turns.map((turn) => turn[what].perSecond / turn.ceiling)
    return line(
      what,
      `${showSpread(spreadOf(ratios))} W`,
      turns.map((turn) => turn[what]),
    )
  }
  return [
    `Writes, ${count(bills)} bills`,
    '',
    ...head,
    `| W: durable transactions by ${tool} | ${rate} | | | | | | | |`,
    row('stance'),
    row('vote'),
  ]
}

function line(what: string, ratio: string, turns: Measured[]): string {
  const of = (figure: (turn: Measured) => number | null) =>
    showSpread(spreadOf(turns.map((turn) => figure(turn) ?? NaN)))
  const columns = [
    what,
    of((turn) => turn.perSecond),
    ratio,
    of((turn) => turn.p50),
    of((turn) => turn.p99),
    of((turn) => turn.cpu),
    of((turn) => turn.databaseCpu),
    showNumber(spreadOf(turns.map((turn) => turn.bytes)).median),
    String(turns.reduce((sum, turn) => sum + turn.failed, 0)),
  ]
  return `| ${columns.join(' | ')} |`
}

export function statements(act: string, { perAct, transactions, list }: Statements): string[] {
  return [
    `One ${act}: ${showNumber(perAct)} statements in ${showNumber(transactions)} transactions`,
    '',
    ...list.map(({ calls, query }) => `- ${showNumber(calls)} × ${query.slice(0, 100).replaceAll('`', '')}`),
  ]
}

export function growth(stages: Stage[], rows: Growth[]): string[] {
  return growthOf(
    'bills',
    stages.map(({ bills }) => bills),
    rows,
  )
}

export function groupGrowth(stages: GroupStage[], rows: Grown[]): string[] {
  return growthOf(
    'members of one group, half as many posts in it',
    stages.map(({ size }) => size.members),
    rows,
  )
}

type Grown = { page: { name: string }; turns: Measured[][] }

function growthOf(what: string, numbers: number[], rows: Grown[]): string[] {
  const sizes = numbers.map(count)
  return [
    `Growth from ${sizes.join(' to ')} ${what}: milliseconds at each, and the last as a multiple of the first`,
    '',
    `| page | ${sizes.map((size) => `p50 at ${size}`).join(' | ')} | p50 growth | ${sizes.map((size) => `p99 at ${size}`).join(' | ')} | p99 growth |`,
    `|---|${'---|'.repeat(sizes.length * 2 + 2)}`,
    ...rows.map(({ page, turns }) => `| ${page.name} | ${grown(turns, 'p50')} | ${grown(turns, 'p99')} |`),
  ]
}

function grown(turns: Measured[][], figure: 'p50' | 'p99'): string {
  const sizes = turns[0]?.length ?? 0
  const each = Array.from({ length: sizes }, (_, size) =>
    showSpread(spreadOf(turns.map((turn) => turn[size]?.[figure] ?? NaN))),
  )
  const ratios = turns.map((turn) => (turn.at(-1)?.[figure] ?? NaN) / (turn[0]?.[figure] ?? NaN))
  return [...each, showSpread(spreadOf(ratios))].join(' | ')
}

export function imported({ records, megabytes, perSecond, againPerSecond }: ImportSpeed): string[] {
  return [
    `Import of ${count(records)} bills in Hurd's own form (${showNumber(megabytes)} MB): ` +
      `${showNumber(perSecond)} a second new, ${showNumber(againPerSecond)} a second unchanged`,
  ]
}

export function memories(bills: number, product: Product, peak: number | null): string {
  const { startSeconds, startMemory } = product
  return (
    `Server on ${count(bills)} bills: first answer after ${showNumber(startSeconds)} s, ` +
    `${showNumber(startMemory ?? NaN)} MB then, ${showNumber(peak ?? NaN)} MB at most`
  )
}

export function plan(page: string, rows: number, plans: string[], what = 'bills'): string[] {
  return [`### ${page}, ${count(rows)} ${what}`, '', ...plans.flatMap((text) => ['```', text, '```'])]
}

function count(bills: number): string {
  return bills.toLocaleString('en-US')
}

export function storms(bills: number, turns: StormTurn[]): string[] {
  const spread = (figure: (turn: StormTurn) => number) => showSpread(spreadOf(turns.map(figure)))
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
  const turnedAway = guesses.reduce((sum, one) => sum + one.turnedAway, 0)
  return [
    `Storms, ${count(bills)} bills: the feed read 20 times a second`,
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
    '',
    `Of ${all} guesses ${turnedAway} were told to come back.`,
  ]
}

export function discussionPages(pages: DiscussionPage[]): string[] {
  return [
    'First page of a discussion: twenty threads of one category',
    '',
    '| order | comments | shown | bytes | gzipped | per second | p50 ms | p99 ms | server CPU ms | database CPU ms | failed |',
    `|${'---|'.repeat(11)}`,
    ...pages.map(({ sort, comments, shown, gzipped, turns }) => {
      const of = (figure: (turn: Measured) => number | null) =>
        showSpread(spreadOf(turns.map((turn) => figure(turn) ?? NaN)))
      return `| ${[
        sort,
        count(comments),
        shown,
        showNumber(spreadOf(turns.map((turn) => turn.bytes)).median),
        count(gzipped),
        of((turn) => turn.perSecond),
        of((turn) => turn.p50),
        of((turn) => turn.p99),
        of((turn) => turn.cpu),
        of((turn) => turn.databaseCpu),
        turns.reduce((sum, turn) => sum + turn.failed, 0),
      ].join(' | ')} |`
    }),
  ]
}

export function hotVotes(turns: HotVotes[]): string[] {
  const ratios = turns.map(({ hot, cold }) => hot.perSecond / cold.perSecond)
  return [
    'Votes by 200 people; every kept figure was compared with its rows afterwards',
    '',
    ...head,
    line(
      'on comments all over',
      '',
      turns.map(({ cold }) => cold),
    ),
    line(
      'on one comment of 5,000',
      `${showSpread(spreadOf(ratios))} of those`,
      turns.map(({ hot }) => hot),
    ),
  ]
}

export function echoes(times: EchoTimes[]): string[] {
  return [
    'Echo score, milliseconds to its answer inside the server',
    '',
    '| comments | after a change | while kept |',
    '|---|---|---|',
    ...times.map(
      ({ comments, computed, kept }) =>
        `| ${count(comments)} | ${showSpread(spreadOf(computed))} | ${showSpread(spreadOf(kept))} |`,
    ),
  ]
}
