import type { Entry } from './streams.ts'

/** A bill that may be among the first of a member's feed, with its score. */
export type Candidate = Entry & { score: number }

const eventDays = 30
const eventPoints = 10
const talkPoints = 8

/**
 * Returns the score of what happened to a bill lately, by the days since its newest official action and the points of its
 * comments and stances of the last two weeks, in whole points so that small differences do not move a bill: up to 10
 * for an official action of the last 30 days, and up to 8 for comments and stances of the last two weeks. The first ten words
 * count more than the hundredth.
 */
export function scoreOf({ days, activity }: { days: number; activity: number }): number {
  const event = eventPoints * Math.min(1, Math.max(0, 1 - days / eventDays))
  const talk = Math.min(talkPoints, 2 * Math.log2(1 + activity / 8))
  return Math.round(event) + Math.floor(talk)
}

/** How many of the first cards are of the member's own places, if there are as many. */
const ownAmongFirst = [
  { cards: 1, own: 1 },
  { cards: 5, own: 2 },
  { cards: 8, own: 4 },
] as const

/** How many bills of one level stand in a row while another level has an unseen one. */
export const longestRow = 3

/** The order of the candidates of one stream: by score, and at equal score the latest action first. */
export function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || (a.key < b.key ? 1 : -1)
}

/**
 * Ranks the first bills of these lists, each of which is sorted by `byScore`: by score, with those of the member's own places
 * first at equal score and then the latest action first. The first, two of the first five and four of the first eight are of own
 * places, and no level has four in a row, as far as there are others.
 */
export function rank(
  lists: readonly (readonly Candidate[])[],
  ownPlaces: { has: (jurisdiction: string) => boolean },
  limit: number,
): Candidate[] {
  const isOwn = (candidate: Candidate) => ownPlaces.has(candidate.jurisdiction)
  const candidates = mergeLists(lists, isOwn)
  /** The candidates that come before the next one of `candidates` and are not ranked yet. */
  const passed: Candidate[] = []
  function take(accepts: (candidate: Candidate) => boolean): Candidate | undefined {
    const index = passed.findIndex(accepts)
    if (index !== -1) return passed.splice(index, 1)[0]
    for (;;) {
      const { value } = candidates.next()
      if (!value || accepts(value)) return value
      passed.push(value)
    }
  }
  const ranked: Candidate[] = []
  let ownCount = 0
  while (ranked.length < limit) {
    const row = ranked.slice(-longestRow).map(({ government_level }) => government_level)
    const full = row.length === longestRow && row.every((level) => level === row[0]) ? row[0] : null
    const isOwnDue = ownAmongFirst.some(
      ({ cards, own }) => ranked.length < cards && own - ownCount >= cards - ranked.length,
    )
    const next =
      take((candidate) => candidate.government_level !== full && (!isOwnDue || isOwn(candidate))) ??
      (isOwnDue ? take(isOwn) : undefined) ??
      take(({ government_level }) => government_level !== full) ??
      take(() => true)
    if (!next) break
    if (isOwn(next)) ownCount += 1
    ranked.push(next)
  }
  return ranked
}

/** Merges the lists, each bill once. Only as many candidates are compared as the caller takes. */
function* mergeLists(
  lists: readonly (readonly Candidate[])[],
  isOwn: (candidate: Candidate) => boolean,
): Generator<Candidate, undefined> {
  const heads = lists.flatMap((list) => [
    { list: list.filter(isOwn), own: 1, at: 0 },
    { list: list.filter((candidate) => !isOwn(candidate)), own: 0, at: 0 },
  ])
  const seen = new Set<string>()
  for (;;) {
    let first: { head: (typeof heads)[number]; candidate: Candidate } | undefined
    for (const head of heads) {
      const candidate = head.list[head.at]
      if (!candidate) continue
      const order = first ? first.candidate.score - candidate.score || first.head.own - head.own : -1
      if (!first || order < 0 || (order === 0 && candidate.key > first.candidate.key)) {
        first = { head, candidate }
      }
    }
    if (!first) return
    const { head, candidate } = first
    head.at += 1
    if (seen.has(candidate.bill_id)) continue
    seen.add(candidate.bill_id)
    yield candidate
  }
}
