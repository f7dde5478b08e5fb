import type { Precision } from '#contract/places.ts'
import type { DistrictMap } from './maps.ts'

/** The divisions that an ambiguous address may be in. Each OCD id is listed once. */
export type Candidates = { congressional_district: string[]; county: string[]; place: string[] }

/** The divisions of an address, as far as they are known. */
export type AddressMatch = {
  /** The OCD ids that are certain, from the country down. */
  divisions: string[]
  /** What the match is based on: the street address, the ZIP code, the state, or nothing. */
  precision: Precision
  candidates: Candidates
  /** The candidate place that the address names. It is self-reported, because a postal city only makes it likely. */
  named_place: string | null
  source: 'gazetteer' | 'census'
  /** The Congress whose districts these are. */
  map: number
  /** Explains to the member why the match is incomplete. Null if there is nothing to explain. */
  note: string | null
  /** True if the Census geocoder or one of its layers failed, so the address is geocoded again later. */
  is_fallback: boolean
}

export const country = 'ocd-division/country:us'

function noCandidates(): Candidates {
  return { congressional_district: [], county: [], place: [] }
}

/** Returns the result for an address that cannot be parsed or that is in no district. `note` explains why. */
export function noMatch(map: DistrictMap, note: string | null): AddressMatch {
  return {
    divisions: [],
    precision: 'none',
    candidates: noCandidates(),
    named_place: null,
    source: 'gazetteer',
    map: map.congress,
    note,
    is_fallback: false,
  }
}
