import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import * as http from 'node:http'
import * as https from 'node:https'
import type { LookupFunction } from 'node:net'
import { inSpan } from '#server/platform/observability/spans.ts'
import { publicHosts } from '#server/platform/settings/envVariables.ts'
import { isPublicAddress } from '#server/platform/settings/networks.ts'

/**
 * A request to another server failed. Log and show only the kind, because the message of the cause may contain the URL,
 * and a URL can contain an address or a key.
 */
export class ExternalRequestError extends Error {
  override name = 'ExternalRequestError'
  readonly kind: 'timeout' | 'unreachable' | 'too_large' | 'interrupted'

  constructor(kind: ExternalRequestError['kind'], cause?: unknown) {
    super(kind, { cause })
    this.kind = kind
  }
}

/** `body` is null unless the status is a success (2xx). */
export type ExternalResponse = { status: number; headers: http.IncomingHttpHeaders; body: Buffer | null }

/**
 * Sends one GET request, or a POST request if there is something to send. `timeout` in milliseconds covers the whole request. A body
 * of the response that is larger than `bytes` is an error.
 */
export type FetchExternal = (
  url: URL,
  options: { headers: Record<string, string>; timeout: number; bytes: number; sent?: Buffer },
) => Promise<ExternalResponse>

/**
 * The type of `dns.lookup`. With an error, `dns.lookup` passes no addresses, although Node's types say that it does.
 */
type Resolve = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses?: LookupAddress[]) => void,
) => void

/**
 * Opens the client for requests to other servers. It follows no redirects, and it connects to the same address that it
 * checked. The name of a public service must not resolve to a private network, because otherwise a poisoned name server
 * could make Hurd read from the operator's own machines. Hosts that the operator named in a setting may be in a private
 * network.
 *
 * @param mustBePublic returns true if only the public addresses of a host may be used
 */
export function openExternalClient(
  resolve: Resolve = systemLookup,
  mustBePublic: (host: string) => boolean = (host) => publicHosts.has(host),
): FetchExternal {
  const lookup = pinnedLookup(resolve, mustBePublic)
  const agents = {
    'http:': new http.Agent({ keepAlive: true, lookup }),
    'https:': new https.Agent({ keepAlive: true, lookup }),
  }

  const fetchOnce: FetchExternal = async (url, { headers, timeout, bytes, sent }) => {
    const signal = AbortSignal.timeout(timeout)
    try {
      const response = await new Promise<http.IncomingMessage>((resolveResponse, reject) => {
        const options = { method: methodOf(sent), headers, signal, lookup }
        const request =
          url.protocol === 'https:'
            ? https.request(url, { ...options, agent: agents['https:'] })
            : http.request(url, { ...options, agent: agents['http:'] })
        request.on('response', resolveResponse).on('error', reject).end(sent)
      })
      const { statusCode: status = 0 } = response
      if (status >= 200 && status < 300) {
        return { status, headers: response.headers, body: await readUpTo(response, bytes, signal) }
      }
      response.destroy()
      return { status, headers: response.headers, body: null }
    } catch (error) {
      if (error instanceof ExternalRequestError) throw error
      throw new ExternalRequestError(signal.aborted ? 'timeout' : 'unreachable', error)
    }
  }

  return async (url, options) => {
    // The span has only the host, because the rest of the URL may contain a member's address.
    const method = methodOf(options.sent)
    const attributes = { 'http.request.method': method, 'server.address': url.hostname }
    return inSpan({ name: `${method} ${url.hostname}`, kind: 'client', attributes }, async (span) => {
      const response = await fetchOnce(url, options)
      span?.setAttribute('http.response.status_code', response.status)
      return response
    })
  }
}

function methodOf(sent: Buffer | undefined): 'GET' | 'POST' {
  return sent ? 'POST' : 'GET'
}

async function readUpTo(
  response: http.IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of response) {
      const bytes = Buffer.from(part)
      size += bytes.length
      if (size > maxBytes) throw new ExternalRequestError('too_large')
      parts.push(bytes)
    }
  } catch (error) {
    if (error instanceof ExternalRequestError) throw error
    throw new ExternalRequestError(signal.aborted ? 'timeout' : 'interrupted', error)
  }
  return Buffer.concat(parts)
}

/**
 * Returns a lookup function for Node. Node connects to the address that the function passes on and does not resolve the
 * name again.
 */
function pinnedLookup(resolve: Resolve, mustBePublic: (host: string) => boolean): LookupFunction {
  return (host, options, done) => {
    resolve(host, { all: true }, (error, addresses = []) => {
      // The error is checked first, because a failed lookup has no addresses.
      if (error) return done(error, [])
      const allowed = mustBePublic(host)
        ? addresses.filter(({ address }) => isPublicAddress(address))
        : addresses
      const [first] = allowed
      if (!first) return done(new Error(`${host} has no public address`), [])
      if (options.all) return done(null, allowed)
      return done(null, first.address, first.family)
    })
  }
}
