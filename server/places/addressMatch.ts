import type { Precision } from '../../contract/places.ts'
import type { DistrictMap } from './maps.ts'

/** Which divisions an address may lie in, where it is not certain; each OCD id once. */
export type Candidates = { congressional_district: string[]; county: string[]; place: string[] }

/** Where an address lies, as far as it is known. */
export type AddressMatch = {
  /** OCD ids that are certain, from the country down; empty where nothing is. */
  divisions: string[]
  /** What it was found by: the address itself, its ZIP code, its state, or nothing. */
  precision: Precision
  candidates: Candidates
  /**
   * The one of `candidates.place` that the address itself names: where the person says they live, which the post
   * office's names for places make likely and do not prove.
   */
  named_place: string | null
  source: 'gazetteer' | 'census'
  /** The Congress whose districts these are. */
  map: number
  /** Why there is no more, in words for the person; null where there is nothing to say. */
  note: string | null
  /** The better source was away, and may know more later. */
  is_fallback: boolean
}

export const country = 'ocd-division/country:us'

function noCandidates(): Candidates {
  return { congressional_district: [], county: [], place: [] }
}

/** Of an address that cannot be read, or that lies in no district: `note` says why. */
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
