import { UsageError } from '../kit/command.ts'

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The one id that a command is given. */
export function readUuid(command: string, what: string, words: string[]): string {
  const [id, ...rest] = words
  if (!id || rest.length > 0 || !uuidShape.test(id))
    throw new UsageError(`${command} takes the id of one ${what}.`)
  return id.toLowerCase()
}

export function readCount(name: string, text: string, most: number): number {
  const count = Number(text)
  if (!/^\d{1,10}$/.test(text) || count < 1 || count > most) {
    throw new UsageError(`${name} must be a whole number from 1 to ${most}.`)
  }
  return count
}

/** A day, or a moment, in UTC. */
export function readTime(name: string, text: string): string {
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text)
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(date.getTime())) {
    throw new UsageError(`${name} must be a date such as 2027-01-31.`)
  }
  return date.toISOString()
}
