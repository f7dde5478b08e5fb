import * as z from 'zod/mini'
import { Id } from './endpoint.ts'

export const invalidCursor = 'Invalid cursor'

/**
 * `after` in the query of a list: the position after one item. It is the `next` of an answer, passed back unchanged, so
 * that items added or removed in the meantime are neither repeated nor skipped. Callers treat it as opaque; it contains
 * the sort keys of the item as base64url JSON, and anything that does not parse as these keys is refused.
 */
export function cursorInput<Keys extends z.ZodMiniType>(keys: Keys) {
  return {
    /** With `after`, `offset` is ignored. */
    after: z.optional(
      z.pipe(
        z.string({ error: invalidCursor }),
        z.transform((text, context): z.output<Keys> => {
          const parsed = keys.safeParse(decode(text))
          if (parsed.success) return parsed.data
          context.issues.push({ code: 'custom', message: invalidCursor, input: text })
          return z.NEVER
        }),
      ),
    ),
  }
}

/** The cursor for the next page; null on the last one. */
export const nextOutput = { next: z.nullable(z.string()) }

/** A time as a sort key: with microseconds, as the database stores it. It has no year 0. */
export const TimeKey = z.iso.datetime({ precision: 6 }).check(z.regex(/^(?!0000)/))

/** The sort keys of lists by time. */
export const TimeCursor = z.tuple([TimeKey, Id])

export function encodeCursor(keys: readonly unknown[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(keys))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

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
