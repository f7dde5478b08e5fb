import { wholeTextKey, type VersionSection } from '#contract/bills/versions.ts'
import { sectionText, wordsOf } from './words.ts'

export type PreparedSection = { section: VersionSection; index: number; words: string[]; text: string }

/** A section that both versions have, or only one of them. */
export type Pair = { older: PreparedSection | null; newer: PreparedSection | null; sameWords: boolean }

/** Sections whose words are less similar than this are reported as removed and added. */
const leastSimilarity = 0.3
/**
 * If both sides have more sections than this, they are paired by title, because comparing each section with every other
 * would take too long.
 */
const mostCompared = 200

export function prepare(sections: readonly VersionSection[]): PreparedSection[] {
  return sections.map((section, index) => {
    const text = sectionText(section)
    return { section, index, words: wordsOf(text), text }
  })
}

/**
 * Pairs the sections of two versions: first by the same key and words, then by the same words, then by similarity. The
 * same number alone does not make a pair, because otherwise every section after an inserted one would seem rewritten.
 *
 * @returns the pairs in the order of the newer version. A removed section follows the partner of the section before it.
 */
export function pairSections(older: readonly PreparedSection[], newer: readonly PreparedSection[]): Pair[] {
  const partners = new Map<PreparedSection, Pair>()
  const freeOlder = new Set(older)
  const freeNewer = new Set(newer)
  const join = (a: PreparedSection, b: PreparedSection, sameWords: boolean) => {
    const pair = { older: a, newer: b, sameWords }
    partners.set(a, pair)
    partners.set(b, pair)
    freeOlder.delete(a)
    freeNewer.delete(b)
  }
  const joinBy = (keyOf: (section: PreparedSection) => string, sameWords: boolean) => {
    const waiting = new Map<string, PreparedSection[]>()
    for (const section of freeOlder) {
      const key = keyOf(section)
      if (key !== '') waiting.set(key, [...(waiting.get(key) ?? []), section])
    }
    for (const section of freeNewer) {
      const partner = waiting.get(keyOf(section))?.shift()
      if (partner) join(partner, section, sameWords)
    }
  }
  joinBy(({ section, text }) => `${section.key}\n${text}`, true)
  joinBy(({ text }) => text, true)
  // A text without sections is stored as one section. That section is paired however much of it changed.
  joinBy(({ section }) => (section.key === wholeTextKey ? wholeTextKey : ''), false)
  if (freeOlder.size > mostCompared && freeNewer.size > mostCompared) {
    joinBy(({ section }) => section.title.toLowerCase(), false)
  } else {
    for (const { a, b } of similarPairs([...freeOlder], [...freeNewer])) {
      if (freeOlder.has(a) && freeNewer.has(b)) join(a, b, false)
    }
  }
  return inReadingOrder(older, newer, partners)
}

function inReadingOrder(
  older: readonly PreparedSection[],
  newer: readonly PreparedSection[],
  partners: ReadonlyMap<PreparedSection, Pair>,
): Pair[] {
  const removedAfter = new Map<PreparedSection | null, Pair[]>()
  let previous: PreparedSection | null = null
  for (const section of older) {
    const partner = partners.get(section)?.newer ?? null
    if (partner) previous = partner
    else {
      const removed = { older: section, newer: null, sameWords: false }
      removedAfter.set(previous, [...(removedAfter.get(previous) ?? []), removed])
    }
  }
  return [
    ...(removedAfter.get(null) ?? []),
    ...newer.flatMap((section) => [
      partners.get(section) ?? { older: null, newer: section, sameWords: false },
      ...(removedAfter.get(section) ?? []),
    ]),
  ]
}

/** Returns all pairs that are similar enough, the most similar first. */
function similarPairs(older: readonly PreparedSection[], newer: readonly PreparedSection[]) {
  const index = new Map<string, { position: number; count: number }[]>()
  const olderSizes = older.map((section, position) => {
    const shingles = shinglesOf(section)
    for (const [shingle, count] of shingles.counts) {
      const entry = index.get(shingle)
      if (entry) entry.push({ position, count })
      else index.set(shingle, [{ position, count }])
    }
    return shingles.size
  })
  const pairs = newer.flatMap((b) => {
    const shingles = shinglesOf(b)
    const commonCounts = new Map<number, number>()
    for (const [shingle, count] of shingles.counts) {
      for (const entry of index.get(shingle) ?? []) {
        commonCounts.set(
          entry.position,
          (commonCounts.get(entry.position) ?? 0) + Math.min(count, entry.count),
        )
      }
    }
    return [...commonCounts].flatMap(([position, common]) => {
      const a = older[position]
      const similarity = (2 * common) / ((olderSizes[position] ?? 0) + shingles.size)
      return a && similarity >= leastSimilarity ? [{ a, b, similarity }] : []
    })
  })
  return pairs.toSorted(
    (x, y) =>
      y.similarity - x.similarity ||
      Number(y.a.section.key === y.b.section.key) - Number(x.a.section.key === x.b.section.key) ||
      x.a.index - y.a.index ||
      x.b.index - y.b.index,
  )
}

/** Counts every sequence of three words in a row (a shingle). A section with fewer words is one shingle. */
function shinglesOf({ words, text }: PreparedSection): { counts: Map<string, number>; size: number } {
  const counts = new Map<string, number>()
  if (words.length < 3) return { counts: counts.set(text, 1), size: 1 }
  for (let start = 0; start + 3 <= words.length; start += 1) {
    const shingle = `${words[start] ?? ''} ${words[start + 1] ?? ''} ${words[start + 2] ?? ''}`
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1)
  }
  return { counts, size: words.length - 2 }
}
