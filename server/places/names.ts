import { stateNames } from '../../contract/places.ts'
import { stateDivision } from '../sources/jurisdictions.ts'

/** Words that people write in more than one way, as they are compared. */
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

/** A name as it is compared: "St. Louis", "Saint Louis" and "ST LOUIS" are one. */
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

const statesByKey = new Map(
  Object.entries(stateNames).map(([code, name]): [string, string] => [nameKey(name), code]),
)
for (const [name, code] of [
  ['virgin islands', 'vi'],
  ['us virgin islands', 'vi'],
  ['cnmi', 'mp'],
  ['washington dc', 'dc'],
  ['washington d c', 'dc'],
  ['d c', 'dc'],
] as const) {
  statesByKey.set(nameKey(name), code)
}

/** Postal code, in small letters, of a state, the district or a territory by its code or its name; null for none. */
export function stateCode(name: string): string | null {
  const key = nameKey(name)
  return Object.hasOwn(stateNames, key) ? key : (statesByKey.get(key) ?? null)
}

/** The most words that the name of a state has. */
export const stateNameWords = 3

/** The OCD division of a postal code. */
export function stateOf(code: string): string {
  const division = stateDivision(code)
  if (!division) throw new Error(`${code} is no state`)
  return division
}

/** The OCD division of a congressional district; 0, 98 and words mean the whole state. */
export function congressionalDistrict(code: string, number: string): string {
  const plain = number.replace(/^0+(?=\d)/, '')
  return `${stateOf(code)}/cd:${/^\d+$/.test(plain) && plain !== '0' && plain !== '98' ? plain : 'at-large'}`
}

/** Where one person represents the whole state in the House, as after the census of 2020. */
export const atLargeStates: ReadonlySet<string> = new Set('ak de nd sd vt wy dc as gu mp pr vi'.split(' '))

const numbers =
  '01al 02ak 04az 05ar 06ca 08co 09ct 10de 11dc 12fl 13ga 15hi 16id 17il 18in 19ia 20ks 21ky 22la 23me 24md 25ma 26mi ' +
  '27mn 28ms 29mo 30mt 31ne 32nv 33nh 34nj 35nm 36ny 37nc 38nd 39oh 40ok 41or 42pa 44ri 45sc 46sd 47tn 48tx 49ut 50vt ' +
  '51va 53wa 54wv 55wi 56wy 60as 66gu 69mp 72pr 78vi'
const codesByNumber = new Map(numbers.split(' ').map((entry) => [entry.slice(0, 2), entry.slice(2)]))

/** Postal code of a state by the two digits that the Census Bureau's numbers begin with; null for none. */
export function stateByNumber(digits: string): string | null {
  return codesByNumber.get(digits) ?? null
}
