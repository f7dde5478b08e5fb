import { describe, expect, test } from 'vitest'
import { idleClock, openLiveSource, type PlayedResponse } from '#server/testing/external/liveSource.ts'
import { listOf, openSource, type SourceOptions } from './sourceClient.ts'

async function sourceOf(
  play: (url: URL, requestCount: number) => PlayedResponse | undefined,
  overrides = {},
) {
  const live = await openLiveSource(play)
  const options: SourceOptions = {
    name: 'The source',
    base: `${live.url}/v3`,
    headers: { 'x-api-key': 'k3y' },
    query: { api_key: 'k3y' },
    keyName: 'SOURCE_API_KEY',
    pace: 1000,
  }
  const clock = idleClock()
  return { live, clock, source: openSource(options, clock, overrides) }
}

describe('a client of a live source', () => {
  test('sends its requests at the set pace, with the key, below its base URL', async () => {
    const { live, clock, source } = await sourceOf(() => ({ body: { ok: 1 } }))
    expect(await source.get('/bill', { sort: 'updateDate asc', include: ['a', 'b'] })).toEqual({ ok: 1 })
    await source.get('/bill')
    await source.get('/bill')
    expect(live.requests[0]!.href).toBe(
      'http://source.example/v3/bill?sort=updateDate+asc&include=a&include=b&api_key=k3y',
    )
    expect(live.heads[0]!['x-api-key']).toBe('k3y')
    expect(clock.waits).toEqual([1000, 1000])
  })

  test('waits as long as Retry-After says, in seconds or as a date', async () => {
    const { clock, source } = await sourceOf((_, requestCount) => {
      if (requestCount === 1) return { status: 429, headers: { 'retry-after': '42' } }
      const later = new Date(Date.now() + 200_000).toUTCString()
      return requestCount === 2 ? { status: 503, headers: { 'retry-after': later } } : { body: {} }
    })
    await source.get('/bill')
    expect(clock.waits[0]).toBe(42_000)
    expect(clock.waits[1]).toBeGreaterThan(140_000)
    expect(clock.waits).toHaveLength(2)
  })

  test.each<[string, PlayedResponse, string]>([
    ['errors', { status: 500 }, 'it answered 500'],
    [
      'limits requests for a long time',
      { status: 429, headers: { 'retry-after': '86400' } },
      'it is limiting requests',
    ],
    ['hangs', 'hang', 'it did not respond in time'],
    ['drops the connection', 'drop', 'it could not be reached'],
    ['sends a page of HTML', { body: '<html>' }, 'its response is not JSON'],
    ['sends half a document', { body: '{"bills": [{' }, 'its response is not JSON'],
    ['sends a number', { body: '7' }, 'its response has an unexpected shape'],
    ['sends too much', { body: JSON.stringify('x'.repeat(5000)) }, 'its response is too large'],
  ])('a source that %s fails with one sentence', async (_, response, reason) => {
    const timeout = response === 'hang' ? 100 : 10_000
    const { live, source } = await sourceOf(() => response, { timeout, bytes: 4000 })
    await expect(source.get('/bill')).rejects.toThrow(
      `The source could not be read: ${reason}. Run the same command to continue after the last page that was stored.`,
    )
    expect(live.requests.length).toBe(reason.includes('limiting requests') ? 1 : 4)
  })

  test('temporary errors are retried after growing pauses', async () => {
    const { clock, source } = await sourceOf((_, requestCount) =>
      requestCount < 4 ? { status: 502 } : { body: { fine: 1 } },
    )
    expect(await source.get('/bill')).toEqual({ fine: 1 })
    expect(clock.waits).toEqual([5000, 25_000, 125_000])
  })

  test('redirects are not followed, and a rejected key names its variable', async () => {
    const elsewhere = await openLiveSource(() => ({ body: {} }))
    const { source } = await sourceOf((_, requestCount) =>
      requestCount === 1
        ? { status: 302, headers: { location: `${elsewhere.url}/metadata` } }
        : { status: 403 },
    )
    await expect(source.get('/bill')).rejects.toThrow('The source answered 302.')
    await expect(source.get('/bill')).rejects.toThrow('The source rejected the key. Set SOURCE_API_KEY.')
    expect(elsewhere.requests).toEqual([])
  })

  test('a response of an unexpected shape is an error, not an empty list', () => {
    expect(listOf({ bills: [{ a: 1 }, 2] }, 'bills', 'The source')).toEqual([{ a: 1 }])
    for (const response of [{ bills: {} }, { data: [] }, null, []]) {
      expect(() => listOf(response, 'bills', 'The source')).toThrow('Its API has changed')
    }
  })
})
