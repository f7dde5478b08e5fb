import { beforeEach, describe, expect, test } from 'vitest'
import { openLiveSource } from '../testing/external/liveSource.ts'
import { isPublic, openOutside, OutsideTrouble } from './outside.ts'

let live: Awaited<ReturnType<typeof openLiveSource>>
beforeEach(async () => (live = await openLiveSource(() => ({ body: { ok: 1 } }))))

const asked = { headers: {}, timeout: 5_000, bytes: 1_000 }

/** A resolver that is somebody else's: every name leads where it says. */
function ledTo(...addresses: string[]) {
  let resolved = 0
  const ask = openOutside((_host, _options, done) => {
    resolved += 1
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  })
  return { ask, resolved: () => resolved }
}

function at(host: string): URL {
  const url = new URL(`${live.url}/v3/bill`)
  url.hostname = host
  return url
}

describe('asking a public service', () => {
  test('whose name leads into a network of our own, nothing reaches it', async () => {
    const hosts = ['api.congress.gov', 'v3.openstates.org', 'webapi.legistar.com', 'geocoding.geo.census.gov']
    for (const host of hosts) {
      const told = await ledTo('127.0.0.1')
        .ask(at(host), asked)
        .catch((error: unknown) => error)
      expect(told).toBeInstanceOf(OutsideTrouble)
      expect(told).toMatchObject({ kind: 'unreached' })
    }
    expect(live.asked).toEqual([])
  })

  test('the name is looked up once, and what was looked at is connected to', async () => {
    const { ask, resolved } = ledTo('127.0.0.1')
    // A host that the operator named in a setting: it may lie in a network of theirs.
    expect(await ask(at('mirror.example'), asked)).toMatchObject({ status: 200 })
    expect(resolved()).toBe(1)
    expect(live.asked).toHaveLength(1)
    expect(live.heads.at(-1)?.host).toMatch(/^mirror\.example:/)
  })

  test('of several addresses only the public ones are tried', async () => {
    const { ask } = ledTo('127.0.0.1', '::1', '10.0.0.1')
    await expect(ask(at('api.congress.gov'), asked)).rejects.toThrow('unreached')
    expect(live.asked).toEqual([])
  })
})

describe('while the name server is away', () => {
  test('a request to any host fails as unreached, and the process lives', async () => {
    const noResolver = openOutside((host, _options, done) =>
      // As dns.lookup() does it: later, and without a second argument.
      setImmediate(() => done(Object.assign(new Error(`queryA ${host}`), { code: 'EAI_AGAIN' }))),
    )
    for (const host of ['api.congress.gov', 'geocoding.geo.census.gov', 'mirror.example']) {
      await expect(noResolver(at(host), asked)).rejects.toMatchObject({
        name: 'OutsideTrouble',
        kind: 'unreached',
      })
    }
  })

  test('a name without any address is no different', async () => {
    await expect(ledTo().ask(at('mirror.example'), asked)).rejects.toMatchObject({ kind: 'unreached' })
  })

  test('the real resolver, asked for a name that cannot exist, ends in the same failure', async () => {
    await expect(openOutside()(at('geocoder.invalid'), asked)).rejects.toMatchObject({ kind: 'unreached' })
  })
})

test.each([
  '0.0.0.0 127.0.0.1 127.255.255.254 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1',
  '192.0.0.8 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255',
  ':: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:a00:1 ::ffff:8.8.8.8 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1',
  '64:ff9b::127.0.0.1 64:ff9b::a00:1 64:ff9b:1::1 2002:7f00:1:: 2001:db8::1 localhost',
])('no public service is at %s', (addresses) => {
  expect(addresses.split(' ').filter(isPublic)).toEqual([])
})

test('others are public', () => {
  const addresses = [
    '8.8.8.8',
    '140.147.1.1',
    '172.32.0.1',
    '192.167.1.1',
    '2600:9000::1',
    '64:ff9b::808:808',
  ]
  expect(addresses.filter((address) => !isPublic(address))).toEqual([])
})
