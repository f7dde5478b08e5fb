import { expect, test } from 'vitest'
import { isAddressOrNetwork, isPublicAddress, networkMatcher } from './networks.ts'

test.each([
  '0.0.0.0 127.0.0.1 127.255.255.254 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1',
  '192.0.0.8 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255',
  ':: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:a00:1 ::ffff:8.8.8.8 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1',
  '64:ff9b::127.0.0.1 64:ff9b::a00:1 64:ff9b:1::1 2002:7f00:1:: 2001:db8::1 localhost 2130706433 0x7f000001',
])('no public service has one of the addresses %s', (addresses) => {
  expect(addresses.split(' ').filter(isPublicAddress)).toEqual([])
})

test('a public service can have any other address', () => {
  const addresses = [
    '8.8.8.8',
    '140.147.1.1',
    '172.32.0.1',
    '192.167.1.1',
    '2600:9000::1',
    '64:ff9b::808:808',
  ]
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([])
})

test('a trusted proxy is an address or a network in the usual notation', () => {
  const right = ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']
  expect(right.filter((text) => !isAddressOrNetwork(text))).toEqual([])
  const wrong = ['10.0.0.0/33', '::1/129', '10', '10.0.0/8', '0x0a000001', '10.0.0.0/8/8', 'loopback', '']
  expect(wrong.filter(isAddressOrNetwork)).toEqual([])
})

test('an address matches itself and its networks, and an IPv4 address matches in its IPv6 form too', () => {
  const matches = networkMatcher(['10.0.0.7', '192.168.0.0/16', '::1', 'fd00::/8'])
  const inside = ['10.0.0.7', '::ffff:10.0.0.7', '192.168.255.1', '::1', 'fd12::1']
  expect(inside.filter((address) => !matches(address))).toEqual([])
  expect(['10.0.0.8', '192.169.0.1', '::2', 'fe80::1', '::ffff:10.0.0.8', ''].filter(matches)).toEqual([])
  expect(networkMatcher([])('127.0.0.1')).toBe(false)
  const inIpv6Form = networkMatcher(['::ffff:172.16.0.0/108', '2001:db8::/32'])
  const addresses = ['172.18.0.5', '::ffff:172.31.0.1', '172.32.0.1', '2001:db8::1', '2001:db9::1']
  expect(addresses.filter(inIpv6Form)).toEqual(['172.18.0.5', '::ffff:172.31.0.1', '2001:db8::1'])
})
