import { beforeEach, describe, expect, test } from 'vitest'
import { openLiveSource } from '#server/testing/external/liveSource.ts'
import { ExternalRequestError, openExternalClient } from './externalHttp.ts'

let live: Awaited<ReturnType<typeof openLiveSource>>
beforeEach(async () => (live = await openLiveSource(() => ({ body: { ok: 1 } }))))

const options = { headers: {}, timeout: 5_000, bytes: 1_000 }

/** Opens a client whose name server answers with these addresses for every name. */
function clientResolvingTo(...addresses: string[]) {
  let lookups = 0
  const get = openExternalClient((_host, _options, done) => {
    lookups += 1
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  })
  return { get, lookups: () => lookups }
}

function urlAt(host: string): URL {
  const url = new URL(`${live.url}/v3/bill`)
  url.hostname = host
  return url
}

describe('a request to a public service', () => {
  test('is not sent when the name resolves to a private network', async () => {
    const hosts = ['api.congress.gov', 'v3.openstates.org', 'webapi.legistar.com', 'geocoding.geo.census.gov']
    for (const host of hosts) {
      const error = await clientResolvingTo('127.0.0.1')
        .get(urlAt(host), options)
        .catch((cause: unknown) => cause)
      expect(error).toBeInstanceOf(ExternalRequestError)
      expect(error).toMatchObject({ kind: 'unreachable' })
    }
    expect(live.requests).toEqual([])
  })

  test('uses the address that was checked, after a single lookup', async () => {
    const { get, lookups } = clientResolvingTo('127.0.0.1')
    // The operator named this host in a setting, so it may be in a private network.
    expect(await get(urlAt('mirror.example'), options)).toMatchObject({ status: 200 })
    expect(lookups()).toBe(1)
    expect(live.requests).toHaveLength(1)
    expect(live.heads.at(-1)?.host).toMatch(/^mirror\.example:/)
  })

  test('is not sent when none of several addresses is public', async () => {
    const { get } = clientResolvingTo('127.0.0.1', '::1', '10.0.0.1')
    await expect(get(urlAt('api.congress.gov'), options)).rejects.toThrow('unreachable')
    expect(live.requests).toEqual([])
  })
})

describe('while the name server is down', () => {
  test('a request to any host fails as unreachable and the process keeps running', async () => {
    const get = openExternalClient((host, _options, done) =>
      // The function behaves like dns.lookup(): it calls back later and without a second argument.
      setImmediate(() => done(Object.assign(new Error(`queryA ${host}`), { code: 'EAI_AGAIN' }))),
    )
    for (const host of ['api.congress.gov', 'geocoding.geo.census.gov', 'mirror.example']) {
      await expect(get(urlAt(host), options)).rejects.toMatchObject({
        name: 'ExternalRequestError',
        kind: 'unreachable',
      })
    }
  })

  test('a request to a name without addresses fails the same way', async () => {
    const { get } = clientResolvingTo()
    await expect(get(urlAt('mirror.example'), options)).rejects.toMatchObject({ kind: 'unreachable' })
  })

  test('a request to a name that cannot exist fails the same way with the real resolver', async () => {
    const get = openExternalClient()
    await expect(get(urlAt('geocoder.invalid'), options)).rejects.toMatchObject({ kind: 'unreachable' })
  })
})
