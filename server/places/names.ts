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
