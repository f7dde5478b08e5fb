import { bundledSessions } from './bundledSessions.ts'
import type { ImportedSession } from './importedSession.ts'
import { sessionKey } from './sessionKey.ts'

/** What the name of a session says. Sources name the same session differently, but agree in these facts. */
type SessionFacts = {
  is_special: boolean
  is_fiscal: boolean
  /** The first and last year, or null if the name states none. */
  years: readonly [number, number] | null
  /** The number of the legislature, such as 89 of the 89th. */
  number: number | null
  /** The position among the special sessions of the years, or among the regular ones of a legislature. */
  ordinal: string | null
}

type KnownSession = SessionFacts & Pick<ImportedSession, 'identifier' | 'name' | 'start_date' | 'end_date'>

const byState = new Map<string, readonly KnownSession[]>()

/** The sessions found so far, because an import has many bills of one session. */
const byName = new Map<string, string>()
const mostNames = 10_000

/**
 * Returns the identifier of the session in the table of sessions for the name that a source gives it: "2025-2026" of LegiScan is
 * "20252026" in California, "89R" in Texas and "104th" in Illinois. A name that fits no session, or several, stays as it is.
 */
export function knownSession(state: string, name: string): string {
  const cacheKey = `${state.toLowerCase()} ${name}`
  const identifier = byName.get(cacheKey) ?? findSession(state.toLowerCase(), name)
  if (byName.size < mostNames) byName.set(cacheKey, identifier)
  return identifier
}

function findSession(state: string, name: string): string {
  const sessions = sessionsOf(state)
  const key = compact(name)
  const match = sessions.find(({ identifier }) => compact(identifier) === key)
  const titled = match ?? sessions.find((session) => compact(session.name) === key)
  if (titled) return titled.identifier
  const facts = factsOf(name)
  if (!facts) return name
  const matching = sessions.filter((session) => fits(session, facts))
  const exact = matching.filter(({ years }) => years?.join() === facts.years?.join())
  const [only, ...more] = exact.length > 0 ? exact : matching
  return only && more.length === 0 ? only.identifier : name
}

/** Returns the position of a special session, such as "1", or null for a regular session and for an unknown one. */
export function specialOrdinal(state: string, name: string): string | null {
  const identifier = knownSession(state, name)
  const session = sessionsOf(state.toLowerCase()).find((known) => known.identifier === identifier)
  const facts = session ?? factsOf(name)
  return facts?.is_special ? facts.ordinal : null
}

function sessionsOf(state: string): readonly KnownSession[] {
  const cached = byState.get(state)
  if (cached) return cached
  const sessions = bundledSessions()
    .filter(({ place }) => place === state)
    .map((session) => Object.assign({}, session, factsOfKnown(session)))
  byState.set(state, sessions)
  return sessions
}

function compact(text: string): string {
  return sessionKey(text).replaceAll('-', '')
}

function fits(session: KnownSession, facts: SessionFacts): boolean {
  if (session.is_special !== facts.is_special || session.is_fiscal !== facts.is_fiscal) return false
  if (facts.number !== null && session.number !== null && facts.number !== session.number) return false
  if (facts.ordinal !== null && session.ordinal !== facts.ordinal) return false
  if (facts.years === null) return facts.number !== null && session.number !== null
  const [from, to] = facts.years
  return session.years !== null && session.years[0] <= to && from <= session.years[1]
}

/** Returns the facts of a session of the table. Its dates decide the years if its name states none. */
function factsOfKnown({
  identifier,
  name,
  classification,
  start_date,
  end_date,
}: ImportedSession): SessionFacts {
  const [start, end] = [yearOf(start_date), yearOf(end_date ?? start_date)]
  const is_special = classification === 'special'
  return {
    is_special,
    is_fiscal: /fiscal/i.test(name),
    // The name of a special session can state a wrong year.
    years: (is_special ? yearsIn(identifier) : null) ??
      yearsIn(name) ??
      yearsIn(identifier) ?? [start, Math.max(start, end)],
    number: numberIn(name) ?? numberIn(identifier),
    ordinal: ordinalIn(name) ?? (is_special ? suffixOf(identifier) : null),
  }
}

const special = /spe[ci]+al|extraordinary|called|\bextra\b/i
const regular = /regular|general|legislature|assembly|fiscal|session|\bgeneral court\b/i

/** Returns the facts in a name, or null if it does not say enough to identify a session. */
function factsOf(name: string): SessionFacts | null {
  const years = yearsIn(name)
  const number = numberIn(name)
  const isPlain =
    /^\D?\d{1,4}(st|nd|rd|th|r)?(\s*[-–—_/ ]\s*\d{2,4})?$/i.test(name.trim()) || /^\d{8}$/.test(name.trim())
  const is_special = special.test(name)
  if (!isPlain && !is_special && !regular.test(name)) return null
  if (years === null && number === null) return null
  return { is_special, is_fiscal: /fiscal/i.test(name), years, number, ordinal: ordinalIn(name) }
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4))
}

/** Returns the years in "2025-2026", "2025-26", "2025_26", "20252026" or "2025". */
function yearsIn(text: string): readonly [number, number] | null {
  const [, from, to] =
    /(?<!\d)((?:19|20)\d\d)\s*[-–—_/]?\s*((?:19|20)\d\d)(?!\d)/.exec(text) ??
    /(?<!\d)((?:19|20)\d\d)\s*[-–—_/]\s*(\d\d)(?!\d)/.exec(text) ??
    /(?<!\d)((?:19|20)\d\d)(?!\d)/.exec(text) ??
    []
  if (!from) return null
  const last = to === undefined ? from : to.length === 2 ? from.slice(0, 2) + to : to
  return Number(last) < Number(from) ? null : [Number(from), Number(last)]
}

/** Returns the number in "89th Legislature", "104th", "136" or "89R". */
function numberIn(text: string): number | null {
  const [, number] =
    /(?<!\d)(\d{2,3})(?:st|nd|rd|th)?,? +(?:[a-z]+ +)?(?:legislat|general assembly|assembly|congress|council|regular)/i.exec(
      text,
    ) ??
    /^(\d{2,3})(?:st|nd|rd|th|r)?$/i.exec(text.trim()) ??
    /^(\d{2,3})(?:st|nd|rd|th)\b/i.exec(text.trim()) ??
    []
  return number === undefined ? null : Number(number)
}

const words = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/** Returns the position in "First Special Session", "2nd Called Session", "Special Session 1" or "Special Session A". */
function ordinalIn(text: string): string | null {
  const kinds = '(?:special|extraordinary|called|extra|regular)'
  const word = new RegExp(`\\b(${words.join('|')})\\b(?= +${kinds})`, 'i').exec(text)?.[1]
  if (word) return String(words.indexOf(word.toLowerCase()) + 1)
  const number = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)(?: +\\(\\d{4}\\))? +${kinds}`, 'i').exec(text)?.[1]
  const after = /(?:special|extraordinary|called) session,? +([a-z]|\d{1,2})\b/i
    .exec(text)?.[1]
    ?.toLowerCase()
  // The first special session of Florida is "A".
  const letter = after !== undefined && /[a-z]/.test(after) ? after.charCodeAt(0) - 0x60 : null
  return number ?? letter?.toString() ?? after ?? null
}

/** Returns the position in identifiers such as "2025S1", "20242E" or "891". */
function suffixOf(identifier: string): string | null {
  const [, after, before] = /[sex](\d{1,2})$|(\d)[se]$/i.exec(identifier) ?? []
  return after ?? before ?? null
}
