import { possibleForm, possibleForms } from './nicknames.ts'
import type { PersonName } from './personName.ts'

/**
 * How certain a spelling is, the most certain first: all words of the name, a given name with the family name, the initial of a
 * given name with the family name, the family name alone, and names of which only a part is the same.
 */
const certainties = ['whole', 'full', 'initial', 'family', 'part'] as const
type Certainty = (typeof certainties)[number]
export type Spelling = { certainty: Certainty; key: string }

type NameSplit = {
  given: readonly string[]
  family: string
  /** True if the family name is longer than this, so no spelling with it is certain. */
  isPart?: boolean
}

/** Returns the ways to divide a name into given and family names. "Katie Boyd Britt" has the family name Britt or Boyd Britt. */
function splitsOf({ given, words, hasComma }: PersonName): NameSplit[] {
  if (hasComma || words.length < 2) return [{ given, family: words.join(' ') }]
  return words
    .slice(1)
    .map((_, index) => ({ given: words.slice(0, index + 1), family: words.slice(index + 1).join(' ') }))
}

/** Returns the splits that the stated family names confirm, or all splits if they confirm none, and the others as parts. */
function splitsWith(name: PersonName, stated: ReadonlySet<string>): NameSplit[] {
  const whole = name.words.join(' ')
  if (!name.hasComma && stated.has(whole)) return [{ given: [], family: whole }]
  const splits = splitsOf(name)
  if (!splits.some(({ family }) => stated.has(family))) return splits
  return splits.map(({ given, family }) => ({ given, family, isPart: !stated.has(family) }))
}

/** Returns the given name by which a person is called: "Scott" in "R. Scott Campbell". */
function calledBy(given: readonly string[]): string | undefined {
  return given.find((word) => word.length > 1)
}

/** Returns the family names that a roster states by listing a person as "Ward Lampe, Dana". */
export function statedFamilies(names: readonly PersonName[]): ReadonlySet<string> {
  return new Set(names.flatMap(({ words, hasComma }) => (hasComma ? [words.join(' ')] : [])))
}

/**
 * Returns every spelling by which sources may name a person of the roster who has this name.
 *
 * @param stated the family names that the roster states for the person. If one of them ends the name, the other ways to divide
 *   the name are only partly right: "Lampe" is rather another member than Dana Ward Lampe.
 */
export function spellingsOfMember(name: PersonName, stated: ReadonlySet<string> = new Set()): Spelling[] {
  const all = splitsWith(name, stated).flatMap((split) => spellingsOfSplit(name, split))
  return [...new Map(all.map((entry) => [`${entry.certainty} ${entry.key}`, entry])).values()]
}

function spellingsOfSplit(name: PersonName, { given, family, isPart }: NameSplit): Spelling[] {
  if (isPart) {
    return spellingsOfSplit(name, { given, family }).map(({ key }) => ({ certainty: 'part', key }))
  }
  if (name.firstHalves.includes(given.at(-1) ?? '')) return secondHalf(name, given, family)
  const called = [calledBy(given) ?? '', ...name.nicknames].filter((word) => word !== '')
  const initials = [given[0] ?? '', ...called]
    .map((word) => word.slice(0, 1))
    .filter((letter) => letter !== '')
  const allInitials = given.map((word) => word.slice(0, 1)).join('')
  const more = given.slice(1).filter((word) => !called.includes(word))
  return [
    ...(called.length > 0 ? [spelling('whole', [...given, family])] : []),
    ...called.map((word) => spelling('full', [word, family])),
    ...called.flatMap(possibleForms).map((word) => spelling('full', [word, family])),
    ...[...new Set([...initials, allInitials])]
      .filter((letters) => letters !== '')
      .map((letters) => spelling('initial', [letters, family])),
    spelling('family', [family]),
    ...more.map((word) => spelling('part', [word, family])),
    ...more.map((word) => spelling('part', [word.slice(0, 1), family])),
    // "Van Dyke" is also written "VanDyke".
    ...(family.includes(' ') ? [[], ...[...called, ...initials].map((word) => [word])] : []).map((word) =>
      spelling('part', [...word, family.replaceAll(' ', '')]),
    ),
    ...name.firstHalves.flatMap((half) =>
      half === given[0]
        ? []
        : [spelling('part', [half]), ...called.map((word) => spelling('part', [word, half]))],
    ),
  ]
}

