import * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'
import { msg } from './translate.ts'

// Replaces all default messages of zod with one. A message that a field declares takes priority.
z.config({ customError: () => msg('Invalid request') })

export const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
export type Method = (typeof methods)[number]

/**
 * Says who may call an endpoint.
 *
 * - `open`: anyone. Tokens are ignored.
 * - `optional`: anyone. If a token is sent, its session must be valid.
 * - `user`: anyone with a valid session, even of a deactivated account.
 * - `active`: anyone with a valid session of an active account.
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
  /** The name of the file in the body, which is then multipart/form-data, or null if the body is JSON. */
  file: string | null
  /** The media type of a successful response. Failures are always JSON. */
  produces: string
}

type Shape<I, O, A> = {
  access: A
  input: I
  output: O
  refuses?: readonly RefusalCode[]
  /** The status of a successful response: 201 if something is created. */
  status?: 200 | 201
  /**
   * If true, the endpoint accepts an Idempotency-Key header: a repeated request with the same key and body gets the
   * first response again.
   */
  idempotent?: boolean
  file?: string
  produces?: string
}

/** Defines an endpoint. `line` is its method and path, and `shape` its access, input, output and refusals. */
export function endpoint<
  P extends `/api/${string}`,
  I extends z.core.$ZodShape,
  O extends z.core.$ZodShape,
  A extends Access,
>(
  line: `${Method} ${P}`,
  shape: Shape<I, O, A>,
): Endpoint<z.ZodMiniObject<I>, z.ZodMiniObject<O>, A> & { path: P } {
  const method = methods.find((name) => line.startsWith(`${name} `))
  if (!method) {
    throw new Error(`${line} does not begin with a method`)
  }
  return {
    method,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest of the line after the method
    path: line.slice(method.length + 1) as P,
    access: shape.access,
    input: z.object(shape.input),
    output: z.object(shape.output),
    refuses: shape.refuses ?? [],
    status: shape.status ?? 200,
    idempotent: shape.idempotent ?? false,
    file: shape.file ?? null,
    produces: shape.produces ?? 'application/json',
  }
}

/** The input as the caller sends it, the input as the handler receives it, and the response. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
export type ParsedOf<E extends Endpoint> = z.output<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>

/** These shapes are shared by many endpoints. */
/** An id may be sent in capital letters. Handlers receive it as the database writes it, and can compare it. */
export const Id = z.uuid().check(z.toLowerCase())
export const Time = z.iso.datetime()

export const maxPageSize = 100

export const maxOffset = 10_000_000

// Queries contain digits, and calls in TypeScript contain numbers. "1e1", "0x10" and " 5" are not accepted.
const wholeNumber = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,9}$/))]),
  z.transform((text) => Number(text)),
)

export function wholeNumberBetween(least: number, most: number) {
  return z.pipe(wholeNumber, z.number().check(z.int(), z.minimum(least), z.maximum(most)))
}

/** Returns the query fields of a paged list. `size` is the default page size and `most` the maximum. */
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

/**
 * Returns a text field with its own check. The check returns the message to show. A missing text and null count as
 * empty.
 */
export function checkedText(check: (text: string) => string | null) {
  return z._default(z.nullable(z.string()), '').check((field) => {
    const message = check(field.value ?? '')
    if (message) {
      field.issues.push({ code: 'custom', message, input: field.value })
    }
  })
}
