import ICAL from 'ical.js'

/** Parses a calendar with a library, and checks the two rules of RFC 5545 that the library forgives. */
export function readCalendar(text: string): ICAL.Component {
  if (!text.endsWith('\r\n')) throw new Error('The last line does not end with CRLF.')
  for (const line of text.slice(0, -2).split('\r\n')) {
    if (/[\r\n]/.test(line)) throw new Error(`A line ends without CRLF: ${line}`)
    if (Buffer.byteLength(line) > 75) throw new Error(`A line is longer than 75 bytes: ${line}`)
  }
  const calendar = new ICAL.Component(ICAL.parse(text))
  if (calendar.name !== 'vcalendar') throw new Error('It is not one calendar.')
  return calendar
}

/** Returns the value of a property without its escapes. A date or a time is written as in the calendar. */
export function valueOf(component: ICAL.Component, name: string): string | undefined {
  const value = component.getFirstPropertyValue(name)
  if (value === null) return undefined
  return value instanceof ICAL.Time ? value.toICALString() : String(value)
}

export function zoneOf(property: ICAL.Property | null): string | undefined {
  return property?.getFirstParameter('tzid')
}
