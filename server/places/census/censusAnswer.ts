import * as z from 'zod/mini'

/** What one matched address lies in, as the Census Bureau numbers it. Undefined: its layer could not be read. */
export type Geographies = {
  /** Two digits; where the matched address is. */
  state: string
  county: string | null | undefined
  place: Named | null | undefined
  /** A New England town or a township; elsewhere a county subdivision that governs nothing. */
  subdivision: Named | null | undefined
  /** Of the Congress asked for. */
  congressional_district: string | null | undefined
  upper: Named | null | undefined
  lower: Named | null | undefined
}

export type Named = { geoid: string; name: string; basename: string }

/**
 * Numbers come as text and as numbers; the rest of a geography is of no interest. A failed layer holds a `status`. No name
 * holds a control character or half of a pair: the database would take neither.
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
const Answer = z.object({
  result: z.object({
    addressMatches: z.array(z.object({ geographies: z.optional(Layers) })),
  }),
})

/**
 * Every match in an answer of `geographies/onelineaddress`, none for an address that was not found. Throws when the
 * answer is not one.
 * @param congress whose districts are wanted: those of another Congress are not taken for them
 */
export function readCensusAnswer(json: unknown, congress: number): Geographies[] {
  const { addressMatches } = z.parse(Answer, json).result
  return addressMatches.map(({ geographies }) => readMatch(geographies ?? {}, congress))
}

function readMatch(layers: z.infer<typeof Layers>, congress: number): Geographies {
  const layer = (pattern: RegExp) => Object.entries(layers).filter(([name]) => pattern.test(name))
  const one = (pattern: RegExp) => pick(layer(pattern).flatMap(([, found]) => found))
  const counties = one(/^Counties$/)
  const districts = layer(/Congressional Districts$/)
    .filter(([name]) => name.startsWith(`${congress}th `))
    .flatMap(([, found]) => found)
    .filter((found) => found.CDSESSN === undefined || Number(found.CDSESSN) === congress)
  const district =
    districts.length === 0 && layer(/Congressional Districts$/).length > 0 ? undefined : pick(districts)
  const states = one(/^States$/)
  const state = [states, counties, district]
    .map((found) => found?.geoid.slice(0, 2))
    .find((digits) => digits !== undefined)
  if (!state || !/^\d\d$/.test(state)) throw new Error('The answer names no state')
  // Asked for all layers, the geocoder leaves out what an address is not in; without counties it has left out more.
  const isWhole = counties !== null
  return {
    state,
    county: geoidOf(counties ?? undefined),
    place: isWhole ? one(/^Incorporated Places$/) : undefined,
    subdivision: isWhole ? one(/^County Subdivisions$/) : undefined,
    congressional_district: geoidOf(district),
    upper: one(/State Legislative Districts - Upper$/),
    lower: one(/State Legislative Districts - Lower$/),
  }
}

function pick(found: Geography[]): Named | null | undefined {
  if (found.some((one) => one.status !== undefined && one.GEOID === undefined)) return undefined
  const [first] = found
  if (!first?.GEOID) return null
  return { geoid: first.GEOID, name: first.NAME ?? '', basename: first.BASENAME ?? '' }
}

function geoidOf(found: Named | null | undefined): string | null | undefined {
  return found === undefined ? undefined : (found?.geoid ?? null)
}
