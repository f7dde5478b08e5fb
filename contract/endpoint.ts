import * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'

// Every message of zod's own reads the same to a caller; ours, given where a field is declared, win over it.
z.config({ customError: () => 'Invalid request' })

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call.
 * `open`: anyone, a token is not looked at. `optional`: anyone, a token that is sent must be live.
 * `user`: a live session, also of a deactivated account. `active`: a live session of an active account.
 */
export type Access = 'open' | 'optional' | 'user' | 'active'

export type Endpoint<
  I extends z.ZodMiniObject = z.ZodMiniObject,
  O extends z.ZodMiniObject = z.ZodMiniObject,
  A extends Access = Access,
> = {
  method: Method
  path: string
  access: A
  input: I
  output: O
  refuses: readonly RefusalCode[]
  status: 200 | 201
  idempotent: boolean
}

type Shape<I, O, A> = {
  access: A
  input: I
  output: O
  refuses?: readonly RefusalCode[]
  /** The status of success; 201 where something is made. */
  status?: 200 | 201
  /** Accepts an Idempotency-Key header: a repeat with the same key and body replays the first answer (R90). */
  idempotent?: boolean
}

/** One line names the call, the rest says who may call it, what goes in, what comes out and how it may refuse. */
export function endpoint<
  I extends Record<string, z.core.SomeType>,
  O extends Record<string, z.core.SomeType>,
  A extends Access,
>(
  line: `${Method} /api/${string}`,
  shape: Shape<I, O, A>,
): Endpoint<z.ZodMiniObject<I>, z.ZodMiniObject<O>, A> {
  const space = line.indexOf(' ')
  return {
    method: line.slice(0, space) as Method,
    path: line.slice(space + 1),
    access: shape.access,
    input: z.object(shape.input),
    output: z.object(shape.output),
    refuses: shape.refuses ?? [],
    status: shape.status ?? 200,
    idempotent: shape.idempotent ?? false,
  }
}

/** What a caller writes, what a handler receives, what a caller gets back. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
export type ParsedOf<E extends Endpoint> = z.output<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>

/** Shapes that many endpoints share. */
export const Id = z.uuid()
export const Time = z.iso.datetime()

export const maxPageSize = 100

/** Query fields of a paged list; `size` is the page size when none is asked for. */
export function pageInput(size: number) {
  return {
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxPageSize)), size),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000_000)), 0),
  }
}

export const Pagination = z.object({
  limit: z.number(),
  offset: z.number(),
  total: z.number(),
  has_more: z.boolean(),
})

/** A text field whose own rule gives the words to show; missing and null read as empty. */
export function checkedText(check: (text: string) => string | null) {
  return z._default(z.nullable(z.string()), '').check((field) => {
    const words = check(field.value ?? '')
    if (words) field.issues.push({ code: 'custom', message: words, input: field.value })
  })
}
