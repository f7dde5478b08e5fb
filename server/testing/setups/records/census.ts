import { openGeocoder, type Geocoder } from '#server/legislation/places/geocoder.ts'
import { type Layers, openGeocoderStand } from '#server/testing/external/geocoder.ts'
import { startTestServer } from '#server/testing/testServer.ts'

export const country = 'ocd-division/country:us'
/** A day on which the map of the 119th Congress applies, which is that of the prepared responses. */
export const dayIn2026 = new Date('2026-11-29T12:00:00Z')

/** Opens a test environment whose Census geocoder is a local server with prepared responses. */
export async function openCensusTest() {
  const stand = await openGeocoderStand()
  const app = await startTestServer({ censusGeocoderUrl: stand.base }, undefined, { gazetteer: true })
  const warned: unknown[] = []
  let streetNumber = 0

  /** Opens a geocoder without the failures of earlier tests. */
  function fresh(timeout?: number): Geocoder {
    const log = { warn: (...words: unknown[]) => void warned.push(words) }
    return openGeocoder({ censusGeocoderUrl: stand.base, log, ...(timeout === undefined ? {} : { timeout }) })
  }

  return {
    stand,
    app,
    warned,
    fresh,
    respondWith(...matches: Layers[]) {
      stand.respondWith({ result: { addressMatches: matches.map((geographies) => ({ geographies })) } })
    },
    /** Returns an address that has not been requested before. */
    newStreet(rest = 'Austin, TX 78701') {
      streetNumber += 1
      return `${streetNumber} Fresh Street, ${rest}`
    },
    async lookUp(address: string, geocode = fresh()) {
      const match = await geocode(app.pool, address, dayIn2026)
      const divisions = match.divisions.map((id) => id.slice(country.length + 1)).filter(Boolean)
      return { ...match, divisions }
    },
    async close() {
      await app.close()
      stand.close()
    },
  }
}
