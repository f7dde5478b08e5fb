import { credibleInterval } from '../credibleInterval.ts'

/** Below this number of comparable bills only the list is shown. */
export const fewestCompared = 5
/** A vote with this share of the yes and no votes on one side is marked as unanimous. */
const unanimousShare = 0.95

/** Whether a vote was all but unanimous, so that agreement says little. */
export function isUnanimous(yes: number | null, no: number | null): boolean {
  const total = (yes ?? 0) + (no ?? 0)
  return total > 0 && Math.max(yes ?? 0, no ?? 0) >= unanimousShare * total
}

/** Where the share of agreement lies in the long run, with a probability of 90 %. */
export function agreementInterval(agreed: number, differed: number): [low: number, high: number] {
  const { low, high } = credibleInterval(agreed, differed)
  return [low, high]
}
