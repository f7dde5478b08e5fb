import { type FetchExternal, ExternalRequestError, openExternalClient } from '../../http/externalHttp.ts'
import type { DistrictMap } from '../maps.ts'
import { type Geographies, readCensusAnswer } from './censusAnswer.ts'

/** Milliseconds until the geocoder is given up on; a request is answered within eight seconds all the same. */
const geocoderTimeout = 5_000
/** Bytes of the largest answer that is read; real ones have some 30 kB. */
const largestAnswer = 1_000_000

const askOutside = openExternalClient()

/** After so many failures in a row nobody is asked for a while. */
const failuresAllowed = 3
const pause = 60_000

/** Why the geocoder gave nothing, without any of what it was asked. */
export class CensusError extends Error {
  override name = 'CensusError'
}

export type CensusClient = (address: string, map: DistrictMap) => Promise<Geographies[]>

/**
 * The Census Bureau's geocoder, no key needed. Asked as `openExternalClient` asks, reads no more than it must, and rests after
 * repeated failures. Throws a `CensusError` when there is no answer to be had.
 * @param base the address before `/geographies/…`
 */
export function openCensus(
  base: string,
  { timeout = geocoderTimeout, now = Date.now, outside = askOutside } = {},
): CensusClient {
  const breaker = { failures: 0, closedUntil: 0 }
  return async (address, map) => {
    if (now() < breaker.closedUntil) throw new CensusError('paused after repeated failures')
    try {
      const found = await ask(outside, base, address, map, timeout)
      breaker.failures = 0
      return found
    } catch (error) {
      breaker.failures += 1
      if (breaker.failures >= failuresAllowed) breaker.closedUntil = now() + pause
      throw new CensusError(reasonOf(error))
    }
  }
}

async function ask(
  outside: FetchExternal,
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
  const { status, body } = await outside(url, { headers, timeout, bytes: largestAnswer })
  if (!body) throw new CensusError(`status ${status}`)
  return readCensusAnswer(readJson(body), map.congress)
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

/** Only its kind: what a failed request says of itself may hold the address. */
function reasonOf(error: unknown): string {
  if (error instanceof CensusError) return error.message
  if (error instanceof ExternalRequestError) return reasons[error.kind]
  return 'unexpected response'
}
