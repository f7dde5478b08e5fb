import { queryOptions } from '@tanstack/react-query'
import type { Endpoint, InputOf, OutputOf } from '../../../contract/kit/endpoint.ts'
import type { RefusalCode } from '../../../contract/kit/refusals.ts'
import { readToken, sessionEnded } from '../session/stored.ts'
import { dropFirstReads, takeFirstRead } from './firstReads.ts'
import { keepPosition, positionHeaders } from './writePosition.ts'

const unexpected = 'An unexpected error occurred'

export const requestTimeout = 10_000
/** A file may be large and the connection slow. */
const fileTimeout = 120_000

/**
 * A call that did not succeed. `message` can be shown to the member: the response's `error`, else its `message`, else the
 * transport's message, else a general one. `serverText` is null when the response has no text. `answered` is false when
 * there was no readable response (network, timeout, not JSON), and `status` is 0 when there was none at all.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: RefusalCode | null
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
    super(failure.serverText || failure.transportText || unexpected)
    this.name = 'ApiError'
    this.status = failure.status
    this.answered = failure.answered
    this.code = failure.code ?? null
    this.serverText = failure.serverText ?? null
    this.fields = failure.fields ?? {}
  }
}

/** A failure in the browser, without a request, whose message can be shown to the member. */
export class LocalFailure extends Error {}

/** One message, or two: for a response without text, and for no readable response. */
export type FallbackMessage = string | { response: string; noResponse: string }

/** The server's own text, else the caller's message. */
export function messageOr(error: unknown, fallback: FallbackMessage): string {
  const { response, noResponse } =
    typeof fallback === 'string' ? { response: fallback, noResponse: fallback } : fallback
  if (error instanceof LocalFailure) return error.message
  if (!(error instanceof ApiError)) return noResponse
  return error.serverText ?? (error.answered ? response : noResponse)
}

/** The server's text, the transport's, or a general one. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : unexpected
}

/** Identifies one action of a member. The server answers a repeated key with its first response. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

type CallOptions = {
  signal?: AbortSignal | undefined
  /** Pass one to repeat an action that may already have been done. Otherwise a new key is made. */
  idempotencyKey?: string | undefined
  /** Used instead of the stored token, which signing out deletes before it calls the server. */
  token?: string | undefined
  /** Binds the session that the call begins to this browser, by a cookie that scripts cannot read. */
  asksForCookie?: boolean
  /** Sent instead of the JSON body, to upload a file. */
  form?: FormData | undefined
  /** Called with the status of a success: 201 when something was created, 200 when it already existed. */
  onStatus?: (status: number) => void
}

/** Calls one endpoint of the contract. Input that is not in its path goes into the query (GET) or the JSON body. */
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

/** Calls an endpoint whose response is a file. */
export async function download<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Blob> {
  const { status, answer } = await exchange(endpoint, input, null, { timeout: fileTimeout }, (response) =>
    response.ok ? response.blob() : response.json(),
  )
  if (answer instanceof Blob) return answer
  throw new ApiError({ status, answered: true, ...readAnswer(answer) })
}

/** Query options for a read. The key starts with the endpoint's path, so one invalidation covers all of its pages. */
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

/** Sends one request and reads the whole response within the timeout. */
async function exchange<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  idempotencyKey: string | null,
  {
    signal,
    token: ownToken,
    asksForCookie,
    form,
    timeout = requestTimeout,
  }: CallOptions & { timeout?: number },
  readBody: (response: Response) => Promise<unknown>,
): Promise<{ status: number; answer: unknown }> {
  const token = ownToken ?? (endpoint.access === 'open' ? null : readToken())
  const request = requestOf(endpoint, input)
  const headers: Record<string, string> = endpoint.method === 'GET' ? positionHeaders() : {}
  if (request.body !== undefined && !form) headers['content-type'] = 'application/json'
  if (token) headers.authorization = `Bearer ${token}`
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  if (asksForCookie) headers['x-session'] = 'cookie'

  const timeoutController = new AbortController()
  const timer = setTimeout(() => timeoutController.abort(), timeout)
  let status = 0
  try {
    const response = await send(request.url, token, {
      method: endpoint.method,
      headers,
      body: form ?? request.body ?? null,
      signal: signal ? AbortSignal.any([signal, timeoutController.signal]) : timeoutController.signal,
    })
    status = response.status
    keepPosition(response)
    // A late response to an earlier session must not end the current one.
    if (status === 401 && readToken() === token) sessionEnded()
    return { status, answer: await readBody(response) }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError({
      status,
      answered: false,
      transportText: transportText(status, timeoutController.signal),
    })
  } finally {
    clearTimeout(timer)
  }
}

type Sending = RequestInit & { method: Endpoint['method']; signal: AbortSignal }

/** Sends the request, unless it is one of the page's first reads and already on its way. */
function send(url: string, token: string | null, init: Sending): Promise<Response> {
  if (init.method !== 'GET') dropFirstReads()
  const first = init.method === 'GET' ? takeFirstRead(url, token) : null
  if (!first) return fetch(url, init)
  if (init.signal.aborted) first.stop()
  init.signal.addEventListener('abort', first.stop)
  return first.response
}

function transportText(status: number, timeout: AbortSignal): string {
  if (timeout.aborted) return 'The server took too long to respond.'
  return status === 0 ? 'Network error' : "We couldn't read the server's response."
}

function requestOf<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  const rest = new Map(Object.entries(input as Record<string, unknown>))
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest.get(name)))
    rest.delete(name)
    return value
  })
  if (endpoint.method === 'GET') {
    const query = new URLSearchParams()
    for (const [name, value] of rest) {
      for (const item of Array.isArray(value) ? value : [value]) {
        if (item !== undefined && item !== null) query.append(name, String(item))
      }
    }
    const search = query.toString()
    return { url: search ? `${path}?${search}` : path, body: undefined }
  }
  const hasBody = rest.size > 0 || endpoint.method !== 'DELETE'
  return { url: path, body: hasBody ? JSON.stringify(Object.fromEntries(rest)) : undefined }
}

/** The parts of a response body that every endpoint shares. The text is its `error`, else its `message`. */
export function readAnswer(answer: unknown) {
  const body: Record<string, unknown> = typeof answer === 'object' && answer ? { ...answer } : {}
  const serverText = [body.error, body.message].find((text) => typeof text === 'string' && text !== '')
  return {
    success: body.success === true,
    serverText: typeof serverText === 'string' ? serverText : null,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's codes are the contract's
    code: typeof body.code === 'string' ? (body.code as RefusalCode) : null,
    fields: isTexts(body.fields) ? body.fields : {},
  }
}

function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  )
}
