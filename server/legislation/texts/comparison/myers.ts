/**
 * A range in which two sequences agree: its position in each of them and its length. Everything between two matches is
 * removed or added.
 */
export type Match = { a: number; b: number; length: number }

/** Returns true if the comparison has used its time. The remaining text is then reported as replaced. */
export type OutOfTime = () => boolean

type Range = { aFrom: number; aTo: number; bFrom: number; bTo: number }

/**
 * Finds the longest common subsequence of two sequences by Myers' linear-space algorithm ("An O(ND) Difference
 * Algorithm", 1986). Returns matches in order.
 */
export function myersMatches(a: Int32Array, b: Int32Array, isOutOfTime: OutOfTime): Match[] {
  const matches: Match[] = []
  const size = a.length + b.length + 3
  const forward = new Int32Array(2 * size)
  const backward = new Int32Array(2 * size)
  const add = (aStart: number, bStart: number, length: number) => {
    if (length === 0) return
    const last = matches.at(-1)
    if (last && last.a + last.length === aStart && last.b + last.length === bStart) last.length += length
    else matches.push({ a: aStart, b: bStart, length })
  }
  // A stack is used instead of recursion, because a long text would exceed the maximum call depth.
  const todo: (Range | Match)[] = [{ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }]
  for (let next = todo.pop(); next; next = todo.pop()) {
    if ('length' in next) {
      add(next.a, next.b, next.length)
      continue
    }
    let { aFrom, aTo, bFrom, bTo } = next
    const prefixFrom = aFrom
    while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) {
      aFrom += 1
      bFrom += 1
    }
    add(prefixFrom, bFrom - (aFrom - prefixFrom), aFrom - prefixFrom)
    let suffix = 0
    while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) {
      aTo -= 1
      bTo -= 1
      suffix += 1
    }
    if (suffix > 0) todo.push({ a: aTo, b: bTo, length: suffix })
    if (aFrom === aTo || bFrom === bTo || isOutOfTime()) continue
    const middle = middleSnake(a, b, { aFrom, aTo, bFrom, bTo }, { forward, backward, isOutOfTime })
    // A point in a corner does not divide the range, so the rest of the range is reported as replaced.
    const isCorner =
      !middle || (middle.a === aFrom && middle.b === bFrom) || (middle.a === aTo && middle.b === bTo)
    if (isCorner) continue
    todo.push({ aFrom: middle.a, aTo, bFrom: middle.b, bTo }, { aFrom, aTo: middle.a, bFrom, bTo: middle.b })
  }
  return matches
}

type Work = { forward: Int32Array; backward: Int32Array; isOutOfTime: OutOfTime }

/** Finds a point on a shortest edit path by searching from both ends at once. Null if the time is used up. */
function middleSnake(
  a: Int32Array,
  b: Int32Array,
  { aFrom, aTo, bFrom, bTo }: Range,
  { forward, backward, isOutOfTime }: Work,
): { a: number; b: number } | null {
  const n = aTo - aFrom
  const m = bTo - bFrom
  const delta = n - m
  const isOdd = (delta & 1) !== 0
  const zero = forward.length >> 1
  const at = (steps: Int32Array, k: number) => steps[zero + k] ?? 0
  forward[zero + 1] = 0
  backward[zero + 1] = 0
  for (let d = 0; d <= Math.ceil((n + m) / 2); d += 1) {
    if ((d & 63) === 63 && isOutOfTime()) return null
    for (let k = -d; k <= d; k += 2) {
      let x =
        k === -d || (k !== d && at(forward, k - 1) < at(forward, k + 1))
          ? at(forward, k + 1)
          : at(forward, k - 1) + 1
      let y = x - k
      while (x < n && y < m && a[aFrom + x] === b[bFrom + y]) {
        x += 1
        y += 1
      }
      forward[zero + k] = x
      const mirrored = delta - k
      if (
        isOdd &&
        mirrored >= -(d - 1) &&
        mirrored <= d - 1 &&
        x + at(backward, mirrored) >= n &&
        isInside(x, y, n, m)
      ) {
        return { a: aFrom + x, b: bFrom + y }
      }
    }
    for (let k = -d; k <= d; k += 2) {
      let x =
        k === -d || (k !== d && at(backward, k - 1) < at(backward, k + 1))
          ? at(backward, k + 1)
          : at(backward, k - 1) + 1
      let y = x - k
      while (x < n && y < m && a[aTo - 1 - x] === b[bTo - 1 - y]) {
        x += 1
        y += 1
      }
      backward[zero + k] = x
      const mirrored = delta - k
      if (
        !isOdd &&
        mirrored >= -d &&
        mirrored <= d &&
        x + at(forward, mirrored) >= n &&
        isInside(x, y, n, m)
      ) {
        return { a: aTo - x, b: bTo - y }
      }
    }
  }
  return null
}

function isInside(x: number, y: number, n: number, m: number): boolean {
  return x >= 0 && y >= 0 && x <= n && y <= m
}
