/** A component of a calendar, as RFC 5545 defines it. */
export type Component = {
  name: string
  properties: { name: string; parameters: Record<string, string>; value: string }[]
  components: Component[]
}

/** Reads a calendar strictly. Throws if a line is too long, has no CRLF, or is not a property. */
export function readCalendar(text: string): Component {
  if (!text.endsWith('\r\n')) throw new Error('The last line does not end with CRLF.')
  const lines = text.slice(0, -2).split('\r\n')
  for (const line of lines) {
    if (/[\r\n]/.test(line)) throw new Error(`A line ends without CRLF: ${line}`)
    if (Buffer.byteLength(line) > 75) throw new Error(`A line is longer than 75 bytes: ${line}`)
  }
  const unfolded = lines
    .join('\r\n')
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
  const root: Component = { name: '', properties: [], components: [] }
  const open = [root]
  for (const line of unfolded) {
    const [, name = '', list = '', value = ''] =
      /^([A-Z][A-Z0-9-]*)((?:;[A-Z-]+=[^:;"]+)*):(.*)$/.exec(line) ?? []
    if (name === '') throw new Error(`Not a property: ${line}`)
    const current = open.at(-1) ?? root
    if (name === 'BEGIN') {
      const component = { name: value, properties: [], components: [] }
      current.components.push(component)
      open.push(component)
    } else if (name === 'END') {
      if (open.pop()?.name !== value) throw new Error(`END:${value} closes another component.`)
    } else {
      const parameters = Object.fromEntries(
        list
          .split(';')
          .filter((part) => part !== '')
          .map((part) => part.split('=')),
      )
      current.properties.push({ name, parameters, value })
    }
  }
  const [calendar] = root.components
  if (open.length !== 1 || calendar?.name !== 'VCALENDAR') throw new Error('It is not one calendar.')
  return calendar
}

export function componentsOf(calendar: Component, name: string): Component[] {
  return calendar.components.filter((component) => component.name === name)
}

export function valueOf(component: Component, name: string): string | undefined {
  return component.properties.find((property) => property.name === name)?.value
}
