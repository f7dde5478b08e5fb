import { describe, expect, test } from 'vitest'
import { idleClock, openLiveSource, type Played } from '../testing/external/liveSource.ts'
import { listOf, openSource, type Manners } from './polite.ts'

async function sourceOf(play: (url: URL, asked: number) => Played | undefined, own = {}) {
  const live = await openLiveSource(play)
  const manners: Manners = {
    name: 'The source',
    base: `${live.url}/v3`,
    headers: { 'x-api-key': 'k3y' },
    query: { api_key: 'k3y' },
    keyName: 'SOURCE_API_KEY',
    pace: 1000,
  }
  const clock = idleClock()
  return { live, clock, source: openSource(manners, clock, own) }
}

describe('asking a live source', () => {
  test('one request after another at its pace, with the key, below its address', async () => {
    const { live, clock, source } = await sourceOf(() => ({ body: { ok: 1 } }))
    expect(await source.get('/bill', { sort: 'updateDate asc', include: ['a', 'b'] })).toEqual({ ok: 1 })
    await source.get('/bill')
    await source.get('/bill')
    expect(live.asked[0]!.href).toBe(
      'http://source.example/v3/bill?sort=updateDate+asc&include=a&include=b&api_key=k3y',
    )
    expect(live.heads[0]!['x-api-key']).toBe('k3y')
    expect(clock.waits).toEqual([1000, 1000])
  })

  test('throttled, it waits as long as it is told, by seconds or by date', async () => {
    const { clock, source } = await sourceOf((_, asked) => {
      if (asked === 1) return { status: 429, headers: { 'retry-after': '42' } }
      const later = new Date(Date.now() + 200_000).toUTCString()
      return asked === 2 ? { status: 503, headers: { 'retry-after': later } } : { body: {} }
    })
    await source.get('/bill')
    expect(clock.waits[0]).toBe(42_000)
    expect(clock.waits[1]).toBeGreaterThan(140_000)
    expect(clock.waits).toHaveLength(2)
  })

  test.each<[string, Played, string]>([
    ['errors', { status: 500 }, 'it answered 500'],
    [
      'is throttled for long',
      { status: 429, headers: { 'retry-after': '86400' } },
      'it asks to be called less often',
    ],
    ['hangs', 'hang', 'it did not answer in time'],
    ['hangs up', 'drop', 'it could not be reached'],
    ['sends a page of HTML', { body: '<html>' }, 'its answer is not JSON'],
    ['sends half a document', { body: '{"bills": [{' }, 'its answer is not JSON'],
    ['sends a number', { body: '7' }, 'its answer is not what it should be'],
    ['sends too much', { body: JSON.stringify('x'.repeat(5000)) }, 'its answer is too large'],
  ])('a source that %s is given up with one sentence', async (_, played, words) => {
    const { live, source } = await sourceOf(() => played, { timeout: 100, bytes: 4000 })
    await expect(source.get('/bill')).rejects.toThrow(
      `The source could not be read: ${words}. What was read is kept; the same command goes on from there.`,
    )
    expect(live.asked.length).toBe(words.includes('less often') ? 1 : 4)
  })

  test('what passes is tried again, ever later', async () => {
    const { clock, source } = await sourceOf((_, asked) =>
      asked < 4 ? { status: 502 } : { body: { fine: 1 } },
    )
    expect(await source.get('/bill')).toEqual({ fine: 1 })
    expect(clock.waits).toEqual([5000, 25_000, 125_000])
  })

  test('no redirect is followed, to wherever it leads; a refused key names its variable', async () => {
    const elsewhere = await openLiveSource(() => ({ body: {} }))
    const { source } = await sourceOf((_, asked) =>
      asked === 1 ? { status: 302, headers: { location: `${elsewhere.url}/metadata` } } : { status: 403 },
    )
    await expect(source.get('/bill')).rejects.toThrow('The source answered 302.')
    await expect(source.get('/bill')).rejects.toThrow('The source refuses the key: set SOURCE_API_KEY.')
    expect(elsewhere.asked).toEqual([])
  })

  test('an answer of another shape is no empty list', () => {
    expect(listOf({ bills: [{ a: 1 }, 2] }, 'bills', 'The source')).toEqual([{ a: 1 }])
    for (const answer of [{ bills: {} }, { data: [] }, null, []]) {
      expect(() => listOf(answer, 'bills', 'The source')).toThrow('its form has changed')
    }
  })
})
