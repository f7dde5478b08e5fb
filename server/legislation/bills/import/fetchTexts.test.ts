import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { getBill, getBillText } from '#contract/bills/bills.ts'
import { openLiveSource, type PlayedResponse } from '#server/testing/external/liveSource.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const introduced = readFileSync(new URL('../../../sources/fixtures/bill-ih.xml', import.meta.url), 'utf8')

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

/** Starts a server with a bill that has no text. A local server plays the official sources. */
async function openProduct(
  play: (url: URL) => PlayedResponse | undefined,
  settings: { billTexts?: boolean } = {},
) {
  const source = await openLiveSource(play)
  const product = await startTestServer({ billTexts: true, billTextMirror: source.url, ...settings })
  onTestFinished(() => product.close())
  const reader = await product.member('reader')
  async function bill(row: {
    source_id: string
    status?: string
    text_url?: string
    source_name?: string
    source_url?: string
  }) {
    const { bill_id } = await product.bill(row.source_id)
    await product.pool`update bills set ${product.pool({ source_name: 'Congress.gov', ...row })} where bill_id = ${bill_id}`
    return bill_id
  }
  const read = (id: string) => reader.call(getBillText, { id })
  const whenFetched = async (id: string) => {
    await expect.poll(async () => (await read(id)).state, { timeout: 15_000 }).not.toBe('fetching')
    return read(id)
  }
  return { product, source, reader, bill, read, whenFetched }
}

