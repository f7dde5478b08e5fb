import { diffArrays } from 'diff'
import type { Run } from '#contract/bills/versions.ts'

const tokens = /\p{L}[\p{L}\p{M}\p{N}’']*|\$?\p{N}+(?:[.,]\p{N}+)*%?|\s+|[^]/gu
/**
 * Equal text between two changes that is shorter than this is treated as part of the change, because it would only
 * interrupt reading.
 */
const shortestEqual = 3

/** A range in which two sequences agree: its position in each of them and its length. */
type Match = { a: number; b: number; length: number }

/** A text divided into pieces. `ids` has the number of each piece, which is the same for equal pieces. */
type Pieces = { text: readonly string[]; ids: Int32Array }

function numberedBy(numbers: Map<string, number>, text: readonly string[]): Pieces {
  const ids = Int32Array.from(text, (piece) => {
    const existingId = numbers.get(piece)
    if (existingId !== undefined) return existingId
    numbers.set(piece, numbers.size)
    return numbers.size - 1
  })
  return { text, ids }
}

/**
 * Returns what to keep, remove and add to turn the older text into the newer one. `=` and `-` together are the older
 * text, and `=` and `+` the newer one, character for character. Equal paragraphs are matched first. The words between
 * them are then compared. What has not been compared by `deadline` (of `performance.now()`) is reported as replaced.
 */
export function diffRuns(older: string, newer: string, deadline: number): Run[] {
  const paragraphs = new Map<string, number>()
  const a = numberedBy(paragraphs, older.split(/(?<=\n)/))
  const b = numberedBy(paragraphs, newer.split(/(?<=\n)/))
  const runs: Run[] = []
  let [aDone, bDone] = [0, 0]
  const close = (aEnd: number, bEnd: number) => {
    diffWords(a.text.slice(aDone, aEnd).join(''), b.text.slice(bDone, bEnd).join(''), runs, deadline)
  }
  for (const match of patienceMatches(a.ids, b.ids)) {
    close(match.a, match.b)
    push(runs, '=', a.text.slice(match.a, match.a + match.length).join(''))
    aDone = match.a + match.length
    bDone = match.b + match.length
  }
  close(a.text.length, b.text.length)
  return withoutShortEquals(runs)
}

function diffWords(older: string, newer: string, runs: Run[], deadline: number): void {
  const timeout = Math.max(0, deadline - performance.now())
  const changes = diffArrays(older.match(tokens) ?? [], newer.match(tokens) ?? [], { timeout })
  if (!changes) {
    push(runs, '-', older)
    push(runs, '+', newer)
  }
  for (const { added, removed, value } of changes ?? []) {
    push(runs, added ? '+' : removed ? '-' : '=', value.join(''))
  }
}

/**
 * Matches the entries that occur exactly once in each sequence. Only the longest chain of them that has the same order in
 * both sequences is used. Each match is then widened in both directions.
 */
function patienceMatches(a: Int32Array, b: Int32Array): Match[] {
  const onceInB = positionsOfUnique(b)
  const candidates = [...positionsOfUnique(a)].flatMap(([id, position]) => {
    const other = onceInB.get(id)
    return other === undefined ? [] : [{ a: position, b: other }]
  })
  const matches: Match[] = []
  let [aDone, bDone] = [0, 0]
  for (const anchor of longestIncreasing(candidates)) {
    if (anchor.a < aDone || anchor.b < bDone) continue
    let [aFrom, bFrom] = [anchor.a, anchor.b]
    while (aFrom > aDone && bFrom > bDone && a[aFrom - 1] === b[bFrom - 1]) {
      aFrom -= 1
      bFrom -= 1
    }
    let [aTo, bTo] = [anchor.a + 1, anchor.b + 1]
    while (aTo < a.length && bTo < b.length && a[aTo] === b[bTo]) {
      aTo += 1
      bTo += 1
    }
    matches.push({ a: aFrom, b: bFrom, length: aTo - aFrom })
    aDone = aTo
    bDone = bTo
  }
  return matches
}

function positionsOfUnique(ids: Int32Array): Map<number, number> {
  const positions = new Map<number, number>()
  const repeated = new Set<number>()
  ids.forEach((id, position) => {
    if (positions.has(id)) repeated.add(id)
    positions.set(id, position)
  })
  for (const id of repeated) positions.delete(id)
  return positions
}

type Anchor = { a: number; b: number }

/** Returns the longest subsequence of anchors in which `b` increases. The anchors are sorted by `a`. */
function longestIncreasing(anchors: readonly Anchor[]): Anchor[] {
  const ends: number[] = []
  const before: number[] = []
  anchors.forEach((anchor, index) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((anchors[ends[middle] ?? 0]?.b ?? 0) < anchor.b) low = middle + 1
      else high = middle
    }
    before[index] = low > 0 ? (ends[low - 1] ?? -1) : -1
    ends[low] = index
  })
  const chain: Anchor[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const anchor = anchors[index]
    if (anchor) chain.push(anchor)
  }
  return chain.reverse()
}

function push(runs: Run[], op: Run['op'], text: string): void {
  if (text === '') return
  const last = runs.at(-1)
  if (last?.op === op) last.text += text
  else runs.push({ op, text })
}

/** Merges short equal text between changes into the changes, and writes each change as one removal and one addition. */
function withoutShortEquals(runs: readonly Run[]): Run[] {
  const merged: Run[] = []
  let [removed, added] = ['', '']
  const flush = () => {
    push(merged, '-', removed)
    push(merged, '+', added)
    removed = ''
    added = ''
  }
  runs.forEach(({ op, text }, index) => {
    if (op === '-') removed += text
    else if (op === '+') added += text
    else if (text.length < shortestEqual && index > 0 && index < runs.length - 1) {
      removed += text
      added += text
    } else {
      flush()
      push(merged, '=', text)
    }
  })
  flush()
  return merged
}
