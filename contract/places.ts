import * as z from 'zod/mini'
import { msg } from '#contract/kit/translate.ts'
import { endpoint, Id } from './kit/endpoint.ts'

/** The names of the states, the District of Columbia and the territories by the code that OCD division ids use. */
export const stateNames: Readonly<Record<string, string>> = {
  al: msg('Alabama'),
  ak: msg('Alaska'),
  as: msg('American Samoa'),
  az: msg('Arizona'),
  ar: msg('Arkansas'),
  ca: msg('California'),
  co: msg('Colorado'),
  ct: msg('Connecticut'),
  dc: msg('District of Columbia'),
  de: msg('Delaware'),
  fl: msg('Florida'),
  ga: msg('Georgia'),
  gu: msg('Guam'),
  hi: msg('Hawaii'),
  id: msg('Idaho'),
  il: msg('Illinois'),
  in: msg('Indiana'),
  ia: msg('Iowa'),
  ks: msg('Kansas'),
  ky: msg('Kentucky'),
  la: msg('Louisiana'),
  me: msg('Maine'),
  md: msg('Maryland'),
  ma: msg('Massachusetts'),
  mi: msg('Michigan'),
  mn: msg('Minnesota'),
  mp: msg('Northern Mariana Islands'),
  ms: msg('Mississippi'),
  mo: msg('Missouri'),
  mt: msg('Montana'),
  ne: msg('Nebraska'),
  nv: msg('Nevada'),
  nh: msg('New Hampshire'),
  nj: msg('New Jersey'),
  nm: msg('New Mexico'),
  ny: msg('New York'),
  nc: msg('North Carolina'),
  nd: msg('North Dakota'),
  oh: msg('Ohio'),
  ok: msg('Oklahoma'),
  or: msg('Oregon'),
  pa: msg('Pennsylvania'),
  pr: msg('Puerto Rico'),
  ri: msg('Rhode Island'),
  sc: msg('South Carolina'),
  sd: msg('South Dakota'),
  tn: msg('Tennessee'),
  tx: msg('Texas'),
  ut: msg('Utah'),
  va: msg('Virginia'),
  vi: msg('U.S. Virgin Islands'),
  vt: msg('Vermont'),
  wa: msg('Washington'),
  wv: msg('West Virginia'),
  wi: msg('Wisconsin'),
  wy: msg('Wyoming'),
}

/**
 * The kinds of division inside a state, each with the suffix of its display name. The first kind that the id contains
 * is used, so a place takes priority over its county.
 */
const localDivisionKinds = [
  ['place', ''],
  ['county', ' County'],
  ['parish', ' Parish'],
  ['borough', ' Borough'],
  ['census_area', ' Census Area'],
  ['municipio', ''],
] as const

const inCouncil = msg('{place}, council district {district}')

/**
 * Returns the common name of a division from its OCD id, such as "Wyoming" for a state, "Boston, MA" for a place, "Cook
 * County, IL" for a county, or "United States" for the country. Unknown parts of the id are
 * ignored. On the server the name is English, because it is stored and sent, and what shows it passes it to `t`.
 */
export function divisionName(division: string): string {
  const parts = new Map(division.split('/').map((part): [string, string] => split(part)))
  const state = parts.get('state') ?? parts.get('territory') ?? (parts.has('district') ? 'dc' : undefined)
  for (const [kind, suffix] of localDivisionKinds) {
    const name = parts.get(kind)
    if (!name || !state) {
      continue
    }
    const district = parts.get('council_district')
    const place = `${titleCase(name)}${suffix}, ${state.toUpperCase()}`
    return district ? inCouncil.replace('{place}', place).replace('{district}', district) : place
  }
  if (state) {
    return stateNames[state] ?? state.toUpperCase()
  }
  return msg('United States')
}

/** Returns the name of the state that a division belongs to, or null for the country. */
export function stateOfDivision(division: string): string | null {
  const code = /^ocd-division\/country:us\/(?:state|district|territory):([a-z]{2})(?:\/|$)/.exec(
    division,
  )?.[1]
  return code ? (stateNames[code] ?? code.toUpperCase()) : null
}

