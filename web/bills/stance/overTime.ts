import type { StanceWeek } from '#contract/bills/bills.ts'
import type { Stage } from '#contract/bills/progress.ts'
import { roadText } from '#contract/bills/roadTexts.ts'
import { perLanguage } from '#contract/kit/translate.ts'
import { stanceCount, stances, stanceTotal, type Stance, type StanceCounts } from '#contract/stances.ts'
import { groupBy } from '#web/kit/groupBy.ts'

/** An action of the bill that the chart marks. */
export type Mark = { day: string; label: string }

/** The most marks, because more would touch each other. */
const maxMarks = 6

/** Returns the dated stages that the bill has reached. */
export function marksOf(stages: readonly Stage[], until: string): Mark[] {
  const dated = stages.flatMap(({ since, label, state }) =>
    since && state !== 'upcoming' && since <= until ? [{ day: since, label: roadText(label) }] : [],
  )
  // What happened on one day has one mark.
  return [...groupBy(dated, ({ day }) => day)]
    .map(([day, group]) => ({ day, label: group.map(({ label }) => label).join(', ') }))
    .slice(-maxMarks)
}

type Size = { width: number; height: number }
export type Band = { stance: Stance; path: string; middle: number; count: number }

const [left, right, top, bottom] = [24, 46, 24, 24]
/** The width after today, in which the counts of the current week are drawn. */
const present = 12
const dayMs = 86_400_000
const time = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Returns the Sunday of a week that begins on this Monday, or today if the week has not ended. */
function endOfWeek(week: string, today: string): string {
  const sunday = new Date(time(week) + 6 * dayMs).toISOString().slice(0, 10)
  return sunday < today ? sunday : today
}

/**
 * Lays out stacked steps with one step at the end of each week, from the first action or the end of the first week until today.
 * At the beginning of a week, a step would come before an action of the same week that it followed.
 */
export function layOut(
  weeks: readonly StanceWeek[],
  marks: readonly Mark[],
  now: { day: string; counts: StanceCounts },
  { width, height }: Size,
) {
  const points = [...weeks.map((week) => ({ day: endOfWeek(week.week, now.day), counts: week })), now]
  const start = Math.min(...[...points, ...marks].map(({ day }) => time(day)))
  const end = Math.max(time(now.day), start + 7 * dayMs)
  const most = Math.max(1, ...points.map(({ counts }) => stanceTotal(counts)))
  const x = (day: string) =>
    round(left + ((time(day) - start) / (end - start)) * (width - left - right - present))
  const y = (count: number) => round(height - bottom - (count / most) * (height - top - bottom))
  const bands: Band[] = stances.toReversed().map((stance) => {
    let path = `M${x(points[0]?.day ?? now.day)} ${y(0)}`
    for (const { day, counts } of points) path += `H${x(day)}V${y(below(counts, stance))}`
    path += `H${width - right}V${y(0)}z`
    const count = stanceCount(now.counts, stance)
    return { stance, path, count, middle: y(below(now.counts, stance) - count / 2) }
  })
  const step = most <= 10 ? 5 : most <= 40 ? 10 : niceStep(most)
  return {
    bands,
    labels: spread(bands.filter(({ count }) => count > 0)),
    marks: marks.map(({ day }) => x(day)),
    lines: Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => ({
      count: index * step,
      y: y(index * step),
    })),
    months: monthsBetween(start, end).map(({ day, label }) => ({ x: x(day), label })),
    plot: { left, right: width - right, top, base: height - bottom },
  }
}

/** The stances up to this one, which the stack shows below its upper edge. */
function below(counts: StanceCounts, stance: Stance): number {
  return stances
    .slice(0, stances.indexOf(stance) + 1)
    .reduce((sum, each) => sum + stanceCount(counts, each), 0)
}

/** Moves labels apart that would cover each other. They are in order from top to bottom. */
function spread(bands: readonly Band[]): Band[] {
  const gap = 17
  const sorted = bands.toSorted((one, other) => one.middle - other.middle)
  let previous = -Infinity
  return sorted.map((band) => {
    const middle = Math.max(band.middle, previous + gap)
    previous = middle
    return Object.assign({}, band, { middle })
  })
}

function niceStep(most: number): number {
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? power * 10
}

const monthName = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }),
)

/** Returns the beginnings of months in this time, at most about five. */
function monthsBetween(start: number, end: number): { day: string; label: string }[] {
  const first = new Date(start)
  const all: { day: string; label: string }[] = []
  for (let month = 1; ; month += 1) {
    const date = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 1))
    if (date.getTime() > end) break
    all.push({ day: date.toISOString().slice(0, 10), label: monthName().format(date) })
  }
  const every = Math.max(1, Math.ceil(all.length / 5))
  return all.filter((_, index) => index % every === 0)
}

/** Returns the counts at the end of the week of a day. */
export function countsOn(weeks: readonly StanceWeek[], day: string): StanceCounts {
  const none = { support_count: 0, oppose_count: 0, neutral_count: 0, learning_count: 0 }
  return weeks.findLast(({ week }) => week <= day) ?? none
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
