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
  { cards: 5, own: 2 },
  { cards: 8, own: 4 },
] as const

/** How many bills of one level stand in a row while another level has an unseen one. */
export const longestRow = 3

/**
 * Orders bills by score, with those of the member's own places first at equal score and then the latest action first. Two of
 * the first five and four of the first eight are of own places, and no level has four in a row, as far as there are others.
 */
export function rank(
  candidates: readonly Candidate[],
  ownPlaces: { has: (jurisdiction: string) => boolean },
  limit: number,
): Candidate[] {
  const isOwn = (candidate: Candidate) => ownPlaces.has(candidate.jurisdiction)
  const left = candidates.toSorted(
    (a, b) => b.score - a.score || Number(isOwn(b)) - Number(isOwn(a)) || (a.key < b.key ? 1 : -1),
  )
  const ranked: Candidate[] = []
  let ownCount = 0
  while (left.length > 0 && ranked.length < limit) {
    const row = ranked.slice(-longestRow).map(({ government_level }) => government_level)
    const full = row.length === longestRow && row.every((level) => level === row[0]) ? row[0] : null
    const isOwnDue = ownAmongFirst.some(
      ({ cards, own }) => ranked.length < cards && own - ownCount >= cards - ranked.length,
    )
    const find = (accepts: (candidate: Candidate) => boolean) => left.findIndex(accepts)
    const positions = [
      find((candidate) => candidate.government_level !== full && (!isOwnDue || isOwn(candidate))),
      isOwnDue ? find(isOwn) : -1,
      find(({ government_level }) => government_level !== full),
    ]
    const [next] = left.splice(positions.find((position) => position >= 0) ?? 0, 1)
    if (next && isOwn(next)) ownCount += 1
    if (next) ranked.push(next)
  }
  return ranked
}
