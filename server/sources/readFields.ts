import * as z from 'zod/mini'
import { UnusableRecord } from './bills/importedBill.ts'
import { dateFault, yearsAhead } from './parts/possibleDates.ts'

/** Checks that a day or a moment is possible, with the same bounds as in records of other formats. */
export const isPossibleDay = z.check<string>(({ value, issues }) => {
  const fault = dateFault(value.slice(0, 10), yearsAhead)
  if (fault !== null) issues.push({ code: 'custom', input: value, message: `is ${fault}` })
})

/**
 * Returns the fields of a record by its schema.
 *
 * @throws UnusableRecord with the field and what is wrong with it
 */
export function readFields<Schema extends z.ZodMiniType>(schema: Schema, record: unknown): z.output<Schema> {
  const parsed = schema.safeParse(record)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path ?? []
  const field = path.map(String).join('.')
  const value = valueAt(record, path)
  if (!issue || field === '') throw new UnusableRecord('The record is not a JSON object.')
  if (value === undefined) throw new UnusableRecord(`The field "${field}" is missing.`)
  throw new UnusableRecord(`The field "${field}" ${faultOf(issue, value)}.`)
}

function valueAt(record: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    record,
  )
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'must be a list',
  boolean: 'must be true or false',
  number: 'must be a number',
  object: 'must be an object',
  string: 'must be a text',
}

/** Says what is wrong with a value, as the end of the sentence "The field "printed_on" …". */
function faultOf(issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return `${typeNames[issue.expected] ?? `must be a ${issue.expected}`}, not ${valueText(value)}`
    case 'invalid_union':
      return typeof value === 'string'
        ? `is ${valueText(value)}, which is not a date (YYYY-MM-DD) or a time (ISO 8601)`
        : `must be a text, not ${valueText(value)}`
    case 'invalid_format':
      if (issue.format === 'date') return `is ${valueText(value)}, which is not a date (YYYY-MM-DD)`
      if (issue.format === 'url') return `is ${valueText(value)}, which is not an http address`
      return `is ${valueText(value)}, and ${issue.message}`
    case 'invalid_value':
      return `is ${valueText(value)}, which is not one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return 'must not be empty'
    case 'custom':
      return `is ${valueText(value)}, which ${issue.message}`
    default:
      return `is ${valueText(value)}, which is not possible`
  }
}

/** Returns a value as a reason shows it: a short text in quotation marks, or the kind of anything else. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return `"${value.length > 60 ? `${value.slice(0, 60)}…` : value}"`
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
