import * as z from 'zod/mini'
import { Id } from './endpoint.ts'
import { msg } from './translate.ts'

export const invalidCursor = msg('Invalid cursor')

/**
 * Returns the field `after` of a list, which continues the list after one item. Its value is the `next` of the previous
 * response, passed back unchanged so that items added or removed between two requests are neither repeated nor skipped.
 * Callers must treat the value as opaque. It contains the sort keys of the item as base64url JSON, and a value that
 * does not parse as these keys is refused.
 */
export function cursorInput<Keys extends z.ZodMiniType>(keys: Keys) {
  return {
    /** If `after` is present, `offset` is ignored. */
    after: z.optional(
      z.pipe(
        z.string({ error: invalidCursor }),
        z.transform((text, context): z.output<Keys> => {
          const parsed = keys.safeParse(decode(text))
          if (parsed.success && hasBoundedNumbers(parsed.data)) {
            return parsed.data
          }
          context.issues.push({ code: 'custom', message: invalidCursor, input: text })
          return z.NEVER
        }),
      ),
    ),
  }
}

/** The cursor for the next page. Null on the last page. */
export const nextOutput = { next: z.nullable(z.string()) }

// PostgreSQL refuses a larger number for an integer column, and the request would fail with status 500.
const largestNumber = 2_147_483_647

/** Returns whether the database can compare every number of a cursor with its integer columns. */
function hasBoundedNumbers(keys: unknown): boolean {
  if (Array.isArray(keys)) {
    return keys.every(hasBoundedNumbers)
  }
  return typeof keys !== 'number' || Math.abs(keys) <= largestNumber
}

/** A time as a sort key, with microseconds as the database stores it. PostgreSQL has no year 0. */
export const TimeKey = z.iso.datetime({ precision: 6 }).check(z.regex(/^(?!0000)/))

/** The cursor of lists by time: the time of an item and its id. */
export const TimeCursor = z.tuple([TimeKey, Id])

function decode(text: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) =>
      byte.charCodeAt(0),
    )
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
