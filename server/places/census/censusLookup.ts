import { createHmac } from 'node:crypto'
import { instanceSecret } from '../../kit/instanceSecret.ts'
import type { Pool } from '../../postgres/db.ts'
import type { ParsedAddress } from '../address.ts'
import type { AddressMatch } from '../addressMatch.ts'
import type { DistrictMap } from '../maps.ts'
import { nameKey } from '../names.ts'
import type { Geographies } from './censusAnswer.ts'
import type { CensusClient } from './censusClient.ts'
import { divisionsOf, locate, type Located } from './censusDivisions.ts'

/** Days for which an answer is believed; an address that was not found may be built soon. */
const keptDays = { found: 30, notFound: 1 }

/** Worth asking about: a street before the city, and not where post is only fetched. */
export function isStreetAddress(address: string, { zip, state, isBox, isMilitary }: ParsedAddress): boolean {
  if (isBox || isMilitary || (zip === null && state === null)) return false
  // A house number, or a part of its own: "State St and Washington Ave, Albany, NY".
  return /\d/.test(address.replace(/[\s,]\d{5}(?:-\d{4})?\s*$/, '')) || address.split(',').length > 2
}

/**
 * Makes more of what the gazetteer found by asking the geocoder: an address that it knows is in one district of each
 * kind. One that it does not know stays as it was found. Throws what the geocoder throws.
 */
export async function geocode(
  pool: Pool,
  ask: CensusClient,
  address: string,
  found: AddressMatch,
  map: DistrictMap,
): Promise<AddressMatch> {
  const matches = await askOnce(pool, ask, address, map)
  const located: Located[] = []
  for (const match of matches) {
    const one = await locate(pool, match)
    // The geocoder guesses at streets; another state than the one that was written is no match.
    if (
      one &&
      (found.precision === 'none' || found.divisions.length < 2 || found.divisions.includes(one.state))
    ) {
      located.push(one)
    }
  }
  const [first, ...others] = located
  return first ? combine(found, first, others) : found
}

/** Answers are kept by a keyed hash of the address: the same address is asked once, and none is stored. */
async function askOnce(
  pool: Pool,
  ask: CensusClient,
  address: string,
  map: DistrictMap,
): Promise<Geographies[]> {
  const secret = await instanceSecret(pool, 'geocodes')
  const hash = createHmac('sha256', secret)
    .update(`${map.vintage} ${nameKey(address)}`)
    .digest()
  const [held] = await pool<{ answer: Geographies[] }[]>`
    select answer from geocodes where address_hash = ${hash} and expires_at > now()`
  if (held) return held.answer
  const answer = await ask(address, map)
  const days = answer.length > 0 ? keptDays.found : keptDays.notFound
  await pool`
    insert into geocodes (address_hash, answer, expires_at)
    values (${hash}, ${pool.json(answer)}, now() + make_interval(days => ${days}))
    on conflict (address_hash) do update set answer = excluded.answer, expires_at = excluded.expires_at`
  return answer
}

/** Where several matches differ, only what they share is certain. */
function combine(found: AddressMatch, first: Located, others: Located[]): AddressMatch {
  const all = [first, ...others]
  const certain = divisionsOf(first).filter((id) => others.every((one) => divisionsOf(one).includes(id)))
  const possible = (kind: 'congressional_district' | 'county' | 'place') => {
    // What the geocoder could not say, the gazetteer's word stands for.
    if (all.some((one) => one[kind] === undefined)) return found.candidates[kind]
    const ids = all.flatMap((one) => one[kind] ?? [])
    return [...new Set(ids)].filter((id) => !certain.includes(id))
  }
  const isPlaceKnown = all.every((one) => one.place !== undefined)
  const unread = (['congressional_district', 'county', 'place'] as const).filter(
    (kind) => first[kind] === undefined,
  )
  return {
    ...found,
    divisions: [
      ...new Set([...certain, ...found.divisions.filter((id) => unread.some((kind) => isOf(id, kind)))]),
    ],
    precision: others.every((one) => divisionsOf(one).join() === divisionsOf(first).join())
      ? 'address'
      : 'zip',
    candidates: {
      congressional_district: possible('congressional_district'),
      county: possible('county'),
      place: possible('place'),
    },
    named_place: isPlaceKnown ? null : found.named_place,
    source: 'census',
    note: null,
  }
}

const shapes = {
  congressional_district: /\/cd:[^/]+$/,
  county: /\/(county|parish|borough|census_area|municipio):[^/]+$/,
  place: /\/place:[^/]+$/,
} as const

function isOf(division: string, kind: keyof typeof shapes): boolean {
  return shapes[kind].test(division)
}
