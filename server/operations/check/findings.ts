import type { Problem } from './derivedCounts.ts'

/** How many problems of each derived value are listed. Their total has no limit. */
export const maxListed = 1_000

/** Counts problems and lists the first of each derived value, because a list of millions would fill the memory. */
export class Findings {
  readonly listed: Problem[] = []
  total = 0
  #what = ''
  #names = new Set<string>()

  /**
   * Adds a problem and returns true, or returns false if it was added before: a pair of bills and a word are found in the
   * slice of each of their bills. Only listed problems are recognized, so the total may count other problems twice.
   *
   * All problems of one derived value must be added before those of the next one.
   */
  add(problem: Problem): boolean {
    if (problem.what !== this.#what) {
      this.#what = problem.what
      this.#names.clear()
    }
    if (this.#names.has(problem.where)) return false
    if (this.#names.size < maxListed) {
      this.#names.add(problem.where)
      this.listed.push(problem)
    }
    this.total += 1
    return true
  }
}
