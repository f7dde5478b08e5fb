import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import * as http from 'node:http'
import * as https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { publicHosts } from '../kit/env.ts'

/** Why there is no answer: said by kind, since what a failed request tells of itself may hold what was asked. */
export class OutsideTrouble extends Error {
  override name = 'OutsideTrouble'
  readonly kind: 'late' | 'unreached' | 'too large' | 'broken off'

  constructor(kind: OutsideTrouble['kind'], cause?: unknown) {
    super(kind, { cause })
    this.kind = kind
  }
}

/** `body` is read of a 200 only. */
export type OutsideAnswer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer | null }

/** One GET. `timeout` is for all of it, in milliseconds; `bytes` is the largest body that is read. */
export type AskOutside = (
  url: URL,
  asked: { headers: Record<string, string>; timeout: number; bytes: number },
) => Promise<OutsideAnswer>

/** Node's own resolver passes no addresses with an error, although its types promise some. */
type Resolve = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses?: LookupAddress[]) => void,
) => void

/**
 * How the server asks other people's: no redirect is followed, and the address that was looked at is the one that is
 * connected to. A public service's name that leads into a network of our own is not followed there; only a host that
 * the operator named in a setting may lie there.
 * @param mustBePublic whether a host may only lead to public addresses
 */
export function openOutside(
  resolve: Resolve = systemLookup,
  mustBePublic: (host: string) => boolean = (host) => publicHosts.has(host),
): AskOutside {
  const lookup = pinnedLookup(resolve, mustBePublic)
  const agents = {
    'http:': new http.Agent({ keepAlive: true, lookup }),
    'https:': new https.Agent({ keepAlive: true, lookup }),
  }
  return async (url, { headers, timeout, bytes }) => {
    const signal = AbortSignal.timeout(timeout)
    try {
      const response = await new Promise<http.IncomingMessage>((answered, failed) => {
        const options = { headers, signal, lookup }
        const request =
          url.protocol === 'https:'
            ? https.request(url, { ...options, agent: agents['https:'] })
            : http.request(url, { ...options, agent: agents['http:'] })
        request.on('response', answered).on('error', failed).end()
      })
      const { statusCode: status = 0 } = response
      if (status === 200) {
        return { status, headers: response.headers, body: await readUpTo(response, bytes, signal) }
      }
      response.destroy()
      return { status, headers: response.headers, body: null }
    } catch (error) {
      if (error instanceof OutsideTrouble) throw error
      throw new OutsideTrouble(signal.aborted ? 'late' : 'unreached', error)
    }
  }
}

async function readUpTo(response: http.IncomingMessage, most: number, signal: AbortSignal): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of response) {
      const bytes = Buffer.from(part)
      size += bytes.length
      if (size > most) throw new OutsideTrouble('too large')
      parts.push(bytes)
    }
  } catch (error) {
    if (error instanceof OutsideTrouble) throw error
    throw new OutsideTrouble(signal.aborted ? 'late' : 'broken off', error)
  }
  return Buffer.concat(parts)
}

/** Node connects to the address passed on here and does not resolve the name a second time. */
function pinnedLookup(resolve: Resolve, mustBePublic: (host: string) => boolean): LookupFunction {
  return (host, options, done) => {
    resolve(host, { all: true }, (error, addresses = []) => {
      // First of all, because a failed look-up comes without any addresses.
      if (error) return done(error, [])
      const allowed = mustBePublic(host) ? addresses.filter(({ address }) => isPublic(address)) : addresses
      const [first] = allowed
      if (!first) return done(new Error(`${host} leads to no public address`), [])
      if (options.all) return done(null, allowed)
      return done(null, first.address, first.family)
    })
  }
}

/** Networks that no public service lives in: RFC 6890 and what came to it. */
const ownNetworks4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
const ownNetworks6: [string, number][] = [
  ['::', 96], // unspecified, loopback, and IPv4 written the old way
  ['::ffff:0:0', 96], // IPv4 as IPv6
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4, with an IPv4 address inside
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]
// Two lists: one alone would find every IPv4 address in the network of those written as IPv6.
const notPublic = { 4: new BlockList(), 6: new BlockList() }
for (const [network, bits] of ownNetworks4) {
  notPublic[4].addSubnet(network, bits, 'ipv4')
  // The same behind a translator, as networks without IPv4 have it.
  notPublic[6].addSubnet(`64:ff9b::${network}`, 96 + bits, 'ipv6')
}
for (const [network, bits] of ownNetworks6) notPublic[6].addSubnet(network, bits, 'ipv6')

export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic[4].check(address, 'ipv4')
  return family === 6 && !notPublic[6].check(address, 'ipv6')
}
