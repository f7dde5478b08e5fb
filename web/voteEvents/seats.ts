import type { VoteEvent } from '#contract/votes/votes.ts'
import type { VoteOption } from '#contract/votes/votes.ts'

export type Seat = { x: number; y: number; option: VoteOption; isOwn: boolean }

/** From left to right: yes, then everybody who voted neither yes nor no, then no. */
const order: readonly VoteOption[] = ['yes', 'abstain', 'not_voting', 'absent', 'other', 'no']

const width = 340
const margin = 6
/** The inner half circle is this large, as a share of the outer one. */
const innerShare = 0.42

/** Returns the number of half circles for this many seats. */
function rowCount(seats: number): number {
  return Math.max(1, Math.round(Math.sqrt(seats / 3.2)))
}

/** Places the seats of a roll call in half circles. The seats of the viewer's representatives come first in their group. */
export function layOutSeats(
  counts: readonly { option: VoteOption; count: number }[],
  ownVotes: VoteEvent['your_representatives'],
) {
  const votes = order.flatMap((option) => {
    const count = counts.find((entry) => entry.option === option)?.count ?? 0
    const ownCount = ownVotes.filter((representative) => representative.option === option).length
    return Array.from({ length: count }, (_, index) => ({ option, isOwn: index < ownCount }))
  })
  const rows = rowCount(votes.length)
  const outer = width / 2 - margin
  const gap = (outer * (1 - innerShare)) / rows
  const radius = Math.min(12, gap * 0.44)
  const radii = Array.from({ length: rows }, (_, row) => outer - radius - row * gap)
  const places = shareOut(votes.length, radii).flatMap((seats, row) =>
    Array.from({ length: seats }, (_, seat) => ({
      row,
      angle: seats === 1 ? Math.PI / 2 : Math.PI - (seat * Math.PI) / (seats - 1),
    })),
  )
  places.sort((one, other) => other.angle - one.angle || one.row - other.row)
  const base = outer + margin
  const seats = places.map(({ row, angle }, index): Seat => {
    const distance = radii[row] ?? 0
    const { option, isOwn } = votes[index] ?? { option: 'other', isOwn: false }
    return {
      x: round(width / 2 + distance * Math.cos(angle)),
      y: round(base - distance * Math.sin(angle)),
      option,
      isOwn,
    }
  })
  return { seats, width, height: Math.ceil(base + radius + margin), radius: round(radius) }
}

/** Divides the seats among the rows by the length of the rows. The sum is exact. */
function shareOut(seats: number, radii: readonly number[]): number[] {
  const total = radii.reduce((sum, radius) => sum + radius, 0)
  let before = 0
  let length = 0
  return radii.map((radius) => {
    length += radius
    const until = Math.round((seats * length) / total)
    const inRow = until - before
    before = until
    return inRow
  })
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
