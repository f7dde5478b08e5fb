import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../postgres/db.ts'
import { parseAddress } from './address.ts'
import { noMatch, type AddressMatch } from './addressMatch.ts'
import { CensusError, openCensus } from './census/censusClient.ts'
import { geocode, isStreetAddress } from './census/censusLookup.ts'
import { lookUp } from './gazetteer/gazetteer.ts'
import { mapOn } from './maps.ts'

/**
 * Finds where an address lies. Nothing that is only likely is called certain, and an address that says too little gets
 * a clear nothing. May wait for another server, and holds no connection meanwhile: never call it inside a transaction.
 */
export type Geocoder = (pool: Pool, address: string, now?: Date) => Promise<AddressMatch>

/** By the bundled gazetteer alone, without leaving the server. */
export const gazetteerGeocoder: Geocoder = async (pool, address, now = new Date()) => {
  const map = mapOn(now)
  const parsed = parseAddress(address)
  return parsed ? lookUp(pool, parsed, map) : noMatch(map, null)
}

type GeocoderSettings = {
  /** Address of the Census Bureau's geocoder before `/geographies/…`; null: the gazetteer alone. */
  censusGeocoderUrl: string | null
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Milliseconds; the geocoder's own time limit unless a test is in a hurry. */
  timeout?: number
}

/** By the configured sources: while the geocoder is away, the gazetteer's word stands, and is marked to be asked again. */
export function openGeocoder({ censusGeocoderUrl, log, timeout }: GeocoderSettings): Geocoder {
  if (censusGeocoderUrl === null) return gazetteerGeocoder
  const ask = openCensus(censusGeocoderUrl, timeout === undefined ? {} : { timeout })
  return async (pool, address, now = new Date()) => {
    const map = mapOn(now)
    const parsed = parseAddress(address)
    if (!parsed) return noMatch(map, null)
    const found = await lookUp(pool, parsed, map)
    if (found.precision === 'none' && found.note !== null) return found
    if (!isStreetAddress(address, parsed)) return found
    try {
      return await geocode(pool, ask, address.trim(), found, map)
    } catch (error) {
      if (!(error instanceof CensusError)) throw error
      log.warn({ reason: error.message }, 'Census geocoder failed, using the gazetteer')
      return { ...found, is_fallback: true }
    }
  }
}
