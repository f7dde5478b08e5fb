import { CommandError } from '../cli/command.ts'
import {
  type FetchExternal,
  type ExternalResponse,
  ExternalRequestError,
  openExternalClient,
} from '../http/externalHttp.ts'
import { isJsonObject, type JsonObject } from '../sources/externalJson.ts'

/** How a live source is to be asked. */
export type Manners = {
  /** What people call it: "Congress.gov". */
  name: string
  /** Base address without a closing slash. Nothing is asked of any other host, and no redirect is followed. */
  base: string
  headers: Readonly<Record<string, string>>
  /** Query fields of every request, such as a key. */
  query: Readonly<Record<string, string>>
  /** The variable that holds the key, for the sentence that says it is missing. */
  keyName: string
  /** Least time from one request to the next, in milliseconds: the source's limit. */
  pace: number
}

export type Clock = { now: () => number; wait: (ms: number) => Promise<void> }

export const realClock: Clock = {
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

export type Source = {
  /** The JSON object or list at a path below the base; null where there is nothing (404). */
  get: (
    path: string,
    query?: Readonly<Record<string, string | string[]>>,
  ) => Promise<JsonObject | JsonObject[] | null>
}

const limits = { timeout: 5_000, bytes: 5 * 1024 * 1024, tries: 4, longestWait: 15 * 60_000 }
const askOutside = openExternalClient()
const goOn = 'What was read is kept; the same command goes on from there.'

/** Worth another try; `after` is how long the source asked to wait, in milliseconds. */
class Passing extends Error {
  after: number | null = null
}

/** Asks one thing after another, never faster than the source allows, and tries again what may pass. */
export function openSource(
  manners: Manners,
  clock: Clock,
  own: Partial<typeof limits> = {},
  ask: FetchExternal = askOutside,
): Source {
  const { timeout, bytes, tries, longestWait } = { ...limits, ...own }
  let nextAt = 0

  async function once(url: URL): Promise<JsonObject | JsonObject[] | null> {
    await clock.wait(Math.max(0, nextAt - clock.now()))
    nextAt = clock.now() + manners.pace
    const headers = { accept: 'application/json', 'user-agent': 'hurd', ...manners.headers }
    const response = await ask(url, { headers, timeout, bytes }).catch(asPassing)
    if (response.body) return readJson(response.body)
    if (response.status === 404) return null
    if (response.status === 401 || response.status === 403) {
      throw new CommandError(`${manners.name} refuses the key: set ${manners.keyName}.`)
    }
    if (response.status === 429 || response.status >= 500) {
      const passing = new Passing(
        response.status === 429 ? 'it asks to be called less often' : `it answered ${response.status}`,
      )
      passing.after = retryAfter(response.headers['retry-after'], clock.now())
      throw passing
    }
    throw new CommandError(`${manners.name} answered ${response.status}. ${goOn}`)
  }

  return {
    async get(path, query = {}) {
      const url = addressOf(manners, path, query)
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(url)
        } catch (error) {
          if (!(error instanceof Passing)) throw error
          const pause = error.after ?? 1000 * 5 ** attempt
          if (attempt === tries || pause > longestWait) {
            throw new CommandError(`${manners.name} could not be read: ${error.message}. ${goOn}`)
          }
          await clock.wait(pause)
        }
      }
    },
  }
}

function addressOf(manners: Manners, path: string, query: Readonly<Record<string, string | string[]>>): URL {
  const url = new URL(`${manners.base}${path}`)
  if (url.origin !== new URL(manners.base).origin) throw new Error('A path led to another host')
  for (const [name, value] of Object.entries({ ...query, ...manners.query })) {
    for (const one of [value].flat()) url.searchParams.append(name, one)
  }
  return url
}

const troubles: Record<ExternalRequestError['kind'], string> = {
  timeout: 'it did not answer in time',
  unreachable: 'it could not be reached',
  too_large: 'its answer is too large',
  interrupted: 'its answer broke off',
}

function asPassing(error: unknown): ExternalResponse {
  throw error instanceof ExternalRequestError ? new Passing(troubles[error.kind]) : error
}

/** No JSON may be a gateway's page in a bad moment. */
function readJson(body: Buffer): JsonObject | JsonObject[] {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    throw new Passing('its answer is not JSON')
  }
  if (Array.isArray(value)) return value.filter(isJsonObject)
  if (!isJsonObject(value)) throw new Passing('its answer is not what it should be')
  return value
}

/** Seconds or a date, as milliseconds from now. */
function retryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null
  const seconds = /^\d{1,6}$/.test(value.trim()) ? Number(value) : (Date.parse(value) - now) / 1000
  return Number.isFinite(seconds) ? Math.max(1000, seconds * 1000) : null
}

/** The list under a key of an answer; a source whose answers have another shape is not read on. */
export function listOf(answer: JsonObject | JsonObject[] | null, key: string, name: string): JsonObject[] {
  const list: unknown = Array.isArray(answer) ? undefined : answer?.[key]
  if (Array.isArray(list)) return list.filter(isJsonObject)
  throw new CommandError(`${name} gave an answer without "${key}": its form has changed. ${goOn}`)
}
