import { createHmac } from 'node:crypto'
import type { AddressMatch } from '#server/legislation/places/addressMatch.ts'
import type { DistrictMap } from '#server/legislation/places/maps.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { instanceSecret } from '#server/platform/postgres/instanceSecret.ts'
import type { CensusClient } from './censusClient.ts'
import { divisionsOf, locate, type LocatedDivisions } from './censusDivisions.ts'
import type { Geographies } from './censusResponse.ts'

/** A response is cached for this many days. An unknown address is retried sooner, because it may be a new building. */
const cacheDays = { found: 30, notFound: 1 }

/**
 * Refines the gazetteer's match with the Census geocoder, which knows the exact district of each kind. If the geocoder
 * does not know the address, the gazetteer's match is kept. Throws a `CensusError` if the geocoder fails.
 */
export async function geocode(
  pool: Pool,
  client: CensusClient,
  address: string,
  gazetteerMatch: AddressMatch,
  map: DistrictMap,
): Promise<AddressMatch> {
  const matches = await requestOnce(pool, client, address, map)
  const places: LocatedDivisions[] = []
  for (const match of matches) {
    const place = await locate(pool, match)
    // The geocoder may match a similar street in another state. Such a match is ignored.
    if (place && mayBeIn(gazetteerMatch, place.state)) places.push(place)
  }
  const [first, ...others] = places
  const match = first ? combine(gazetteerMatch, first, others) : gazetteerMatch
  return matches.some(hasFailedLayer) ? { ...match, is_fallback: true } : match
}

function hasFailedLayer({ has_failed_layer }: Geographies): boolean {
  return has_failed_layer
}

function mayBeIn({ precision, divisions }: AddressMatch, state: string): boolean {
  return precision === 'none' || divisions.length < 2 || divisions.includes(state)
}

/** Spellings of an address that differ only in case and punctuation have one key. S Street is not South Street. */
function addressKey(address: string): string {
  return address
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Caches complete responses under a keyed hash of the address so that it is requested only once and never stored. */
async function requestOnce(
  pool: Pool,
  client: CensusClient,
  address: string,
  map: DistrictMap,
): Promise<Geographies[]> {
  const secret = await instanceSecret(pool, 'geocodes')
  const hash = createHmac('sha256', secret)
    .update(`${map.vintage} ${addressKey(address)}`)
    .digest()
  const [cached] = await pool<{ response: Geographies[] }[]>`
    select response from geocodes where address_hash = ${hash} and expires_at > now()`
  if (cached) return cached.response
  const response = await client(address, map)
  if (response.some(hasFailedLayer)) return response
  const days = response.length > 0 ? cacheDays.found : cacheDays.notFound
  await pool`
    insert into geocodes (address_hash, response, expires_at)
    values (${hash}, ${pool.json(response)}, now() + make_interval(days => ${days}))
    on conflict (address_hash) do update set response = excluded.response, expires_at = excluded.expires_at`
  return response
}

/** Combines several matches. If they differ, only the divisions that all of them share are certain. */
function combine(
  gazetteerMatch: AddressMatch,
  first: LocatedDivisions,
  others: LocatedDivisions[],
): AddressMatch {
  const all = [first, ...others]
  const certain = divisionsOf(first).filter((id) => others.every((other) => divisionsOf(other).includes(id)))
  const possible = (kind: 'congressional_district' | 'county' | 'place') => {
    // If a layer of the geocoder failed, the gazetteer's candidates are used.
    if (all.some((match) => match[kind] === undefined)) return gazetteerMatch.candidates[kind]
    const ids = all.flatMap((match) => match[kind] ?? [])
    return [...new Set(ids)].filter((id) => !certain.includes(id))
  }
  const isPlaceKnown = all.every((match) => match.place !== undefined)
  const unread = (['congressional_district', 'county', 'place'] as const).filter(
    (kind) => first[kind] === undefined,
  )
  return {
    ...gazetteerMatch,
    divisions: [
      ...new Set([
        ...certain,
        ...gazetteerMatch.divisions.filter((id) => unread.some((kind) => isOfKind(id, kind))),
      ]),
    ],
    precision: others.every((other) => divisionsOf(other).join() === divisionsOf(first).join())
      ? 'address'
      : 'zip',
    candidates: {
      congressional_district: possible('congressional_district'),
      county: possible('county'),
      place: possible('place'),
    },
    named_place: isPlaceKnown ? null : gazetteerMatch.named_place,
    source: 'census',
    note: null,
  }
}

const idPatterns = {
  congressional_district: /\/cd:[^/]+$/,
  county: /\/(county|parish|borough|census_area|municipio):[^/]+$/,
  place: /\/place:[^/]+$/,
} as const

function isOfKind(division: string, kind: keyof typeof idPatterns): boolean {
  return idPatterns[kind].test(division)
}
