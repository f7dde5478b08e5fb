import { stateNames } from '#contract/places.ts'
import { nameKey } from '#server/legislation/places/names.ts'
import { isDate } from '#server/platform/cli/commandWords.ts'
import type { CsvRecord } from '#server/sources/csv.ts'

export const divisionKinds = [
  'country',
  'state',
  'county',
  'place',
  'congressional_district',
  'state_upper_district',
  'state_lower_district',
  'council_district',
  'ward',
  'other',
] as const
export type DivisionKind = (typeof divisionKinds)[number]

/** A division as Hurd stores it. */
export type Division = {
  /** The OCD id of the division. */
  division: string
  kind: DivisionKind
  /** The displayed name, such as "Austin, TX". */
  name: string
  /** The postal code of the state in lowercase, or null for the country. */
  state: string | null
  /** The Census Bureau's GEOID: state, then county, place or county subdivision. */
  geoid: string | null
  /** The names by which the division is found, as `nameKey` writes them. */
  keys: string[]
  /** OCD ids of the counties that are completely within this place. */
  counties: string[]
  valid_from: string | null
  /** The first day on which the division no longer exists. */
  valid_to: string | null
}

const country = 'ocd-division/country:us'
const idShape = /^ocd-division\/country:us(?:\/[a-z_]+:[\p{L}\p{N}._~-]+)*$/u

/** Counties that are part of a city although the source tables do not say so. */
const cityCounties: Readonly<Record<string, string[]>> = {
  [`${country}/state:ny/place:new_york`]: ['bronx', 'kings', 'new_york', 'queens', 'richmond'].map(
    (county) => `${country}/state:ny/county:${county}`,
  ),
  // The tables list the City and County of Honolulu only as a county.
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
 * Reads a division from a row of the Open Civic Data tables (`id, name, …`), or from a row that maps a legislative
 * district to its division (`state, chamber_type, district, division_id`). Throws an Error with the reason if the row is
 * not a division of the United States.
 */
export function readDivision(record: CsvRecord): Division {
  const id = record['id'] ?? record['division_id'] ?? ''
  if (!idShape.test(id)) throw new Error(`"${id.slice(0, 80)}" is not a division of the United States.`)
  const parts = id.split('/').slice(2).map(splitPart)
  const [type, slug] = parts.at(-1) ?? ['country', 'us']
  const state = stateOfParts(parts)
  const isAlias =
    Boolean(record['sameAs']) && !record['name'] && !record['district'] && !Object.hasOwn(cityCounties, id)
  const kind = isAlias ? 'other' : kindOf(type, parts)
  const sourceName = record['name'] ?? ''
  return {
    division: id,
    kind,
    name: nameOf(kind, { slug, state, sourceName, parts, district: record['district'] }),
    state,
    geoid: record['census_geoid']?.replace(/^[a-z]+-/, '') || null,
    keys: isAlias ? [] : keysOf(kind, sourceName, slug, record['district']),
    counties: countiesOf(kind, id, record['sameAs'] ?? ''),
    valid_from: readDay(record['validFrom']),
    valid_to: readDay(record['validThrough']),
  }
}

/** Reads a date. The first of the month or year stands for a missing day or month. */
function readDay(text: string | undefined): string | null {
  if (!text) return null
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(text) ?? []
  if (!year || !isDate(`${year}-${month}-${day}`)) {
    throw new Error(`"${text.slice(0, 20)}" is not a valid date.`)
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
  // Townships are places within their county. Everything else is directly within its state.
  const isExpectedDepth = parts.length === 2 || (kind === 'place' && parts.length === 3)
  return isExpectedDepth ? kind : 'other'
}

function countiesOf(kind: DivisionKind, id: string, sameAs: string): string[] {
  if (kind !== 'place') return []
  return cityCounties[id] ?? (/\/(county|parish|borough):[^/]+$/.test(sameAs) ? [sameAs] : [])
}

type NameParts = {
  slug: string
  state: string | null
  sourceName: string
  parts: [string, string][]
  district: string | undefined
}

const placeSuffix =
  / (city and borough|charter township|city|town|village|borough|township|plantation|municipality)$/

function nameOf(kind: DivisionKind, { slug, state, sourceName, parts, district }: NameParts): string {
  const code = state ? `, ${state.toUpperCase()}` : ''
  switch (kind) {
    case 'country':
      return 'United States'
    case 'state':
      return stateNames[slug] ?? sourceName
    case 'place': {
      const [, county] = parts.length === 3 ? (parts[1] ?? []) : []
      if (!county) return `${plainName(sourceName, slug)}${code}`
      return `${titleCase(nameWords(sourceName) || slug)}, ${titleCase(county)} County${code}`
    }
    case 'county':
      return `${sourceName || titleCase(slug)}${code}`
    default:
      return sourceName.replace(/ \(obsolete.*$/, '') || districtName(kind, state, district ?? slug)
  }
}

function districtName(kind: DivisionKind, state: string | null, district: string): string {
  const chamber = kind === 'state_upper_district' ? 'upper' : kind === 'state_lower_district' ? 'lower' : ''
  const where = state ? (stateNames[state] ?? state) : 'United States'
  if (kind === 'ward') return `Ward ${district.replace(/^ward /i, '')}, ${where}`
  return `${where} ${chamber ? `${chamber} chamber district ` : ''}${titleCase(district)}`
}

/** Some names in the tables contain remarks. In that case, the id is a better source. */
function nameWords(sourceName: string): string {
  return /( -- | has | [A-Z]{2}$|\d)/.test(sourceName) ? '' : sourceName.replace(/ \(balance\)$/, '')
}

function plainName(sourceName: string, slug: string): string {
  return (
    nameWords(sourceName)
      .replace(placeSuffix, '')
      .replace(placeSuffix, '')
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

function keysOf(
  kind: DivisionKind,
  sourceName: string,
  slug: string,
  district: string | undefined,
): string[] {
  const bySlug = nameKey(slug.replaceAll('_', ' '))
  if (kind === 'place') return [...new Set([nameKey(plainName(sourceName, slug)), bySlug])]
  if (kind === 'state_upper_district' || kind === 'state_lower_district' || kind === 'ward') {
    return [...new Set([bySlug, ...(district ? [nameKey(district)] : [])])]
  }
  return []
}
