import type { Pool } from '../kit/db.ts'
import { lookUp } from './gazetteer.ts'
import { mapOn } from './maps.ts'
import { parseAddress } from './parse.ts'
import { noCandidates, type Resolution } from './resolution.ts'

/** Finds where an address lies, by whichever source is configured. */
export type ResolveAddress = (pool: Pool, address: string) => Promise<Resolution>

/**
 * Finds where an address lies. Nothing that is only likely is called certain, and an address that says too little gets
 * a clear nothing. Takes no lock and holds no connection while it waits: never call it inside a transaction.
 */
export async function resolveAddress(pool: Pool, address: string, now = new Date()): Promise<Resolution> {
  const map = mapOn(now)
  const parsed = parseAddress(address)
  if (parsed) return lookUp(pool, parsed, map)
  return {
    divisions: [],
    precision: 'none',
    candidates: noCandidates(),
    named_place: null,
    source: 'gazetteer',
    map: map.congress,
    note: null,
    is_fallback: false,
  }
}
