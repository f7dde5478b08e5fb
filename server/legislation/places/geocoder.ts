import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '#server/platform/postgres/db.ts'
import { parseAddress } from './address.ts'
import { noMatch, type AddressMatch } from './addressMatch.ts'
import { CensusError, openCensus } from './census/censusClient.ts'
import { geocode } from './census/censusLookup.ts'
import { lookUp } from './gazetteer/gazetteer.ts'
import { mapOn } from './maps.ts'

/**
 * Finds the divisions of an address. A division that is only likely becomes a candidate. The function may send a
 * request to another server, so never call it inside a transaction.
 */
export type Geocoder = (pool: Pool, address: string, now?: Date) => Promise<AddressMatch>

/** Uses only the bundled gazetteer. */
export const gazetteerGeocoder: Geocoder = async (pool, address, now = new Date()) => {
  const map = mapOn(now)
  const parsed = parseAddress(address)
  return parsed ? lookUp(pool, parsed, map) : noMatch(map, null)
}

type GeocoderSettings = {
  /** The URL of the Census geocoder before `/geographies/…`. If null, only the gazetteer is used. */
  censusGeocoderUrl: string | null
  log: Pick<FastifyBaseLogger, 'warn'>
  /** The timeout in milliseconds. Tests set a short one. */
  timeout?: number
}

/** Opens the configured geocoder. If the Census geocoder is unavailable, the gazetteer's match is used and retried later. */
export function openGeocoder({ censusGeocoderUrl, log, timeout }: GeocoderSettings): Geocoder {
  if (censusGeocoderUrl === null) return gazetteerGeocoder
  const client = openCensus(censusGeocoderUrl, timeout === undefined ? {} : { timeout })
  return async (pool, address, now = new Date()) => {
    const map = mapOn(now)
    const parsed = parseAddress(address)
    if (!parsed) return noMatch(map, null)
    const match = await lookUp(pool, parsed, map)
    if (match.precision === 'none' && match.note !== null) return match
    if (parsed.line === null) return match
    try {
      return await geocode(pool, client, parsed.line, match, map)
    } catch (error) {
      if (!(error instanceof CensusError)) throw error
      log.warn({ reason: error.message }, 'Census geocoder failed, using the gazetteer')
      return { ...match, is_fallback: true }
    }
  }
}
