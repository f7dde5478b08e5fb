/** Below this number of comparable bills only the list is shown. */
export const fewestCompared = 5
/** A vote with this share of the yes and no votes on one side is marked as unanimous. */
const unanimousShare = 0.95

/** Whether a vote was all but unanimous, so that agreement says little. */
export function isUnanimous(yes: number | null, no: number | null): boolean {
  const total = (yes ?? 0) + (no ?? 0)
  return total > 0 && Math.max(yes ?? 0, no ?? 0) >= unanimousShare * total
}

/** The 90 % interval of Beta(agreed + 1, differed + 1): where the share of agreement lies in the long run. */
export function agreementInterval(agreed: number, differed: number): [low: number, high: number] {
  return [betaQuantile(0.05, agreed + 1, differed + 1), betaQuantile(0.95, agreed + 1, differed + 1)]
}

/** The value that a Beta(a, b) variable falls below with this probability, by bisection. */
function betaQuantile(probability: number, a: number, b: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2
    if (betaBelow(middle, a, b) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/**
 * The probability that a Beta(a, b) variable is below x, for whole a and b: that of at least a successes in a + b - 1 draws
 * with probability x.
 */
function betaBelow(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const draws = a + b - 1
  let logChoose = 0
  for (let k = 1; k <= a; k += 1) logChoose += Math.log((draws - a + k) / k)
  let sum = 0
  for (let successes = a; successes <= draws; successes += 1) {
    sum += Math.exp(logChoose + successes * Math.log(x) + (draws - successes) * Math.log(1 - x))
    logChoose += Math.log((draws - successes) / (successes + 1))
  }
  return Math.min(sum, 1)
}
