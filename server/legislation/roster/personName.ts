import { LRUCache } from 'lru-cache'
import { foldLetters } from '#contract/kit/text.ts'

/** A name as a source writes it, split into its parts. All words are folded (foldLetters). */
export type PersonName = {
  /** The words of the given names if the source separates them by a comma: "Last, First". */
  given: readonly string[]
  /** The words of the family name or, without a comma, all words of the name. */
  words: readonly string[]
  hasComma: boolean
  nicknames: readonly string[]
  /** The first halves of hyphenated words, because some sources write only this half of a family name. */
  firstHalves: readonly string[]
  /** "jr", "sr", "ii", "iii" or "iv", or null if the name has none. */
  suffix: string | null
  /** The district and party in parentheses, as in "Smith (D-12)". */
  district: string | null
  party: string | null
  /** The chamber that a title names: "Sen." is the upper one. Null for a title of either, and without a title. */
  chamber: 'upper' | 'lower' | null
}

const upperTitles = /^((u ?s|state) )?sen(ator)?$/
const lowerTitles =
  /^((u ?s|state) )?(rep(resentative)?|delegate|assembly ?(member|man|woman|person)|asm|congress(man|woman))$/
const otherTitles =
  /^(council ?(member|man|woman|person)|councill?or|cm|alder(man|woman|person)?|supervisor|commissioner|resident commissioner|public advocate|speaker|president|chair(man|woman|person)?|mayor|hon|honorable|the honorable|dr|mr|mrs|ms|miss|prof|rev|member)$/
const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv'])
/** What may follow a name without distinguishing two people. */
const degrees = new Set(['esq', 'md', 'phd', 'jd', 'dds', 'rn', 'cpa'])

/** What parentheses hold if it is no nickname: "D-12", "R-TX", "D-NY-12", "R", "12" or "HD 34". */
const partyAndDistrict =
  /^\s*(?:([DRILGN])(?:\s*[-–,]\s*|\s+|(?=\s*$)))?((?:[A-Za-z]{2}[-– ]?)?(?:[Dd]ist(?:rict|\.)\s*)?\d+(?:st|nd|rd|th|[A-Za-z])?|[A-Z]{2})?\s*$/

/** An import reads the names of a legislature again for each batch of bills. An entry takes less than a kilobyte. */
const namesRead = new LRUCache<string, PersonName>({ max: 10_000 })

/** Splits a name such as "Rep. O’Hara, Béla (D-12)", 'Denise "Mitzi" Epstein' or "J. Wilson, Jr.". */
export function readPersonName(text: string): PersonName {
  const cachedName = namesRead.get(text)
  if (cachedName !== undefined) return cachedName
  const name = splitName(text)
  namesRead.set(text, name)
  return name
}

function splitName(text: string): PersonName {
  const nicknames: string[] = []
  let district: string | null = null
  let party: string | null = null
  const bare = text
    // "Del" without a dot is a given name or a part of a family name.
    .replace(/(?<!\p{L})del\.(?=\s*\p{L})/giu, 'delegate ')
    .replace(/[([]([^)\]]*)[)\]]/g, (_, inside: string) => {
      const place = partyAndDistrict.exec(inside)
      if (!place) nicknames.push(...wordsOf(inside))
      party ??= place?.[1]?.toUpperCase() ?? null
      district ??= place?.[2]?.replace(/(?<=\d)(st|nd|rd|th)$/, '') ?? null
      return ' '
    })
    .replace(/["“”„«]([^"“”„«»]+)["“”»]/gu, (_, inside: string) => {
      nicknames.push(...wordsOf(inside))
      return ' '
    })
    // Single quotation marks enclose a nickname only between spaces. Elsewhere they are apostrophes.
    .replace(/(^|\s)['‘’]([^'‘’\s]+)['’](?=\s|,|$)/gu, (_, before: string, inside: string) => {
      nicknames.push(...wordsOf(inside))
      return before
    })
  const read: NameAffixes = { suffix: null, chamber: null }
  const parts = bare.split(',').flatMap((part) => {
    const words = withoutSuffix(withoutTitles(wordsOf(part), read), read)
    return words.length > 0 ? [words] : []
  })
  const [first = [], ...rest] = parts
  return {
    given: rest.flat(),
    words: first,
    hasComma: rest.length > 0,
    nicknames: nicknames.filter((word) => word.length > 1),
    firstHalves: [...foldLetters(bare).matchAll(/([a-z]{2,})[-\u2010-\u2015](?=[a-z])/gu)].map(
      ([, half = '']) => half,
    ),
    ...read,
    district,
    party,
  }
}

function wordsOf(text: string): string[] {
  // "J.T. Larson" has the two initials J and T.
  return foldLetters(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\bsaint\b/g, 'st')
    .trim()
    .split(' ')
    .filter((word) => word !== '')
}

type NameAffixes = { suffix: string | null; chamber: PersonName['chamber'] }

/** Returns the words of a name without the titles before it, such as "sen" or "u s rep". */
export function withoutTitle(words: readonly string[]): string[] {
  return withoutTitles(words, { suffix: null, chamber: null })
}

/** Removes titles before a name. A title that is the whole name stays, because it may be an alias. */
function withoutTitles(words: readonly string[], read: NameAffixes): string[] {
  for (const length of [3, 2, 1]) {
    const title = words.slice(0, length).join(' ')
    if (words.length <= length) continue
    const isUpper = upperTitles.test(title)
    const isLower = lowerTitles.test(title)
    if (!isUpper && !isLower && !otherTitles.test(title)) continue
    if (isUpper || isLower) read.chamber ??= isUpper ? 'upper' : 'lower'
    return withoutTitles(words.slice(length), read)
  }
  return [...words]
}

function withoutSuffix(words: readonly string[], read: NameAffixes): string[] {
  const last = words.at(-1)
  if (last === undefined) return []
  if (degrees.has(last)) return withoutSuffix(words.slice(0, -1), read)
  if (!suffixes.has(last)) return [...words]
  read.suffix ??= last
  return withoutSuffix(words.slice(0, -1), read)
}

/**
 * Returns a name in lower case without accents, punctuation, titles and "Jr." so that spellings match. "Last, First"
 * becomes "first last".
 */
export function normalizedName(text: string): string {
  const { given, words } = readPersonName(text)
  return [...given, ...words].join(' ')
}
