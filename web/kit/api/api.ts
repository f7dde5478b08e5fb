import { queryOptions } from '@tanstack/react-query'
import type { Endpoint, InputOf, OutputOf } from '#contract/kit/endpoint.ts'
import type { RefusalCode } from '#contract/kit/refusals.ts'
import { t } from '#contract/kit/translate.ts'
import { readToken, sessionEnded } from '#web/kit/session/storedSession.ts'
import { dropFirstReads, claimFirstRead } from './firstReads.ts'
import { newIdempotencyKey } from './idempotencyKey.ts'
import { requestOf } from './request.ts'
import { noteResponse } from './savedReads.ts'
import { keepPosition, positionHeaders } from './writePosition.ts'

const unexpected = t('An unexpected error occurred')

const requestTimeout = 10_000
/** Files get more time, because a file may be large and the connection slow. */
const fileTimeout = 120_000

/**
 * A call that did not succeed. `message` can be shown to the member. It is the response's `error`, else its `message`,
 * else a description of the network failure, else a general text. `serverText` is null when the response has no text.
 * `hasResponse` is false when no response could be read, because the network failed, the time ran out or the body was
 * not JSON. `status` is 0 when not even the status of a response arrived.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: RefusalCode | null
  readonly serverText: string | null
  readonly fields: Readonly<Record<string, string>>
  readonly hasResponse: boolean

  constructor(failure: {
    status: number
    hasResponse: boolean
    code?: RefusalCode | null | undefined
    serverText?: string | null | undefined
    transportText?: string | undefined
    fields?: Record<string, string> | undefined
  }) {
    super(failure.serverText || failure.transportText || unexpected)
    this.status = failure.status
    this.hasResponse = failure.hasResponse
    this.code = failure.code ?? null
    this.serverText = failure.serverText ?? null
    this.fields = failure.fields ?? {}
  }
}

/** A failure in the browser that involves no request. Its message can be shown to the member. */
export class LocalFailure extends Error {}

/** One message for every failure, or separate messages for a response without text and for no readable response. */
export type FallbackMessage = string | { response: string; noResponse: string }

/** Returns the server's text, or the caller's message if the server sent none. */
export function messageOr(error: unknown, fallback: FallbackMessage): string {
  const { response, noResponse } =
    typeof fallback === 'string' ? { response: fallback, noResponse: fallback } : fallback
  if (error instanceof ApiError) return error.serverText ?? (error.hasResponse ? response : noResponse)
  return error instanceof LocalFailure ? error.message : noResponse
}

/** Returns the server's text, or else a description of the network failure, or else a general text. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : unexpected
}

type CallOptions = {
  signal?: AbortSignal | undefined
  /** The key of an earlier attempt whose action may already have been done. Without it, a new key is made. */
  idempotencyKey?: string | undefined
  /** Replaces the stored token. Signing out needs this, because it deletes the stored token before it calls the server. */
  token?: string | undefined
  /**
   * Requests cookies that scripts cannot read. They bind the session that the call begins to this browser, and let the
   * server recognize the browser at the next sign-in.
   */
  requestsCookie?: boolean
  /** The form data of an upload. It is sent instead of the JSON body. */
  form?: FormData | undefined
  /** Called with the status of a success: 201 when something was created, 200 when it already existed. */
  onStatus?: (status: number) => void
}

let actionCount = 0

/**
 * Called when an action of the member has succeeded. The responses to reads that were sent before may not show it, so `call`
 * sends these reads again.
 */
export function outdateReads() {
  actionCount += 1
}

/** Calls one endpoint of the contract. Input that is not in its path goes into the query (GET) or the JSON body. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  const idempotencyKey = endpoint.idempotent ? (options.idempotencyKey ?? newIdempotencyKey()) : null
  const countBefore = actionCount
  const send = () => attempt(endpoint, input, idempotencyKey, options)
  const response = await send().catch((error: unknown) => {
    const responseWasLost = error instanceof ApiError && error.status === 0 && !options.signal?.aborted
    if (!idempotencyKey || !responseWasLost) throw error
    return send()
  })
  return endpoint.method === 'GET' && actionCount !== countBefore ? call(endpoint, input, options) : response
}

/** Calls an endpoint whose response is a file. */
export async function download<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Blob> {
  const { status, body } = await exchange(endpoint, input, null, { timeout: fileTimeout }, (response) =>
    response.ok ? response.blob() : response.json(),
  )
  if (body instanceof Blob) {
    return body
  }
  throw new ApiError({ status, hasResponse: true, ...readRefusal(endpoint, status, body) })
}