/** "Williams" alone is rather another member than Rachel Rodriguez-Williams. */
function secondHalf({ nicknames }: PersonName, given: readonly string[], half: string): Spelling[] {
  const called = [calledBy(given.slice(0, -1)) ?? '', ...nicknames].filter((word) => word !== '')
  return [spelling('part', [half]), ...called.map((word) => spelling('part', [word, half]))]
}

/** Returns the spellings of a name in a record that contain a whole given name. */
export function fullSpellings(name: PersonName): Spelling[] {
  return splitsOf(name).flatMap(({ given, family }) => {
    const called = calledBy(given)
    return called === undefined
      ? []
      : [spelling('whole', [...given, family]), spelling('full', [called, family])]
  })
}

/** Yields the spellings of a name in a record, the most certain first. They are compared with those of the members. */
export function* spellingsInRecord(name: PersonName): Generator<Spelling> {
  const splits = splitsOf(name)
  const { words, hasComma, nicknames } = name
  // Without a comma, "Quince Ada" and "Quince A" may have the family name first.
  const reversed: NameSplit[] =
    !hasComma && words.length > 1 ? [{ given: words.slice(-1), family: words.slice(0, -1).join(' ') }] : []
  const possible = [...splits, ...reversed]
  const [first] = splits
  const hasGiven = (first?.given.length ?? 0) > 0 || nicknames.length > 0
  for (const { given, family } of splits) {
    if (calledBy(given) !== undefined) yield spelling('whole', [...given, family])
  }
  for (const { given, family } of possible) {
    const called = [calledBy(given) ?? '', ...nicknames].filter((word) => word !== '')
    for (const word of called) yield spelling('full', [word, family])
  }
  for (const { given, family } of possible) {
    const letters = given.filter((word) => word.length === 1)
    if (letters.length > 1 && letters.length === given.length) {
      yield spelling('initial', [letters.join(''), family])
    }
  }
  for (const { given, family } of possible) {
    if (given[0]?.length === 1) yield spelling('initial', [given[0], family])
  }
  if (!hasGiven || !hasComma) yield spelling('family', [words.join(' ')])
  // "Ted Lark" is nobody if Edward and Theodore Lark are members.
  for (const { given, family } of splits) {
    const called = calledBy(given)
    if (called !== undefined) yield spelling('full', [possibleForm(called), family])
  }
  for (const { given, family } of splits) {
    // A member may be known by the second given name.
    for (const word of given.slice(1)) if (word.length > 1) yield spelling('full', [word, family])
    // "Mike Ash" is Michael Ash if no other member named Ash has that initial.
    if ((given[0]?.length ?? 0) > 1) yield spelling('initial', [given[0]!.slice(0, 1), family])
  }
  for (const { given, family } of splits) {
    const called = calledBy(given)
    yield spelling('part', called ? [called, family] : [...given, family])
  }
  // "Mc Donald" is also written "McDonald".
  if (words.length > 1) {
    yield spelling('family', [words.join('')])
    yield spelling('part', [words.join('')])
  }
  for (const { given, family } of splits) {
    const called = calledBy(given)
    if (called && family.includes(' ')) yield spelling('full', [called, family.replaceAll(' ', '')])
  }
  // A member who writes a double name may be in the roster with its second half only.
  const [half] = name.firstHalves
  const last = words.at(-1)
  if (half !== undefined && last !== undefined) {
    const called = first ? calledBy(first.given) : undefined
    yield called && called !== half ? spelling('full', [called, last]) : spelling('family', [last])
  }
}

function spelling(certainty: Certainty, words: readonly string[]): Spelling {
  return { certainty, key: words.join(' ') }
}
