/** A person's name as keys for comparison: without accents, case, punctuation, suffixes, and a trailing `*`. */
export function nameWords(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\([^)]*\)/g, ' ')
    .replace(/['’`.*]/g, '')
    .replace(/[^a-z,]+/g, ' ')
    .replace(/\b(jr|sr|ii|iii|iv)\b/g, ' ')
    .replace(/\s+,/g, ',')
    .replace(/,\s*$/, '')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** The key of an alias: the words of a name, in lower case and without marks. */
export function nameKey(name: string): string {
  return nameWords(name).join(' ')
}

export type SeatHolder = {
  rep_id: string
  rep_name: string
  division: string
  party: string | null
  valid_from: string | null
  valid_to: string | null
}

/**
 * The people whose name the voter's name may be, among those who sat in the chamber that day: by full name, by last name, by
 * "last, first", "last f", "f last". The first rule that fits somebody decides.
 */
export function peopleNamed<Person extends { rep_name: string }>(
  people: readonly Person[],
  name: string,
): Person[] {
  const words = nameWords(name)
  if (words.length === 0) return []
  const { first, last } = partsOf(words)
  const withLast = people.filter((person) => endsWith(nameWords(person.rep_name), last))
  if (!first) return withLast
  const exact = withLast.filter((person) => nameWords(person.rep_name)[0] === first)
  if (exact.length > 0) return exact
  const withInitial = withLast.filter((person) => nameWords(person.rep_name)[0]?.[0] === first[0])
  if (withInitial.length > 0) return withInitial
  // A last name of several words: "Wasserman Schultz", "Van Orden".
  return people.filter((person) => endsWith(nameWords(person.rep_name), words.map(withoutComma)))
}

/** Whether two names have a word of their last names in common, such as "Ann Lee Poe" and "A. Lee-Poe". */
export function sharesLastName(name: string, other: string): boolean {
  const [words, others] = [name, other].map((written) => nameWords(written).map(withoutComma))
  return (words ?? []).some((word) => word.length > 1 && (others ?? []).includes(word))
}

/** "wilson, c" and "wilson c" are a last name with an initial, as is "c wilson". */
function partsOf(words: readonly string[]): { first: string | null; last: string[] } {
  const comma = words.findIndex((word) => word.endsWith(','))
  const plain = words.map(withoutComma)
  if (comma !== -1) {
    return { last: plain.slice(0, comma + 1), first: plain[comma + 1] ?? null }
  }
  const final = plain.at(-1) ?? ''
  if (plain.length > 1 && final.length === 1) return { last: plain.slice(0, -1), first: final }
  return plain.length === 1
    ? { last: plain, first: null }
    : { last: plain.slice(-1), first: plain[0] ?? null }
}

const withoutComma = (word: string) => word.replace(/,$/, '')

function endsWith(words: readonly string[], end: readonly string[]): boolean {
  const plain = words.map(withoutComma)
  // Somebody's only first name is no last name.
  return (
    plain.length >= end.length &&
    end.every((word, index) => plain[plain.length - end.length + index] === word)
  )
}