function split(part: string): [string, string] {
  const colon = part.indexOf(':')
  return [part.slice(0, colon), part.slice(colon + 1)]
}

function titleCase(slug: string): string {
  return slug
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** The districts of an address are based on the street address, the ZIP code, the state, or nothing. */
const precisions = ['address', 'zip', 'state', 'none'] as const
export type Precision = (typeof precisions)[number]

/** The kinds of divisions that the member may choose if the address is ambiguous. */
export const choosable = ['congressional_district', 'county', 'place'] as const
export type Choosable = (typeof choosable)[number]

/**
 * The kinds of districts that no bundled table finds from an address. If the street address is not looked up elsewhere, the
 * member chooses among all districts of the state's legislature or of the city's council.
 */
export const listedDistricts = ['state_upper_district', 'state_lower_district', 'council_district'] as const
export type ListedDistrict = (typeof listedDistricts)[number]

/** `division` is an OCD id. `kind` is, for example, `state`, `place` or `state_upper_district`. */
const NamedDivision = z.object({ division: z.string(), kind: z.string(), name: z.string() })
export type NamedDivision = z.infer<typeof NamedDivision>

/** The districts of the caller's own address. They are never returned to other members. */
export const MyPlaces = z.object({
  precision: z.enum(precisions),
  /** `gazetteer` (the tables bundled with Hurd) or `census` (the Census Bureau's geocoder). */
  source: z.string(),
  /** The number of the Congress whose district map was used, such as 119. */
  map: z.number(),
  divisions: z.array(
    z.object({
      ...NamedDivision.shape,
      /** True if the member chose the division from the candidates, or if the address named the city. */
      chosen: z.boolean(),
    }),
  ),
  candidates: z.object({
    congressional_district: z.array(NamedDivision),
    county: z.array(NamedDivision),
    place: z.array(NamedDivision),
  }),
  /** The city that the address names, while the member has not confirmed that they live in it. It is in `divisions`. */
  named_place: z.nullable(z.string()),
  /** Explains to the member why the districts are incomplete. */
  address_note: z.nullable(z.string()),
})
export type MyPlaces = z.infer<typeof MyPlaces>

/** The form shows this message if no district of an address is known. */
export const unmatchedAddress = msg('We could not match this address to a voting district yet.')
export const addressHelp = msg('Check that it has the street, city, state and ZIP code.')

/**
 * Returns the districts of the caller's address. `places` is null if the member has no address or it has not been
 * geocoded yet. `geocoder` says whether an address is matched with the bundled tables or sent to the Census Bureau.
 */
export const getMyPlaces = endpoint('GET /api/places/mine', {
  access: 'user',
  input: {},
  output: { places: z.nullable(MyPlaces), geocoder: z.enum(['gazetteer', 'census']) },
})

/** The highest count of bills. Counting every bill of a large state would cost more than the exact number is worth. */
export const maxAreaBills = 1_000

/**
 * Returns what the caller can use because of their address: the groups in which they can post, and the number of bills
 * of each of their legislative bodies.
 */
export const getMyArea = endpoint('GET /api/places/mine/area', {
  access: 'user',
  input: {},
  output: {
    groups: z.array(z.object({ group_id: Id, group_name: z.string(), group_type: z.string() })),
    /** `bill_count` is at most `maxAreaBills`. Bodies without bills are not listed. */
    bodies: z.array(z.object({ division: z.string(), name: z.string(), bill_count: z.number() })),
  },
})

const choice = z.optional(z.nullable(z.string().check(z.maxLength(300))))

/**
 * Chooses divisions from the candidates, and listed districts from those of the member's state and city. A missing field stays
 * unchanged, and null removes the choice.
 */
export const chooseMyPlaces = endpoint('PUT /api/places/mine', {
  access: 'active',
  input: {
    congressional_district: choice,
    county: choice,
    place: choice,
    state_upper_district: choice,
    state_lower_district: choice,
    council_district: choice,
  },
  output: { places: MyPlaces },
  refuses: [
    'nothing_to_update',
    'no_place_to_choose',
    'not_a_candidate',
    'too_many_moves',
    'too_many_attempts',
  ],
})
