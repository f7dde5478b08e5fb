import { createServer, type RequestListener } from 'node:http'

const nothing: RequestListener = (_request, response) => {
  response.writeHead(500).end()
}

/** Opens a local server that simulates the Census Bureau's geocoder. The test sets its responses. */
export async function openGeocoderStand() {
  const stand = { handle: nothing }
  const requests: URL[] = []
  const server = createServer((request, response) => {
    requests.push(new URL(request.url ?? '/', 'http://stand'))
    stand.handle(request, response)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  return {
    base: `http://127.0.0.1:${port}/geocoder`,
    /** The requests so far, oldest first. Empty the list to start counting again. */
    requests,
    behave: (next: RequestListener) => {
      stand.handle = next
    },
    respondWith: (body: unknown) => {
      stand.handle = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type Layers = Record<string, object[]>

/** Returns the areas in the geocoder's response for an address, with the ids as strings. */
export function areas(where: {
  county: string
  place?: string
  town?: string
  district?: string
  upper?: [string, string]
  lower?: [string, string]
}): Layers {
  const state = where.county.slice(0, 2)
  const legislative = (district: [string, string]) => [
    { GEOID: state + district[0], BASENAME: district[1], NAME: district[1] },
  ]
  return {
    States: [{ GEOID: state }],
    Counties: [{ GEOID: where.county, AREALAND: '5' }],
    ...(where.place
      ? { 'Incorporated Places': [{ GEOID: where.place, BASENAME: 'x', NAME: 'x city' }] }
      : {}),
    ...(where.town ? { 'County Subdivisions': [{ GEOID: where.town, NAME: 'x town' }] } : {}),
    ...(where.district ? { '119th Congressional Districts': [{ GEOID: where.district, CDSESSN: 119 }] } : {}),
    ...(where.upper ? { '2024 State Legislative Districts - Upper': legislative(where.upper) } : {}),
    ...(where.lower ? { '2024 State Legislative Districts - Lower': legislative(where.lower) } : {}),
  }
}