describe('the text of a bill that has none', () => {
  test('a text is fetched when the bill is first opened, and stored', async () => {
    const { source, bill, read, whenFetched, reader } = await openProduct(({ pathname }) =>
      pathname.endsWith('ih.xml') ? { body: introduced } : undefined,
    )
    const id = await bill({ source_id: 'us/119/hr/9901', status: 'active' })
    const first = await Promise.all([read(id), read(id), read(id)])
    // A local source may have answered before the third request was sent.
    expect(first.map(({ state }) => state)).toContain('fetching')
    expect(first.map(({ state }) => state)).not.toContain('unavailable')
    const text = await whenFetched(id)
    expect(text.state).toBe('ready')
    expect(text.formatted_text).toContain('<h4>')
    expect(source.requests.map(({ pathname }) => pathname)).toEqual(
      ['rh', 'ih'].map(
        (code) => `/www.govinfo.gov/content/pkg/BILLS-119hr9901${code}/xml/BILLS-119hr9901${code}.xml`,
      ),
    )
    expect((await reader.call(getBill, { id })).bill.formatted_text).toBe(text.formatted_text)
  })

  test('a text that the source does not have is not requested again for a while', async () => {
    const { source, bill, whenFetched, product, read } = await openProduct(() => undefined)
    const id = await bill({ source_id: 'us/119/hr/9901', status: 'introduced' })
    expect((await whenFetched(id)).state).toBe('unavailable')
    expect((await read(id)).state).toBe('unavailable')
    expect(source.requests).toHaveLength(1)
    await product.pool`update bill_text_fetches set retry_at = now()`
    expect((await read(id)).state).toBe('fetching')
  })

  test('the text of another bill is never stored', async () => {
    const { bill, whenFetched, product } = await openProduct(() => ({ body: introduced }))
    const id = await bill({ source_id: 'us/119/hr/999', status: 'introduced' })
    expect((await whenFetched(id)).state).toBe('unavailable')
    expect(await product.pool`select from bill_texts`).toHaveLength(0)
  })

  test("a state text is fetched from the legislature's page, sanitized, and from no other host", async () => {
    const { source, bill, whenFetched, read } = await openProduct(() => ({
      headers: { 'content-type': 'text/html' },
      body: '<html><head><title>x</title></head><body><script>steal()</script><h1>AN ACT</h1><p onclick="steal()">Ten feet.</p></body></html>',
    }))
    const state = {
      source_name: 'Open States',
      text_url: 'http://www.azleg.gov/legtext/57leg/2R/bills/HB2429P.htm',
    }
    const id = await bill({ source_id: 'az/57th-2nd-regular/hb2429', ...state })
    const text = await whenFetched(id)
    expect(text).toMatchObject({
      formatted_text: '<h1>AN ACT</h1><p>Ten feet.</p>',
      full_text: 'AN ACT\n\nTen feet.',
    })
    expect(source.requests.map(({ pathname }) => pathname)).toEqual([
      '/www.azleg.gov/legtext/57leg/2R/bills/HB2429P.htm',
    ])
    for (const [number, text_url] of [
      'http://10.0.0.1/x.htm',
      'https://www.azleg.gov.evil.example/x',
      'file:///etc/passwd',
      'https://ilga.gov/x',
    ].entries()) {
      const other = await bill({ source_id: `az/57th-2nd-regular/hb${number + 1}`, ...state, text_url })
      expect((await read(other)).state, text_url).toBe('unavailable')
    }
    expect(source.requests).toHaveLength(1)
  })

  // covers BEY-TEXT-01
  test('the text of a bill that was vetoed is the one that went to the president', async () => {
    const enrolled = readFileSync(new URL('../../../sources/fixtures/bill-enr.xml', import.meta.url), 'utf8')
    const { source, bill, whenFetched } = await openProduct(() => ({ body: enrolled }))
    const id = await bill({ source_id: 'us/119/hr/9901', status: 'rejected' })
    expect((await whenFetched(id)).state).toBe('ready')
    expect(source.requests.map(({ pathname }) => pathname)).toEqual([
      '/www.govinfo.gov/content/pkg/BILLS-119hr9901enr/xml/BILLS-119hr9901enr.xml',
    ])
  })

  // covers BEY-TEXT-02
  test.each([
    ['numbers', ['9', '10', '8']],
    ['letters', ['A', 'B', '*']],
  ])('a city text is the newest version of its Legistar records, named by %s', async (_kind, names) => {
    const { bill, whenFetched } = await openProduct(({ pathname }) => {
      if (pathname.endsWith('/boston/matters/777/versions')) {
        return { body: names.map((Value, at) => ({ Key: String(11 + at), Value })) }
      }
      return pathname.endsWith('/boston/matters/777/texts/12')
        ? { body: { MatterTextPlain: 'ORDERED: That it be so.' } }
        : undefined
    })
    const id = await bill({
      source_id: 'boston/2026-1',
      source_name: 'Legistar',
      source_url: 'https://boston.legistar.com/gateway.aspx?m=l&id=/matter.aspx?key=777',
    })
    expect(await whenFetched(id)).toMatchObject({ state: 'ready', full_text: 'ORDERED: That it be so.' })
  })

  test('a text counts as missing when the source says so, not when it refuses or redirects', async () => {
    const statuses = new Map([
      ['hr1ih', 404],
      ['hr2ih', 410],
      ['hr3ih', 403],
      ['hr4ih', 302],
    ])
    const { bill, whenFetched, product } = await openProduct(({ pathname }) => {
      const printing = /hr\dih(?=\.xml$)/.exec(pathname)?.[0] ?? ''
      return { status: statuses.get(printing) ?? 500, headers: { location: '/elsewhere' } }
    })
    for (const number of [1, 2, 3, 4]) {
      const id = await bill({ source_id: `us/119/hr/${number}`, status: 'introduced' })
      expect((await whenFetched(id)).state).toBe('unavailable')
    }
    const rows = await product.pool<{ state: string; days: number }[]>`
      select f.state, extract(day from f.retry_at - f.attempted_at)::int as days
        from bill_text_fetches f join bills using (bill_id) order by source_id`
    expect(rows.map(({ state }) => state)).toEqual(['missing', 'missing', 'failed', 'failed'])
    expect(rows.map(({ days }) => days > 5)).toEqual([true, true, false, false])
  })

  test('a text that is too large does not pause the source', async () => {
    const { bill, whenFetched } = await openProduct(({ pathname }) =>
      pathname.includes('hr9901') ? { body: introduced } : { body: 'x'.repeat(4 * 1024 * 1024) },
    )
    for (const number of [1, 2, 3, 4]) {
      const id = await bill({ source_id: `us/119/hr/${number}`, status: 'introduced' })
      expect((await whenFetched(id)).state).toBe('unavailable')
    }
    const id = await bill({ source_id: 'us/119/hr/9901', status: 'introduced' })
    expect((await whenFetched(id)).state).toBe('ready')
  })

  test('a fetch fails when the source is unreachable or slow, and a text that is too large counts as missing', async () => {
    const { bill, whenFetched, product } = await openProduct(({ pathname }) => {
      if (pathname.includes('hr1ih')) return 'drop'
      return pathname.includes('hr2ih') ? { body: 'x'.repeat(4 * 1024 * 1024) } : 'hang'
    })
    const ids = [
      await bill({ source_id: 'us/119/hr/1', status: 'introduced' }),
      await bill({ source_id: 'us/119/hr/2', status: 'introduced' }),
      await bill({ source_id: 'us/119/hr/3', status: 'introduced' }),
    ]
    for (const id of ids) expect((await whenFetched(id)).state).toBe('unavailable')
    const rows = await product.pool`
      select state from bill_text_fetches join bills using (bill_id) order by source_id`
    expect(rows.map(({ state }) => String(state))).toEqual(['failed', 'missing', 'failed'])
  })

  test('the log contains no row data from database errors', async () => {
    const { bill, whenFetched, product } = await openProduct(() => ({ body: introduced }))
    await product.pool.unsafe(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'words of a row'; end $$;
      create trigger fail before delete on bill_text_fetches for each row execute function fail()`)
    const id = await bill({ source_id: 'us/119/hr/9901', status: 'introduced' })
    await whenFetched(id)
    await expect.poll(() => product.logLines.join('')).toContain('bill text could not be fetched')
    expect(product.logLines.join('')).not.toContain('words of a row')
  })

  test('no text is fetched when the setting is off or the bill does not exist', async () => {
    const { source, bill, read, reader } = await openProduct(() => ({ body: introduced }), {
      billTexts: false,
    })
    const id = await bill({ source_id: 'us/119/hr/9901' })
    expect((await read(id)).state).toBe('unavailable')
    expect(source.requests).toEqual([])
    expect(await reader.refusal(getBillText, { id: crypto.randomUUID() })).toBe('bill_not_found')
  })
})
