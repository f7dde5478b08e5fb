import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../postgres/db.ts'
import { lookUp } from './gazetteer/gazetteer.ts'
import { GeocoderError, openCensus } from './geocoder/census.ts'
import { geocode, isStreetAddress } from './geocoder/geocoder.ts'
import { mapOn } from './maps.ts'
import { parseAddress } from './parse.ts'
import { nothingFound, type Resolution } from './resolution.ts'

/**
 * Finds where an address lies. Nothing that is only likely is called certain, and an address that says too little gets
 * a clear nothing. May wait for another server, and holds no connection meanwhile: never call it inside a transaction.
 */
export type ResolveAddress = (pool: Pool, address: string, now?: Date) => Promise<Resolution>

/** By the bundled gazetteer alone, without leaving the server. */
export const resolveAddress: ResolveAddress = async (pool, address, now = new Date()) => {
  const map = mapOn(now)
  const parsed = parseAddress(address)
  return parsed ? lookUp(pool, parsed, map) : nothingFound(map, null)
}

type GeocoderSettings = {
  /** Address of the Census Bureau's geocoder before `/geographies/…`; null: the gazetteer alone. */
  censusGeocoderUrl: string | null
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Milliseconds; the geocoder's own time limit unless a test is in a hurry. */
  timeout?: number
}

/** By the configured sources: while the geocoder is away, the gazetteer's word stands, and is marked to be asked again. */
export function openResolver({ censusGeocoderUrl, log, timeout }: GeocoderSettings): ResolveAddress {
  if (censusGeocoderUrl === null) return resolveAddress
  const ask = openCensus(censusGeocoderUrl, timeout === undefined ? {} : { timeout })
  return async (pool, address, now = new Date()) => {
    const map = mapOn(now)
    const parsed = parseAddress(address)
    if (!parsed) return nothingFound(map, null)
    const found = await lookUp(pool, parsed, map)
    if (found.precision === 'none' && found.note !== null) return found
    if (!isStreetAddress(address, parsed)) return found
    try {
      return await geocode(pool, ask, address.trim(), found, map)
    } catch (error) {
      if (!(error instanceof GeocoderError)) throw error
      log.warn({ reason: error.message }, 'the geocoder gave no answer, the gazetteer stands in')
      return { ...found, is_fallback: true }
    }
  }
}
