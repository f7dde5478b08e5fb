import type { DistrictMap } from './maps.ts'
import { type Geographies, readCensusAnswer } from './censusAnswer.ts'

/** Milliseconds until the geocoder is given up on; a request is answered within eight seconds all the same. */
const geocoderTimeout = 5_000
/** Bytes of the largest answer that is read; real ones have some 30 kB. */
const largestAnswer = 1_000_000

/** After so many failures in a row nobody is asked for a while. */
const failuresAllowed = 3
const pause = 60_000

/** Why the geocoder gave nothing, without any of what it was asked. */
export class GeocoderError extends Error {
  override name = 'GeocoderError'
}

export type Geocoder = (address: string, map: DistrictMap) => Promise<Geographies[]>

/**
 * The Census Bureau's geocoder, no key needed. Follows no redirects, reads no more than it must, and rests after
 * repeated failures. Throws a `GeocoderError` when there is no answer to be had.
 * @param base the address before `/geographies/…`
 */
export function openCensus(base: string, { timeout = geocoderTimeout, now = Date.now } = {}): Geocoder {
  const breaker = { failures: 0, closedUntil: 0 }
  return async (address, map) => {
    if (now() < breaker.closedUntil) throw new GeocoderError('resting after failures')
    try {
      const found = await ask(base, address, map, timeout)
      breaker.failures = 0
      return found
    } catch (error) {
      breaker.failures += 1
      if (breaker.failures >= failuresAllowed) breaker.closedUntil = now() + pause
      throw new GeocoderError(reasonOf(error))
    }
  }
}

async function ask(base: string, address: string, map: DistrictMap, timeout: number): Promise<Geographies[]> {
  const query = new URLSearchParams({
    address,
    benchmark: 'Public_AR_Current',
    vintage: map.vintage,
    layers: 'all',
    format: 'json',
  })
  const response = await fetch(`${base}/geographies/onelineaddress?${query.toString()}`, {
    redirect: 'error',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeout),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new GeocoderError(`status ${response.status}`)
  }
  return readCensusAnswer(await readJson(response), map.congress)
}

async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > largestAnswer) throw new GeocoderError('the answer is too large')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new GeocoderError('the answer is no JSON')
  }
}

/** Only its kind: what a failed request says of itself may hold the address. */
function reasonOf(error: unknown): string {
  if (error instanceof GeocoderError) return error.message
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time'
  if (error instanceof TypeError) return 'not reached'
  return 'the answer is not as expected'
}
