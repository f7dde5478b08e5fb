/*
 * Compares messages by their sequences of three words. Two messages have nearly the same text if at least four out of
 * five of their sequences are the same, and if both use decisive words such as "support" or "not" equally often. The name
 * of the sender is ignored.
 */

const sequenceLength = 3
/** The minimum share of equal sequences. */
const minShare = 0.8
/** Words that can reverse the meaning of a message. Messages that differ in one of them are different. */
const decisiveWords = new Set(
  `support supports supported supporting oppose opposes opposed opposing against favor yes no not never cannot don't doesn't
   didn't isn't can't won't shouldn't wouldn't pass reject rejects approve approves block repeal
   apoyo apoya apoye apoyar apoyen opongo opone oponga oponerse contra sí nunca rechazo rechaza rechace rechazar
   apruebo aprueba apruebe aprobar bloquee bloquear derogue derogar`.split(/\s+/),
)

/**
 * The number of hashes of a message and how many of them make a band. If 80 % of the sequences are the same, the
 * messages have a band in common with a probability of 99.9 %.
 */
const bandCount = 12
const hashesPerBand = 3

/** The parts of a message that are compared. */
export type ComparedText = { sequences: ReadonlySet<string>; decisive: string }

/** @param full_name the name of the sender */
export function comparedText(body: string, full_name: string): ComparedText {
  const name = new Set(wordsOf(full_name))
  const words = wordsOf(body).filter((word) => !name.has(word))
  const sequences = new Set<string>()
  for (let at = 0; at <= Math.max(0, words.length - sequenceLength); at += 1) {
    sequences.add(words.slice(at, at + sequenceLength).join(' '))
  }
  const decisive = words
    .filter((word) => decisiveWords.has(word))
    .toSorted()
    .join(' ')
  return { sequences, decisive }
}

export function isNearlySame(first: ComparedText, second: ComparedText): boolean {
  if (first.decisive !== second.decisive) {
    return false
  }
  const commonCount = [...first.sequences].filter((sequence) => second.sequences.has(sequence)).length
  return commonCount / (first.sequences.size + second.sequences.size - commonCount) >= minShare
}

/**
 * Returns hashes (MinHash with bands). Messages with nearly the same text almost always share at least one. The hashes
 * only find candidates, which are then compared.
 *
 * @param topic messages of different topics have different hashes
 */
export function bandsOf({ sequences }: ComparedText, topic: string): number[] {
  const hashes = [...sequences].map(hashText)
  return Array.from({ length: bandCount }, (_, band) => {
    let hash = hashText(`${topic} ${band}`)
    for (let at = 0; at < hashesPerBand; at += 1) {
      hash = mix(hash ^ leastHash(hashes, band * hashesPerBand + at))
    }
    return hash | 0
  })
}

function leastHash(hashes: readonly number[], seed: number): number {
  let least = 0xffffffff
  for (const hash of hashes) {
    least = Math.min(least, mix(hash + Math.imul(seed + 1, 0x9e3779b9)))
  }
  return least
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? []
  )
}

/** FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return mix(hash)
}

/** Spreads the bits of a number. This is the last step of MurmurHash3. */
function mix(number: number): number {
  let bits = number >>> 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
