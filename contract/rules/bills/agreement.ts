import { credibleInterval } from '#contract/rules/credibleInterval.ts'

/** If fewer bills than this can be compared, the page shows only the list of bills and no share. */
export const fewestCompared = 5
/** A vote is marked as unanimous if at least this share of its yes and no votes is on one side. */
const unanimousShare = 0.95

/** Says whether a vote was so close to unanimous that agreement with it says little. */
export function isUnanimous(yes: number | null, no: number | null): boolean {
  const total = (yes ?? 0) + (no ?? 0)
  return total > 0 && Math.max(yes ?? 0, no ?? 0) >= unanimousShare * total
}

/** Returns the range that contains the long-run share of agreement with a probability of 90%. */
export function agreementInterval(agreed: number, differed: number): [low: number, high: number] {
  const { low, high } = credibleInterval(agreed, differed)
  return [low, high]
}
