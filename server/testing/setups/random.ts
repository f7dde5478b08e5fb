export type Random = ReturnType<typeof randomFrom>

/** Returns random numbers from a seed so that a failure can be repeated. */
export function randomFrom(seed: number) {
  let state = seed
  const below = (end: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * end)
  }
  return { below, pick: <T>(items: readonly T[]): T => items[below(items.length)]! }
}
