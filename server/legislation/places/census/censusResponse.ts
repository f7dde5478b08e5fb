import * as z from 'zod/mini'

/**
 * The geographies of one matched address with the Census Bureau's GEOIDs. A field is undefined if its layer could not
 * be read.
 */
export type Geographies = {
  /** The two-digit FIPS code of the state. */
  state: string
  county: string | null | undefined
  place: CensusArea | null | undefined
  /** A New England town or a township. In other states, a county subdivision without a government. */
  subdivision: CensusArea | null | undefined
  /** The district of the requested Congress. */
  congressional_district: string | null | undefined
  upper: CensusArea | null | undefined
  lower: CensusArea | null | undefined
  /** True if the server reported an error for one of these layers. */
  has_failed_layer: boolean
}

export type CensusArea = { geoid: string; name: string; basename: string }

/**
 * GEOIDs may be strings or numbers. A failed layer has a `status`. Names with control characters or unpaired surrogates
 * are rejected, because the database cannot store them.
 */
const Text = z.pipe(
  z.union([z.string().check(z.regex(/^[^\p{Cc}\p{Cs}]{0,300}$/u)), z.number()]),
  z.transform(String),
)
const Geography = z.object({
  GEOID: z.optional(Text),
  NAME: z.optional(Text),
  BASENAME: z.optional(Text),
  CDSESSN: z.optional(Text),
  status: z.optional(z.string()),
})
type Geography = z.infer<typeof Geography>

const Layers = z.record(z.string(), z.array(Geography))
const GeocoderResponse = z.object({
  result: z.object({
    addressMatches: z.array(z.object({ geographies: z.optional(Layers) })),
  }),
})

/**
 * Reads all matches of a `geographies/onelineaddress` response. Empty for an unknown address. Throws if the response
 * has an unexpected shape.
 *
 * @param congress the Congress whose districts are returned. Districts of other Congresses are ignored.
 */
export function readCensusResponse(json: unknown, congress: number): Geographies[] {
  const { addressMatches } = z.parse(GeocoderResponse, json).result
  return addressMatches.map(({ geographies }) => readMatch(geographies ?? {}, congress))
}

function readMatch(layers: z.infer<typeof Layers>, congress: number): Geographies {
  const layer = (pattern: RegExp) => Object.entries(layers).filter(([name]) => pattern.test(name))
  const first = (pattern: RegExp) => pick(layer(pattern).flatMap(([, geographies]) => geographies))
  const counties = first(/^Counties$/)
  const districts = layer(/Congressional Districts$/)
    .filter(([name]) => name.startsWith(`${congress}th `))
    .flatMap(([, geographies]) => geographies)
    .filter(({ CDSESSN }) => CDSESSN === undefined || Number(CDSESSN) === congress)
  const district =
    districts.length === 0 && layer(/Congressional Districts$/).length > 0 ? undefined : pick(districts)
  const states = first(/^States$/)
  const state = [states, counties, district]
    .map((geography) => geography?.geoid.slice(0, 2))
    .find((digits) => digits !== undefined)
  if (!state || !/^\d\d$/.test(state)) throw new Error('The response contains no state')
  // The geocoder omits layers that the address is not in. Every address is in a county, so a response without a
  // county is incomplete.
  const isComplete = counties !== null
  const places = first(/^Incorporated Places$/)
  const subdivisions = first(/^County Subdivisions$/)
  const upper = first(/State Legislative Districts - Upper$/)
  const lower = first(/State Legislative Districts - Lower$/)
  return {
    state,
    county: geoidOf(counties ?? undefined),
    place: isComplete ? places : undefined,
    subdivision: isComplete ? subdivisions : undefined,
    congressional_district: geoidOf(district),
    upper,
    lower,
    has_failed_layer: [counties, places, subdivisions, pick(districts), upper, lower].includes(undefined),
  }
}

function pick(geographies: Geography[]): CensusArea | null | undefined {
  if (geographies.some(({ status, GEOID }) => status !== undefined && GEOID === undefined)) return undefined
  const [first] = geographies
  if (!first?.GEOID) return null
  return { geoid: first.GEOID, name: first.NAME ?? '', basename: first.BASENAME ?? '' }
}

function geoidOf(geography: CensusArea | null | undefined): string | null | undefined {
  return geography === undefined ? undefined : (geography?.geoid ?? null)
}
