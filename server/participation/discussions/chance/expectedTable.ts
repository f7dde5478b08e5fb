/**
 * Votes by the side of the voter, the side of the author and the direction: 4 × 4 × 2 numbers in this order. The first of
 * each pair are upvotes.
 */
export type Votes = readonly number[]

const sides = [0, 1, 2, 3]
const directions = [0, 1]
const rounds = 60

export function cellOf(voter: number, author: number, direction: number): number {
  return voter * 8 + author * 2 + direction
}

/** The cells that each two-way sum adds up: over the direction, over the author's side and over the voter's side. */
const sums: readonly (readonly number[])[] = [
  ...sides.flatMap((voter) =>
    sides.map((author) => directions.map((direction) => cellOf(voter, author, direction))),
  ),
  ...sides.flatMap((voter) =>
    directions.map((direction) => sides.map((author) => cellOf(voter, author, direction))),
  ),
  ...sides.flatMap((author) =>
    directions.map((direction) => sides.map((voter) => cellOf(voter, author, direction))),
  ),
]

/**
 * Returns the table that has the same two-way sums as these votes and no preference of any side for its own comments, by
 * iterative proportional fitting. docs/decisions/075 explains it.
 */
export function expectedTable(votes: Votes): number[] {
  const table = votes.map(() => 1)
  const targets = sums.map((cells) => sumOf(votes, cells))
  for (let round = 0; round < rounds; round += 1) {
    sums.forEach((cells, index) => {
      const current = sumOf(table, cells)
      const factor = current > 0 ? targets[index]! / current : 0
      for (const cell of cells) table[cell]! *= factor
    })
  }
  return table
}

function sumOf(table: Votes, cells: readonly number[]): number {
  return cells.reduce((sum, cell) => sum + table[cell]!, 0)
}

export function totalOf(table: Votes): number {
  return table.reduce((sum, votes) => sum + votes, 0)
}

/** The share of upvotes for the own side and of downvotes for another side among all votes of a table. */
export function echoShare(table: Votes): number {
  return totalOf(table.map((votes, cell) => (isEcho(cell) ? votes : 0))) / totalOf(table)
}

export function isEcho(cell: number): boolean {
  return (Math.floor(cell / 8) === Math.floor((cell % 8) / 2)) === (cell % 2 === 0)
}
