import * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'

// Every message of zod's own reads the same to a caller; ours, given where a field is declared, win over it.
z.config({ customError: () => 'Invalid request' })

export const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
export type Method = (typeof methods)[number]

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
  /** The media type of a success; failures are always JSON. */
  produces: string
}

type Shape<I, O, A> = {
  access: A
  input: I
  output: O
  refuses?: readonly RefusalCode[]
  /** The status of success; 201 where something is made. */
  status?: 200 | 201
  /** Accepts an Idempotency-Key header: a repeat with the same key and body replays the first answer. */
  idempotent?: boolean
  produces?: string
}

/** One line names the call, the rest says who may call it, what goes in, what comes out and how it may refuse. */
export function endpoint<I extends z.core.$ZodShape, O extends z.core.$ZodShape, A extends Access>(
  line: `${Method} /api/${string}`,
  shape: Shape<I, O, A>,
): Endpoint<z.ZodMiniObject<I>, z.ZodMiniObject<O>, A> {
  const method = methods.find((name) => line.startsWith(`${name} `))
  if (!method) throw new Error(`${line} does not begin with a method`)
  return {
    method,
    path: line.slice(method.length + 1),
    access: shape.access,
    input: z.object(shape.input),
    output: z.object(shape.output),
    refuses: shape.refuses ?? [],
    status: shape.status ?? 200,
    idempotent: shape.idempotent ?? false,
    produces: shape.produces ?? 'application/json',
  }
}

/** What a caller writes, what a handler receives, what a caller gets back. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
export type ParsedOf<E extends Endpoint> = z.output<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>

/** Shapes that many endpoints share. */
export const Id = z.uuid()
export const Time = z.iso.datetime()

const maxPageSize = 100

export const maxOffset = 10_000_000

// A query carries digits, a caller in TypeScript a number; "1e1", "0x10" and " 5" are no whole numbers.
const wholeNumber = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,9}$/))]),
  z.transform((given) => Number(given)),
)

function wholeNumberBetween(least: number, most: number) {
  return z.pipe(wholeNumber, z.number().check(z.int(), z.minimum(least), z.maximum(most)))
}

/** Query fields of a paged list; `size` is the page size when none is asked for, `most` the largest. */
export function pageInput(size: number, most = maxPageSize) {
  return {
    limit: z._default(wholeNumberBetween(1, most), size),
    offset: z._default(wholeNumberBetween(0, maxOffset), 0),
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
