/** The time zone of the capital of each state and territory. States with two zones have one capital. */
const zones: Readonly<Record<string, string>> = Object.fromEntries(
  `America/New_York: ct de dc fl ga in ky me md ma nh nj ny nc oh pa ri sc vt va wv us
America/Detroit: mi
America/Chicago: al ar il ia ks la mn ms mo ne nd ok sd tn tx wi
America/Denver: co mt nm ut wy
America/Boise: id
America/Phoenix: az
America/Los_Angeles: ca nv or wa
America/Anchorage: ak
Pacific/Honolulu: hi
America/Puerto_Rico: pr vi
Pacific/Guam: gu mp
Pacific/Pago_Pago: as`
    .split('\n')
    .flatMap((line) => {
      const [zone = '', places = ''] = line.split(': ')
      return places.split(' ').map((place) => [place, zone])
    }),
)

/** Congress dates its records by the time in Washington. */
export const congressZone = 'America/New_York'

/** Returns the time zone of the capital of a state or territory, or of Congress ("us"). */
export function zoneOfState(postal: string): string {
  return zones[postal.toLowerCase()] ?? congressZone
}

/**
 * Returns the time zone of the capital of a division's state. The cities in jurisdictions.ts are in the same zone as their
 * capitals.
 */
export function zoneOfDivision(division: string): string {
  return zoneOfState(/\/(?:state|district|territory):([a-z]{2})\b/.exec(division)?.[1] ?? 'us')
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the day of a moment in a time zone, as YYYY-MM-DD. */
export function dayInZone(moment: Date, zone: string): string {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
    formats.set(zone, format)
  }
  return format.format(moment)
}

/**
 * Returns the moment of a local time in a zone. Where daylight saving time repeats the hour, it is the first of the two.
 * Null if the time cannot be read.
 *
 * @param local a time without an offset, such as "2026-02-04T17:17:04"
 */
export function momentInZone(local: string, zone: string): Date | null {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return null
  if (zone === 'UTC') return new Date(asUtc)
  // The offset may change between the guess and the moment, so it is determined twice.
  const guess = asUtc - offsetAt(asUtc, zone)
  return new Date(asUtc - offsetAt(guess, zone))
}

/** Returns by how many milliseconds a zone is ahead of UTC at a moment. */
function offsetAt(moment: number, zone: string): number {
  let format = clocks.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    clocks.set(zone, format)
  }
  const second = Math.floor(moment / 1000) * 1000
  return Date.parse(`${format.format(second).replace(' ', 'T')}Z`) - second
}

const clocks = new Map<string, Intl.DateTimeFormat>()
