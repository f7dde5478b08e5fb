import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** The IPv4 addresses behind a NAT64 translator (RFC 6052), through which hosts without IPv4 connect. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Returns true if a public service can have this address. Loopback, private, link-local, documentation and similar
 * addresses are not public.
 */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text).range() === 'unicast'
  if (!ipaddr.IPv6.isValid(text)) return false
  const address = ipaddr.IPv6.parse(text)
  if (address.match(nat64)) return behindNat64(address).range() === 'unicast'
  return address.match(globalUnicast) && address.range() === 'unicast'
}

/** The longest text that is parsed. No address is longer, and some of the patterns below need quadratic time. */
const longestAddress = 64

/**
 * Parses an address as sockets and proxies spell it: with a port, in brackets, with a zone, or an IPv4 address in one of its
 * IPv6 forms. Null if the text is not an address.
 */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (text.length > longestAddress) return null
  const [, inBrackets] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? []
  const [, beforePort] = /^(.*\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text) ?? []
  const address = (inBrackets ?? beforePort ?? text).replace(/%[^%]*$/, '')
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
  if (!isAddress) return null
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 && parsed.match(nat64) ? behindNat64(parsed) : parsed
}

function behindNat64(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(-4))
}

/**
 * Returns the address of the caller in one spelling. A trusted proxy may forward anything: if that is no address, such
 * as "unknown", the caller is the nearest proxy that has one.
 */
export function callerIp({ ip, ips }: { ip: string; ips?: string[] | undefined }): string {
  // The usual spelling needs no parsing, which every request would wait for.
  const spelled = (ips ?? [ip]).map((text) => (isIPv4(text) ? text : parseAddress(text)?.toString()))
  return spelled.findLast((address) => address !== undefined) ?? ip
}

/**
 * Returns the network that a limit counts: an IPv4 address, or the /64 that one household has with IPv6. Each network has
 * one name, however its address is spelled.
 */
export function networkOf(text: string): string {
  const address = parseAddress(text)
  if (!(address instanceof ipaddr.IPv6)) return address?.toString() ?? text
  const groups = address.parts.slice(0, 4).map((group) => group.toString(16))
  return groups.join(':')
}

/** Returns true for an address such as 10.0.0.1 or ::1, and for a network such as 10.0.0.0/8. */
export function isAddressOrNetwork(text: string): boolean {
  const { IPv4, IPv6 } = ipaddr
  return text.includes('/')
    ? IPv4.isValidCIDRFourPartDecimal(text) || IPv6.isValidCIDR(text)
    : IPv4.isValidFourPartDecimal(text) || IPv6.isValid(text)
}

/** Returns a function that says whether an address is one of these addresses or in one of these networks. */
export function networkMatcher(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map(parseNetwork)
  return (text) => {
    const address = ranges.length === 0 ? null : parseAddress(text)
    if (!address) return false
    return ranges.some(([range, bits]) => address.kind() === range.kind() && address.match(range, bits))
  }
}

function parseNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) {
    const [address, bits] = ipaddr.parseCIDR(text)
    const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96
    return isMapped ? [address.toIPv4Address(), bits - 96] : [address, bits]
  }
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
