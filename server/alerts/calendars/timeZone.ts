/** A change of the offset from UTC. `at` is the time of the change in UTC, and the offsets are in minutes. */
type Transition = { at: number; before: number; after: number; name: string }

const day = 86_400_000

/**
 * Writes the VTIMEZONE of an IANA time zone (RFC 5545, 3.6.5) with every change of its clock in the years of a
 * calendar. The rules come from the time zones that are built into the JavaScript runtime.
 */
export function timeZoneLines(zone: string, firstYear: number, lastYear: number): string[] {
  const start = Date.UTC(firstYear - 1, 0, 1)
  const initial = offsetAt(zone, start)
  const first: Transition = { at: start, before: initial, after: initial, name: nameAt(zone, start) }
  const transitions = [first, ...transitionsBetween(zone, start, Date.UTC(lastYear + 2, 0, 1))]
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

function transitionsBetween(zone: string, from: number, to: number): Transition[] {
  const transitions: Transition[] = []
  for (let at = from; at < to; at += 7 * day) {
    const before = offsetAt(zone, at)
    const after = offsetAt(zone, at + 7 * day)
    if (before === after) continue
    let [low, high] = [at, at + 7 * day]
    while (high - low > 60_000) {
      const middle = low + Math.floor((high - low) / 2 / 60_000) * 60_000
      if (offsetAt(zone, middle) === before) low = middle
      else high = middle
    }
    transitions.push({ at: high, before, after, name: nameAt(zone, high) })
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

const formats = new Map<string, Intl.DateTimeFormat>()

function partOf(zone: string, moment: number, timeZoneName: 'short' | 'longOffset'): string {
  const key = `${zone} ${timeZoneName}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName })
  formats.set(key, format)
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
