import { stateNames } from '../../../contract/places.ts'
import type { CsvRecord } from '../../sources/csv.ts'
import { nameKey } from '../names.ts'

export const divisionKinds = [
  'country',
  'state',
  'county',
  'place',
  'congressional_district',
  'state_upper_district',
  'state_lower_district',
  'ward',
  'other',
] as const
export type DivisionKind = (typeof divisionKinds)[number]

/** A division as Hurd keeps it. */
export type Division = {
  /** Its OCD id. */
  division: string
  kind: DivisionKind
  /** As people are shown it: "Austin, TX". */
  name: string
  /** Postal code in small letters; null for the country. */
  state: string | null
  /** The Census Bureau's number: state, then county, place or county subdivision. */
  geoid: string | null
  /** What it is called where it is looked for by name: keys of `nameKey`. */
  keys: string[]
  /** OCD ids of the counties that lie wholly within this place. */
  counties: string[]
  valid_from: string | null
  /** The first day on which it is no more. */
  valid_to: string | null
}

const country = 'ocd-division/country:us'
const idShape = /^ocd-division\/country:us(?:\/[a-z_]+:[\p{L}\p{N}._~-]+)*$/u

/** Counties that a city fills, where the divisions do not say so themselves. */
const cityCounties: Readonly<Record<string, string[]>> = {
  [`${country}/state:ny/place:new_york`]: ['bronx', 'kings', 'new_york', 'queens', 'richmond'].map(
    (county) => `${country}/state:ny/county:${county}`,
  ),
  // The city and county of Honolulu, which the tables hold for the county only.
  [`${country}/state:hi/place:honolulu`]: [`${country}/state:hi/county:honolulu`],
  [`${country}/state:pa/place:philadelphia`]: [`${country}/state:pa/county:philadelphia`],
}

const kinds: Readonly<Record<string, DivisionKind>> = {
  county: 'county',
  parish: 'county',
  borough: 'county',
  census_area: 'county',
  municipio: 'county',
  place: 'place',
  cd: 'congressional_district',
  sldu: 'state_upper_district',
  sldl: 'state_lower_district',
}

/**
 * A division from a row of the Open Civic Data tables (`id, name, …`), or from one that says which division a
 * legislature's district is (`state, chamber_type, district, division_id`). Throws an Error with the reason where the
 * row is none of the United States.
 */
export function readDivision(record: CsvRecord): Division {
  const id = record['id'] ?? record['division_id'] ?? ''
  if (!idShape.test(id)) throw new Error(`"${id.slice(0, 80)}" is no division of the United States.`)
  const parts = id.split('/').slice(2).map(splitPart)
  const [type, slug] = parts.at(-1) ?? ['country', 'us']
  const state = stateOfParts(parts)
  const isAlias =
    Boolean(record['sameAs']) && !record['name'] && !record['district'] && !Object.hasOwn(cityCounties, id)
  const kind = isAlias ? 'other' : kindOf(type, parts)
  const given = record['name'] ?? ''
  return {
    division: id,
    kind,
    name: nameOf(kind, { id, slug, state, given, parts, district: record['district'] }),
    state,
    geoid: record['census_geoid']?.replace(/^[a-z]+-/, '') || null,
    keys: isAlias ? [] : keysOf(kind, given, slug, record['district']),
    counties: countiesOf(kind, id, record['sameAs'] ?? ''),
    valid_from: readDay(record['validFrom']),
    valid_to: readDay(record['validThrough']),
  }
}

/** Some days are years. */
function readDay(text: string | undefined): string | null {
  if (!text) return null
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(text) ?? []
  if (!year || Number.isNaN(Date.parse(`${year}-${month}-${day}`))) {
    throw new Error(`"${text.slice(0, 20)}" is no day.`)
  }
  return `${year}-${month}-${day}`
}

function splitPart(part: string): [type: string, slug: string] {
  const colon = part.indexOf(':')
  return [part.slice(0, colon), part.slice(colon + 1)]
}

function stateOfParts(parts: [string, string][]): string | null {
  const [type, code = ''] = parts[0] ?? []
  return type && ['state', 'territory', 'district'].includes(type) && Object.hasOwn(stateNames, code)
    ? code
    : null
}

function kindOf(type: string, parts: [string, string][]): DivisionKind {
  if (type === 'country') return 'country'
  if (parts.length === 1) return stateOfParts(parts) ? 'state' : 'other'
  if (type === 'ward' && parts.length === 2 && parts[0]?.[1] === 'dc') return 'ward'
  const kind = kinds[type] ?? 'other'
  // Townships are places within their county; anything else lies in its state at once.
  const isInPlace = parts.length === 2 || (kind === 'place' && parts.length === 3)
  return isInPlace ? kind : 'other'
}

function countiesOf(kind: DivisionKind, id: string, sameAs: string): string[] {
  if (kind !== 'place') return []
  return cityCounties[id] ?? (/\/(county|parish|borough):[^/]+$/.test(sameAs) ? [sameAs] : [])
}

type Named = {
  id: string
  slug: string
  state: string | null
  given: string
  parts: [string, string][]
  district: string | undefined
}

const sortOfPlace =
  / (city and borough|charter township|city|town|village|borough|township|plantation|municipality)$/

function nameOf(kind: DivisionKind, { slug, state, given, parts, district }: Named): string {
  const code = state ? `, ${state.toUpperCase()}` : ''
  switch (kind) {
    case 'country':
      return 'United States'
    case 'state':
      return stateNames[slug] ?? given
    case 'place': {
      const [, county] = parts.length === 3 ? (parts[1] ?? []) : []
      if (!county) return `${plainName(given, slug)}${code}`
      return `${titleCase(nameWords(given) || slug)}, ${titleCase(county)} County${code}`
    }
    case 'county':
      return `${given || titleCase(slug)}${code}`
    default:
      return given.replace(/ \(obsolete.*$/, '') || districtName(kind, state, district ?? slug)
  }
}

function districtName(kind: DivisionKind, state: string | null, district: string): string {
  const chamber = kind === 'state_upper_district' ? 'upper' : kind === 'state_lower_district' ? 'lower' : ''
  const where = state ? (stateNames[state] ?? state) : 'United States'
  if (kind === 'ward') return `Ward ${district.replace(/^ward /i, '')}, ${where}`
  return `${where} ${chamber ? `${chamber} chamber district ` : ''}${titleCase(district)}`
}

/** Remarks stand in some names of the tables; the id then says the name better. */
function nameWords(given: string): string {
  return /( -- | has | [A-Z]{2}$|\d)/.test(given) ? '' : given.replace(/ \(balance\)$/, '')
}

function plainName(given: string, slug: string): string {
  return (
    nameWords(given)
      .replace(sortOfPlace, '')
      .replace(sortOfPlace, '')
      .replace(/ Town$/, '') || titleCase(slug)
  )
}

function titleCase(slug: string): string {
  return slug
    .replaceAll('~', '’')
    .split(/[_ ]/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

function keysOf(kind: DivisionKind, given: string, slug: string, district: string | undefined): string[] {
  const bySlug = nameKey(slug.replaceAll('_', ' '))
  if (kind === 'place') return [...new Set([nameKey(plainName(given, slug)), bySlug])]
  if (kind === 'state_upper_district' || kind === 'state_lower_district' || kind === 'ward') {
    return [...new Set([bySlug, ...(district ? [nameKey(district)] : [])])]
  }
  return []
}
