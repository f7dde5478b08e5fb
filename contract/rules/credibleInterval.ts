/**
 * Returns the central 90% interval of a share after `yes` and `no` observations with a uniform prior: the 5th and the
 * 95th percentile of Beta(yes + 1, no + 1). Both ends are between 0 and 1.
 */
export function credibleInterval(yes: number, no: number): { low: number; high: number } {
  return { low: betaQuantile(0.05, yes + 1, no + 1), high: betaQuantile(0.95, yes + 1, no + 1) }
}

/**
 * Finds the quantile by bisection, because the distribution function always rises. 50 halvings reach the precision of a
 * JavaScript number.
 */
function betaQuantile(probability: number, a: number, b: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2
    if (betaDistribution(middle, a, b) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/**
 * Computes the distribution function of Beta(a, b) for whole numbers a and b. It is the probability of at least `a`
 * successes in `a + b - 1` draws that each succeed with probability `x`.
 */
function betaDistribution(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const draws = a + b - 1
  let logTerm = logChoose(draws, a) + a * Math.log(x) + (draws - a) * Math.log1p(-x)
  let sum = 0
  for (let successes = a; successes <= draws; successes += 1) {
    sum += Math.exp(logTerm)
    logTerm += Math.log((draws - successes) / (successes + 1)) + Math.log(x) - Math.log1p(-x)
  }
  return Math.min(sum, 1)
}

function logChoose(n: number, k: number): number {
  let sum = 0
  for (let i = 1; i <= n - k; i += 1) sum += Math.log((k + i) / i)
  return sum
}
