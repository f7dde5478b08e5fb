import { queryOptions } from '@tanstack/react-query'
import type { Endpoint, InputOf, OutputOf } from '../../../contract/kit/endpoint.ts'
import type { RefusalCode } from '../../../contract/kit/refusals.ts'
import { readToken, sessionEnded } from '../session/stored.ts'

export const requestTimeout = 10_000
/** A file may be large and the connection slow. */
const fileTimeout = 120_000

/**
 * A call that did not succeed. `words` is what a person may read: the answer's `error`, else its `message`, else the
 * transport's message, else "An unexpected error occurred". `serverText` is null when the server gave no words;
 * `answered` is false when no readable answer came at all (network, timeout, not JSON). `status` is 0 without an answer.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: RefusalCode | null
  readonly words: string
  readonly serverText: string | null
  readonly fields: Readonly<Record<string, string>>
  readonly answered: boolean

  constructor(failure: {
    status: number
    answered: boolean
    code?: RefusalCode | null | undefined
    serverText?: string | null | undefined
    transportText?: string | undefined
    fields?: Record<string, string> | undefined
  }) {
    const words = failure.serverText || failure.transportText || 'An unexpected error occurred'
    super(words)
    this.name = 'ApiError'
    this.status = failure.status
    this.answered = failure.answered
    this.code = failure.code ?? null
    this.words = words
    this.serverText = failure.serverText ?? null
    this.fields = failure.fields ?? {}
  }
}

/**
 * The words for a situation with two fallbacks (R81): the server's own first, `answer` for an answer without words,
 * `exception` when no readable answer came.
 */
export function messageOr(error: unknown, fallback: { answer: string; exception: string }): string {
  if (!(error instanceof ApiError)) return fallback.exception
  return error.serverText ?? (error.answered ? fallback.answer : fallback.exception)
}

/** The general text of any failure. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.words : 'An unexpected error occurred'
}

/** One key names one deed of a person; the server answers a repeat with what it answered first (R90). */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

type CallOptions = {
  signal?: AbortSignal | undefined
  /** Pass one to repeat a deed that may already have been done; made afresh otherwise. */
  idempotencyKey?: string | undefined
  /** In place of the stored one: signing out forgets it before it tells the server. */
  token?: string | undefined
  /** Sent in place of the JSON body, for a file. */
  form?: FormData | undefined
  /** Told of a success: 201 made something, 200 found it there. */
  onStatus?: (status: number) => void
}

/** Calls one contract endpoint: path words into the path, the rest into the query (GET) or the JSON body. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  const idempotencyKey = endpoint.idempotent ? (options.idempotencyKey ?? newIdempotencyKey()) : null
  try {
    return await attempt(endpoint, input, idempotencyKey, options)
  } catch (error) {
    const responseWasLost = error instanceof ApiError && error.status === 0 && !options.signal?.aborted
    if (!idempotencyKey || !responseWasLost) throw error
    return await attempt(endpoint, input, idempotencyKey, options)
  }
}

/** Calls an endpoint that answers with a file. */
export async function download<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Blob> {
  const { status, answer } = await exchange(endpoint, input, null, { timeout: fileTimeout }, (response) =>
    response.ok ? response.blob() : response.json(),
  )
  if (answer instanceof Blob) return answer
  throw new ApiError({ status, answered: true, ...readAnswer(answer) })
}

/** Query options of a read. The key starts with the endpoint's path, so one invalidation clears every page of it. */
export function queryFor<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

async function attempt<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  idempotencyKey: string | null,
  options: CallOptions,
): Promise<OutputOf<E>> {
  const { status, answer } = await exchange(endpoint, input, idempotencyKey, options, (response) =>
    response.json(),
  )
  const read = readAnswer(answer)
  if (status >= 200 && status < 300 && read.success) {
    options.onStatus?.(status)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server parses every answer by the contract
    return answer as OutputOf<E>
  }
  throw new ApiError({ status, answered: true, ...read })
}

/** Sends one request and reads its whole answer within the timeout. */
async function exchange<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  idempotencyKey: string | null,
  { signal, token: givenToken, form, timeout = requestTimeout }: CallOptions & { timeout?: number },
  readBody: (response: Response) => Promise<unknown>,
): Promise<{ status: number; answer: unknown }> {
  const token = givenToken ?? (endpoint.access === 'open' ? null : readToken())
  const request = requestOf(endpoint, input)
  const headers: Record<string, string> = {}
  if (request.body !== undefined && !form) headers['content-type'] = 'application/json'
  if (token) headers.authorization = `Bearer ${token}`
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey

  const tooLate = new AbortController()
  const timer = setTimeout(() => tooLate.abort(), timeout)
  let status = 0
  try {
    const response = await fetch(request.url, {
      method: endpoint.method,
      headers,
      body: form ?? request.body ?? null,
      signal: signal ? AbortSignal.any([signal, tooLate.signal]) : tooLate.signal,
    })
    status = response.status
    // An answer to an earlier session must not end the one that has begun since.
    if (status === 401 && readToken() === token) sessionEnded()
    return { status, answer: await readBody(response) }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError({ status, answered: false, transportText: transportText(status, tooLate.signal) })
  } finally {
    clearTimeout(timer)
  }
}

function transportText(status: number, timeout: AbortSignal): string {
  if (timeout.aborted) return 'The server took too long to answer'
  return status === 0 ? 'Network error' : 'The answer could not be read'
}

function requestOf<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  const rest = new Map(Object.entries(input as Record<string, unknown>))
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const word = encodeURIComponent(String(rest.get(name)))
    rest.delete(name)
    return word
  })
  if (endpoint.method === 'GET') {
    const query = new URLSearchParams()
    for (const [name, value] of rest) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (one !== undefined && one !== null) query.append(name, String(one))
      }
    }
    const words = query.toString()
    return { url: words ? `${path}?${words}` : path, body: undefined }
  }
  const hasBody = rest.size > 0 || endpoint.method !== 'DELETE'
  return { url: path, body: hasBody ? JSON.stringify(Object.fromEntries(rest)) : undefined }
}

/** The error text comes from `error`, else from `message` (accounts.md section 8). */
export function readAnswer(answer: unknown) {
  const given: Record<string, unknown> = typeof answer === 'object' && answer ? { ...answer } : {}
  const words = [given.error, given.message].find((text) => typeof text === 'string' && text !== '')
  return {
    success: given.success === true,
    serverText: typeof words === 'string' ? words : null,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's codes are the contract's
    code: typeof given.code === 'string' ? (given.code as RefusalCode) : null,
    fields: isTexts(given.fields) ? given.fields : {},
  }
}

function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  )
}
