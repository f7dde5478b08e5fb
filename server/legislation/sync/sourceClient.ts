import { CommandError } from '#server/platform/cli/command.ts'
import {
  type FetchExternal,
  type ExternalResponse,
  ExternalRequestError,
  openExternalClient,
} from '#server/platform/http/externalHttp.ts'
import { isJsonObject, type JsonObject } from '#server/sources/externalJson.ts'

/** The settings for calling a live source. */
export type SourceOptions = {
  /** The display name, such as "Congress.gov". */
  name: string
  /** The base URL without a trailing slash. No other host is contacted, and redirects are not followed. */
  base: string
  headers: Readonly<Record<string, string>>
  /** The query fields of every request, such as a key. */
  query: Readonly<Record<string, string>>
  /** The environment variable with the key. The error message names it if the key is rejected. */
  keyName: string
  /** Minimum time between requests, in milliseconds, set by the source's rate limit. */
  pace: number
}

export type Clock = { now: () => number; wait: (ms: number) => Promise<void> }

export const realClock: Clock = {
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

export type SourceClient = {
  /** Returns the JSON object or list at a path below the base, or null if there is none (404). */
  get: (
    path: string,
    query?: Readonly<Record<string, string | string[]>>,
  ) => Promise<JsonObject | JsonObject[] | null>
}

const limits = { timeout: 5_000, bytes: 5 * 1024 * 1024, attempts: 4, longestWait: 15 * 60_000 }
const fetchExternal = openExternalClient()
const resumeHint = 'Run the same command to continue after the last page that was stored.'

/** An error after which a retry may succeed. `after` is the wait that the source requested, in milliseconds. */
class TemporaryError extends Error {
  after: number | null = null
}

/** Sends one request at a time within the source's rate limit, and retries temporary errors. */
export function openSource(
  options: SourceOptions,
  clock: Clock,
  overrides: Partial<typeof limits> = {},
  request: FetchExternal = fetchExternal,
): SourceClient {
  const { timeout, bytes, attempts, longestWait } = { ...limits, ...overrides }
  let nextAt = 0

  async function requestOnce(url: URL): Promise<JsonObject | JsonObject[] | null> {
    await clock.wait(Math.max(0, nextAt - clock.now()))
    nextAt = clock.now() + options.pace
    const headers = { accept: 'application/json', 'user-agent': 'hurd', ...options.headers }
    const response = await request(url, { headers, timeout, bytes }).catch(asTemporaryError)
    if (response.body) return readJson(response.body)
    if (response.status === 404) return null
    if (response.status === 401 || response.status === 403) {
      throw new CommandError(`${options.name} rejected the key. Set ${options.keyName}.`)
    }
    if (response.status === 429 || response.status >= 500) {
      const failure = new TemporaryError(
        response.status === 429 ? 'it is limiting requests' : `it answered ${response.status}`,
      )
      failure.after = retryAfter(response.headers['retry-after'], clock.now())
      throw failure
    }
    throw new CommandError(`${options.name} answered ${response.status}. ${resumeHint}`)
  }

  return {
    async get(path, query = {}) {
      const url = urlOf(options, path, query)
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await requestOnce(url)
        } catch (error) {
          if (!(error instanceof TemporaryError)) throw error
          const pause = error.after ?? 1000 * 5 ** attempt
          if (attempt === attempts || pause > longestWait) {
            throw new CommandError(`${options.name} could not be read: ${error.message}. ${resumeHint}`)
          }
          await clock.wait(pause)
        }
      }
    },
  }
}

function urlOf(
  options: SourceOptions,
  path: string,
  query: Readonly<Record<string, string | string[]>>,
): URL {
  const url = new URL(`${options.base}${path}`)
  if (url.origin !== new URL(options.base).origin) throw new Error('A path leads to another host')
  for (const [name, value] of Object.entries({ ...query, ...options.query })) {
    for (const item of [value].flat()) url.searchParams.append(name, item)
  }
  return url
}

const temporaryErrors: Record<ExternalRequestError['kind'], string> = {
  timeout: 'it did not respond in time',
  unreachable: 'it could not be reached',
  too_large: 'its response is too large',
  interrupted: 'its response was cut off',
}

function asTemporaryError(error: unknown): ExternalResponse {
  throw error instanceof ExternalRequestError ? new TemporaryError(temporaryErrors[error.kind]) : error
}

/** Parses a response. If it is not JSON, it may be the error page of a gateway, so the error counts as temporary. */
function readJson(body: Buffer): JsonObject | JsonObject[] {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    throw new TemporaryError('its response is not JSON')
  }
  if (Array.isArray(value)) return value.filter(isJsonObject)
  if (!isJsonObject(value)) throw new TemporaryError('its response has an unexpected shape')
  return value
}

/** Returns a Retry-After header (seconds or a date) as milliseconds from now. */
function retryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null
  const seconds = /^\d{1,6}$/.test(value.trim()) ? Number(value) : (Date.parse(value) - now) / 1000
  return Number.isFinite(seconds) ? Math.max(1000, seconds * 1000) : null
}

/**
 * Returns the list under a key of a response. If the response has another shape, the API has changed and the run stops.
 */
export function listOf(response: JsonObject | JsonObject[] | null, key: string, name: string): JsonObject[] {
  const list: unknown = Array.isArray(response) ? undefined : response?.[key]
  if (Array.isArray(list)) return list.filter(isJsonObject)
  throw new CommandError(`${name} answered without "${key}". Its API has changed. ${resumeHint}`)
}
