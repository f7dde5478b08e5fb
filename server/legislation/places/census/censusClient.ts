import type { DistrictMap } from '#server/legislation/places/maps.ts'
import { ExternalRequestError, openExternalClient } from '#server/platform/http/externalHttp.ts'
import { type Geographies, readCensusResponse } from './censusResponse.ts'

/** The timeout in milliseconds. It leaves time to answer a request within eight seconds. */
const geocoderTimeout = 5_000
/** The maximum size of a response in bytes. Real responses have about 30 kB. */
const maxResponseBytes = 1_000_000

const fetchExternal = openExternalClient()

/** The client pauses after this many consecutive failures. */
const maxFailures = 3
const pauseMs = 60_000

/** Why the geocoder failed. The message never contains the address. */
export class CensusError extends Error {
  override name = 'CensusError'
}

export type CensusClient = (address: string, map: DistrictMap) => Promise<Geographies[]>

/**
 * Returns a client for the Census Bureau's geocoder, which needs no key. Limits the time and size of each response, and
 * pauses after repeated failures. Throws a `CensusError` if there is no valid response.
 *
 * @param base the URL before `/geographies/…`
 */
export function openCensus(base: string, { timeout = geocoderTimeout } = {}): CensusClient {
  const breaker = { failures: 0, openUntil: 0 }
  return async (address, map) => {
    if (Date.now() < breaker.openUntil) throw new CensusError('paused after repeated failures')
    try {
      const matches = await request(base, address, map, timeout)
      breaker.failures = 0
      return matches
    } catch (error) {
      breaker.failures += 1
      if (breaker.failures >= maxFailures) breaker.openUntil = Date.now() + pauseMs
      throw new CensusError(reasonOf(error))
    }
  }
}

async function request(
  base: string,
  address: string,
  map: DistrictMap,
  timeout: number,
): Promise<Geographies[]> {
  const query = new URLSearchParams({
    address,
    benchmark: 'Public_AR_Current',
    vintage: map.vintage,
    layers: 'all',
    format: 'json',
  })
  const url = new URL(`${base}/geographies/onelineaddress?${query.toString()}`)
  const headers = { accept: 'application/json' }
  const { status, body } = await fetchExternal(url, { headers, timeout, bytes: maxResponseBytes })
  if (!body) throw new CensusError(`status ${status}`)
  return readCensusResponse(readJson(body), map.congress)
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new CensusError('the response is not JSON')
  }
}

const reasons: Record<ExternalRequestError['kind'], string> = {
  timeout: 'timed out',
  unreachable: 'unreachable',
  too_large: 'the response is too large',
  interrupted: 'unreachable',
}

/** Reports only the kind of failure, because the error message may contain the address. */
function reasonOf(error: unknown): string {
  if (error instanceof CensusError) return error.message
  if (error instanceof ExternalRequestError) return reasons[error.kind]
  return 'unexpected response'
}
