import { stateNames } from '#contract/places.ts'
import { stateDivision } from '#server/sources/jurisdictions.ts'

/** Words that have several spellings, each with the spelling used for comparison. */
const words: Readonly<Record<string, string>> = {
  saint: 'st',
  sainte: 'ste',
  fort: 'ft',
  mount: 'mt',
  mountain: 'mtn',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
}

/** Normalizes a name for comparison: "St. Louis", "Saint Louis" and "ST LOUIS" have the same key. */
export function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’‘`.]/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => words[word] ?? word)
    .join(' ')
}

/** How people and the Postal Service shorten words of the names of cities. */
const shortened: Readonly<Record<string, string>> = {
  no: 'n',
  so: 's',
  bch: 'beach',
  ctr: 'center',
  cty: 'city',
  hbr: 'harbor',
  hgts: 'heights',
  hts: 'heights',
  jct: 'junction',
  lk: 'lake',
  pk: 'park',
  spg: 'spring',
  spgs: 'springs',
}
/** What people call cities instead of their names. */
const nicknames = new Map([
  ['abq', 'albuquerque'],
  ['indy', 'indianapolis'],
  ['jax', 'jacksonville'],
  ['kc', 'kansas city'],
  ['la', 'los angeles'],
  ['mpls', 'minneapolis'],
  ['nola', 'new orleans'],
  ['nyc', 'new york'],
  ['okc', 'oklahoma city'],
  ['phila', 'philadelphia'],
  ['philly', 'philadelphia'],
  ['san fran', 'san francisco'],
  ['sf', 'san francisco'],
  ['slc', 'salt lake city'],
  ['st pete', 'st petersburg'],
  ['vegas', 'las vegas'],
])
/** First words that people, the Census Bureau and the Postal Service write together with the next word, or apart from it. */
const particles = 'de del des du el la las le los mac mc san'.split(' ')

/** Returns the keys by which a city may be found. "So. Burlington" has that of South Burlington, and "Mc Allen" that of McAllen too. */
export function cityNameKeys(name: string): string[] {
  const key = withWholeWords(nameKey(name))
  const others = particles
    .filter((particle) => key.startsWith(particle))
    .map((particle) =>
      key.startsWith(`${particle} `) ? key.replace(' ', '') : `${particle} ${key.slice(particle.length)}`,
    )
  const nickname = nicknames.get(key)
  return [key, ...(nickname === undefined ? [] : [nickname]), ...others]
}

function withWholeWords(key: string): string {
  return key
    .split(' ')
    .map((word) => shortened[word] ?? word)
    .join(' ')
}

const statesByKey = new Map(
  Object.entries(stateNames).map(([code, name]): [string, string] => [nameKey(name), code]),
)
for (const [name, code] of [
  ['virgin islands', 'vi'],
  ['us virgin islands', 'vi'],
  ['cnmi', 'mp'],
  ['usvi', 'vi'],
  ['pto rico', 'pr'],
  ['d c', 'dc'],
  ['washington state', 'wa'],
  ['new york state', 'ny'],
] as const) {
  statesByKey.set(nameKey(name), code)
}
// The abbreviations before the two-letter codes, which newspapers and many people still use.
const abbreviations =
  'ala al|alas ak|ariz az|ark ar|cal ca|calif ca|colo co|conn ct|del de|fla fl|haw hi|ida id|ill il|ind in|kan ks|kans ks|' +
  'ken ky|mass ma|mich mi|minn mn|miss ms|mont mt|neb ne|nebr ne|nev nv|n mex nm|n dak nd|s dak sd|n car nc|s car sc|' +
  'okla ok|ore or|oreg or|penn pa|penna pa|tenn tn|tex tx|wash wa|w va wv|wis wi|wisc wi|wyo wy'
for (const entry of abbreviations.split('|')) {
  const [name, code] = [entry.slice(0, -3), entry.slice(-2)]
  // "W. Va." is two words, and "W.Va." is one.
  statesByKey.set(name, code).set(name.replaceAll(' ', ''), code)
}

/** Returns the lowercase postal code of a state, DC or a territory, from its code or name, or null if there is none. */
export function stateCode(name: string): string | null {
  const key = nameKey(name)
  return Object.hasOwn(stateNames, key) ? key : (statesByKey.get(withWholeWords(key)) ?? null)
}

/** The maximum number of words in a state's name. */
export const stateNameWords = 3

/** Returns the OCD division of a postal code. */
export function stateOf(code: string): string {
  const division = stateDivision(code)
  if (!division) throw new Error(`${code} is not a state`)
  return division
}

/** Returns the OCD division of a congressional district. 0, 98 and anything that is not a number mean at-large. */
export function congressionalDistrict(code: string, number: string): string {
  const plain = number.replace(/^0+(?=\d)/, '')
  return `${stateOf(code)}/cd:${/^\d+$/.test(plain) && plain !== '0' && plain !== '98' ? plain : 'at-large'}`
}

/** The states and territories that have a single seat in the House since the 2020 census. */
export const atLargeStates: ReadonlySet<string> = new Set('ak de nd sd vt wy dc as gu mp pr vi'.split(' '))

const numbers =
  '01al 02ak 04az 05ar 06ca 08co 09ct 10de 11dc 12fl 13ga 15hi 16id 17il 18in 19ia 20ks 21ky 22la 23me 24md 25ma 26mi ' +
  '27mn 28ms 29mo 30mt 31ne 32nv 33nh 34nj 35nm 36ny 37nc 38nd 39oh 40ok 41or 42pa 44ri 45sc 46sd 47tn 48tx 49ut 50vt ' +
  '51va 53wa 54wv 55wi 56wy 60as 66gu 69mp 72pr 78vi'
const codesByNumber = new Map(numbers.split(' ').map((entry) => [entry.slice(0, 2), entry.slice(2)]))

/** Returns the postal code of a state by the first two digits of a GEOID, or null if there is none. */
export function stateByNumber(digits: string): string | null {
  return codesByNumber.get(digits) ?? null
}
