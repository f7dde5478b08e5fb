import type { Entry } from './streams.ts'

/** A bill that may be among the first of a member's feed. */
export type Candidate = Entry & {
  /** How many days ago its newest official action happened. */
  days: number
  /** The points of its comments and stances of the last two weeks. */
  activity: number
}

export type Ranked = { entry: Candidate; isOwnPlace: boolean }

const eventDays = 30
const eventPoints = 10
const talkPoints = 8

/**
 * Returns the score of what happened to a bill lately, in whole points so that small differences do not move a bill: up to 10
 * for an official action of the last 30 days, and up to 8 for comments and stances of the last two weeks. The first ten words
 * count more than the hundredth.
 */
export function scoreOf({ days, activity }: Pick<Candidate, 'days' | 'activity'>): number {
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
export function rank(candidates: readonly Ranked[], limit: number): Candidate[] {
  const left = candidates
    .map((candidate) => ({ ...candidate, score: scoreOf(candidate.entry) }))
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        Number(b.isOwnPlace) - Number(a.isOwnPlace) ||
        b.entry.key.localeCompare(a.entry.key),
    )
  const ranked: typeof left = []
  while (left.length > 0 && ranked.length < limit) {
    const row = ranked.slice(-longestRow).map(({ entry }) => entry.government_level)
    const full = row.length === longestRow && new Set(row).size === 1 ? row[0] : null
    const ownCount = ranked.filter(({ isOwnPlace }) => isOwnPlace).length
    const isOwnDue = ownAmongFirst.some(
      ({ cards, own }) => ranked.length < cards && own - ownCount >= cards - ranked.length,
    )
    const wanted = (level: string, isOwnPlace: boolean) => level !== full && (isOwnPlace || !isOwnDue)
    const find = (accepts: (candidate: (typeof left)[number]) => boolean) => left.findIndex(accepts)
    const positions = [
      find(({ entry, isOwnPlace }) => wanted(entry.government_level, isOwnPlace)),
      find(({ isOwnPlace }) => isOwnDue && isOwnPlace),
      find(({ entry }) => entry.government_level !== full),
    ]
    ranked.push(...left.splice(positions.find((position) => position >= 0) ?? 0, 1))
  }
  return ranked.map(({ entry }) => entry)
}
