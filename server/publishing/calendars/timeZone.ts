import { LRUCache } from 'lru-cache'

/** A change of the offset from UTC. `at` is the time of the change in UTC, and the offsets are in minutes. */
type Transition = { at: number; before: number; after: number; name: string }

const day = 86_400_000

/** At most this many formats and texts are kept. One text is needed for each time zone and range of years. */
const maxCached = 200
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: maxCached })
const texts = new LRUCache<string, readonly string[]>({ max: maxCached })

function keep<Value extends object>(values: LRUCache<string, Value>, key: string, make: () => Value): Value {
  const cachedValue = values.get(key)
  if (cachedValue !== undefined) return cachedValue
  const value = make()
  values.set(key, value)
  return value
}

/**
 * Writes the VTIMEZONE of an IANA time zone (RFC 5545, 3.6.5) with every change of its clock in the years of a
 * calendar. The rules come from the time zones that are built into the JavaScript runtime. Finding them is expensive, so
 * the text is kept.
 */
export function timeZoneLines(zone: string, firstYear: number, lastYear: number): readonly string[] {
  return keep(texts, `${zone} ${firstYear} ${lastYear}`, () => writeTimeZone(zone, firstYear, lastYear))
}

function writeTimeZone(zone: string, firstYear: number, lastYear: number): readonly string[] {
  // In Guam, the first year begins before it does in UTC.
  const start = Date.UTC(firstYear, 0, 1) - 2 * day
  const initial = offsetAt(zone, start)
  const first: Transition = { at: start, before: initial, after: initial, name: nameAt(zone, start) }
  const transitions = [first, ...transitionsBetween(zone, start, Date.UTC(lastYear + 1, 0, 3))]
  const standard = Math.min(...transitions.map(({ after }) => after))
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...transitions.flatMap(({ at, before, after, name }) => {
      const kind = after === standard ? 'STANDARD' : 'DAYLIGHT'
      return [
        `BEGIN:${kind}`,
        `DTSTART:${localTime(at + before * 60_000)}`,
        `TZOFFSETFROM:${offsetText(before)}`,
        `TZOFFSETTO:${offsetText(after)}`,
        `TZNAME:${name}`,
        `END:${kind}`,
      ]
    }),
    'END:VTIMEZONE',
  ]
}

/** Returns a time in the zone, such as "20260603T100000". */
export function timeInZone(zone: string, moment: number): string {
  return localTime(moment + offsetAt(zone, moment) * 60_000)
}

/** Finds the changes of the clock. No zone changes it twice within `step`, except for a few countries in Ramadan. */
function transitionsBetween(zone: string, from: number, to: number): Transition[] {
  const step = 28 * day
  const transitions: Transition[] = []
  let before = offsetAt(zone, from)
  for (let at = from; at < to; at += step) {
    const end = Math.min(at + step, to)
    const after = offsetAt(zone, end)
    if (after !== before) {
      let [low, high] = [at, end]
      while (high - low > 60_000) {
        const middle = low + Math.floor((high - low) / 2 / 60_000) * 60_000
        if (offsetAt(zone, middle) === before) low = middle
        else high = middle
      }
      transitions.push({ at: high, before, after, name: nameAt(zone, high) })
    }
    before = after
  }
  return transitions
}

/** Returns the number of minutes between the clock of the zone and UTC. */
function offsetAt(zone: string, moment: number): number {
  const name = partOf(zone, moment, 'longOffset')
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

function nameAt(zone: string, moment: number): string {
  return partOf(zone, moment, 'short')
}

function partOf(zone: string, moment: number, timeZoneName: 'short' | 'longOffset'): string {
  const format = keep(
    formats,
    `${zone} ${timeZoneName}`,
    () => new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName }),
  )
  return format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
}

function localTime(moment: number): string {
  return new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, '')
}

function offsetText(minutes: number): string {
  const absolute = Math.abs(minutes)
  const text = `${String(Math.floor(absolute / 60)).padStart(2, '0')}${String(absolute % 60).padStart(2, '0')}`
  return `${minutes < 0 ? '-' : '+'}${text}`
}