/**
 * Returns the options of a query that reads an endpoint. The key starts with the endpoint's path so that one
 * invalidation covers every input.
 */
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
  const { status, body } = await exchange(endpoint, input, idempotencyKey, options, (response) =>
    response.json(),
  )
  const read = readBody(body)
  if (status >= 200 && status < 300 && read.success) {
    options.onStatus?.(status)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server parses every response by the contract
    return body as OutputOf<E>
  }
  throw new ApiError({ status, hasResponse: true, ...readRefusal(endpoint, status, body) })
}

/** Sends one request and reads the whole response within the timeout. */
async function exchange<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  idempotencyKey: string | null,
  {
    signal,
    token: explicitToken,
    requestsCookie,
    form,
    timeout = requestTimeout,
  }: CallOptions & { timeout?: number },
  parse: (response: Response) => Promise<unknown>,
): Promise<{ status: number; body: unknown }> {
  const token = explicitToken ?? (endpoint.access === 'open' ? null : readToken())
  const request = requestOf(endpoint, input)
  const headers: Record<string, string> = endpoint.method === 'GET' ? positionHeaders() : {}
  if (request.body !== undefined && !form) {
    headers['content-type'] = 'application/json'
  }
  if (token) {
    headers.authorization = `Bearer ${token}`
  }
  if (idempotencyKey) {
    headers['idempotency-key'] = idempotencyKey
  }
  if (requestsCookie) {
    headers['x-session'] = 'cookie'
  }

  // `AbortSignal.any` would join the two reasons to stop, but the oldest supported browsers lack it.
  const controller = new AbortController()
  const stop = () => controller.abort()
  const timer = setTimeout(stop, timeout)
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) {
    stop()
  }
  let status = 0
  try {
    const response = await sendRequest(request.url, token, {
      method: endpoint.method,
      headers,
      body: form ?? request.body ?? null,
      signal: controller.signal,
    })
    status = response.status
    keepPosition(response)
    noteResponse(response)
    // An open endpoint refuses what was typed and not a session. A late response to a request of an earlier session must not end
    // the current session.
    if (status === 401 && endpoint.access !== 'open' && readToken() === token) {
      sessionEnded()
    }
    return { status, body: await parse(response) }
  } catch (error) {
    if (signal?.aborted) {
      throw error
    }
    throw new ApiError({
      status,
      hasResponse: false,
      transportText: transportText(status, controller.signal),
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

type RequestSettings = RequestInit & { method: Endpoint['method']; signal: AbortSignal }

/** Sends the request. If it is one of the page's first reads, it was sent already, and its response is used. */
function sendRequest(url: string, token: string | null, settings: RequestSettings): Promise<Response> {
  if (settings.method !== 'GET') {
    dropFirstReads()
  }
  const firstRead = settings.method === 'GET' ? claimFirstRead(url, token) : null
  if (!firstRead) {
    return fetch(url, settings)
  }
  if (settings.signal.aborted) {
    firstRead.stop()
  }
  settings.signal.addEventListener('abort', firstRead.stop)
  return firstRead.response
}

function transportText(status: number, timeout: AbortSignal): string {
  if (timeout.aborted) {
    return t('The server took too long to respond.')
  }
  return status === 0 ? t('Network error') : t("We couldn't read the server's response.")
}

/** Reads the parts that every response body has. The text is its `error`, or else its `message`. */
export function readBody(json: unknown) {
  const body: Record<string, unknown> = typeof json === 'object' && json ? { ...json } : {}
  const serverText = [body.error, body.message].find((text) => typeof text === 'string' && text !== '')
  return {
    success: body.success === true,
    serverText: typeof serverText === 'string' ? serverText : null,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's codes are the contract's
    code: typeof body.code === 'string' ? (body.code as RefusalCode) : null,
    fields: isTexts(body.fields) ? body.fields : {},
  }
}

/** Reads a refusal. Reading is not an attempt at anything, so too many reads are described by what to do. */
function readRefusal({ method }: Endpoint, status: number, body: unknown) {
  const refusal = readBody(body)
  const isReadLimit = method === 'GET' && status === 429 && refusal.code === 'too_many_attempts'
  return isReadLimit ? { ...refusal, serverText: t('Please wait a minute, then try again.') } : refusal
}

function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  )
}
