import { stateNames } from '#contract/places.ts'
import { textIn } from '#server/sources/externalJson.ts'

const mostName = 200

/** Returns the state's name by its postal code in either case, such as "Texas". */
export function stateName(code: string): string {
  return stateNames[code.toLowerCase()] ?? code.toUpperCase()
}

/** Returns a district's name, such as "Texas district 37", "7th Hampden, Massachusetts" or "Vermont at large". */
export function districtWords(state: string, name: string): string {
  if (/^at-large$/i.test(name)) return `${stateName(state)} at large`
  return /^\d+[a-z]?$|^[a-z]$/i.test(name)
    ? `${stateName(state)} district ${name.toUpperCase()}`
    : `${name}, ${stateName(state)}`
}

/**
 * Returns an office's email address if it is one plain address, or null for anything else, because some records contain
 * the URL of a form.
 */
export function officeEmail(value: unknown): string | null {
  const text = textIn(value)
  const isPlain = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/iu.test(text)
  return isPlain && text.length <= 254 ? text : null
}

/** Returns the first telephone number of an office as written, without trailing text. */
export function officePhone(value: unknown): string | null {
  const text = textIn(value)
  return /\d{3}.*\d{4}/.test(text) && text.length <= 60 ? text : null
}

/** Returns the name with single spaces, or null if it cannot be shown. */
export function personName(value: unknown): string | null {
  const text = textIn(value)
  return text !== '' && text.length <= mostName ? text : null
}

const mostOtherNames = 50

/** Returns the other names of a person without repeats so that a record whose names are in another order is unchanged. */
export function otherNames(rep_name: string, names: readonly string[]): string[] {
  const usable = names.flatMap((name) => personName(name) ?? []).filter((name) => name !== rep_name)
  return [...new Set(usable)].toSorted().slice(0, mostOtherNames)
}

/**
 * Returns the day after a day (YYYY-MM-DD), because records name the last day in office, and terms the first day after
 * it.
 */
export function dayAfter(day: string): string {
  return addDays(day, 1)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Returns the title of a member of the House. Members without a full vote have a different title. */
export function houseTitle(state: string): string {
  if (state === 'pr') return 'Resident Commissioner'
  return ['dc', 'gu', 'vi', 'as', 'mp'].includes(state) ? 'U.S. Delegate' : 'U.S. Representative'
}

/**
 * Returns the title of a state legislator, such as "State Senator", "State Delegate" or, in a territory, "Senator of
 * Puerto Rico".
 */
export function legislatorTitle(state: string, member: string): string {
  if (state === 'dc') return member
  return ['pr', 'gu', 'vi', 'as', 'mp'].includes(state)
    ? `${member} of ${stateName(state)}`
    : `State ${member.replace('Assemblymember', 'Assembly Member')}`
}
