/**
 * The central 90% interval of a share after `yes` and `no` observations, with a uniform prior: the 5th and the 95th
 * percentile of Beta(yes + 1, no + 1). Both ends are from 0 to 1.
 */
export function credibleInterval(yes: number, no: number): { low: number; high: number } {
  return { low: betaQuantile(0.05, yes + 1, no + 1), high: betaQuantile(0.95, yes + 1, no + 1) }
}

/** Bisection: the distribution function only rises, and 50 halvings reach the precision of a number. */
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
 * The distribution function of Beta(a, b) for whole a and b: the chance of at least `a` successes in `a + b - 1` draws
 * with chance `x`.
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
