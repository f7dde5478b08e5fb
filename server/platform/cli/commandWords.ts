import { isUuid } from '#server/platform/postgres/uuid.ts'
import { UsageError } from './command.ts'

/** Reads the single id argument of a command. */
export function readUuid(command: string, what: string, words: string[]): string {
  const [id, ...rest] = words
  if (!id || rest.length > 0 || !isUuid(id)) {
    throw new UsageError(`${command} requires the id of one ${what}.`)
  }
  return id.toLowerCase()
}

export function readCount(name: string, text: string, most: number): number {
  const count = Number(text)
  if (!/^\d{1,10}$/.test(text) || count < 1 || count > most) {
    throw new UsageError(`${name} must be a whole number from 1 to ${most}.`)
  }
  return count
}

/**
 * True if a text is a date such as "2026-01-31". Rejects "2026-02-31", which Date.parse reads as a day in March.
 */
export function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Reads a date or a time in UTC. */
export function readTime(name: string, text: string): string {
  const date = new Date(text)
  if (!isDate(text.slice(0, 10)) || Number.isNaN(date.getTime())) {
    throw new UsageError(`${name} must be a date such as 2027-01-31.`)
  }
  return date.toISOString()
}
