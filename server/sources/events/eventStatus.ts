import type { EventStatus } from './importedEvent.ts'

/** Matches the word at the beginning, before a mark or the end, and in capitals before anything. */
const atStart =
  /^\W*(?:(?:notice of|meeting|hearing|event|session)\W+)?(?:cancel|postpone|defer)\w*(?=\W*$|\s*[^\w\s])/i
const inCapitals = /^\W*(?:CANCELL?ED|POSTPONED|DEFERRED)\b/
/** Matches the word at the end, after a mark or after the word for the event. */
const atEnd =
  /(?:[-–—:(*[]\s*|\b(?:meeting|hearing|event|session) (?:is |was |has been )?)(?:cancell?ed|postponed|deferred)\W*$/i

/**
 * Returns the status of an event from the source's word and from texts in which clerks write it too, such as the name
 * "CANCELLED - Energy". "Canceled Debts" is only a name.
 */
export function eventStatus(word: string, texts: readonly string[]): EventStatus {
  const said = texts.flatMap((text) => [atStart, inCapitals, atEnd].map((pattern) => pattern.exec(text)?.[0]))
  const words = [word, ...said].join(' ')
  if (/cancel/i.test(words)) return 'cancelled'
  if (/postpone|defer/i.test(words)) return 'deferred'
  return /^rescheduled/i.test(word) ? 'changed' : 'scheduled'
}
