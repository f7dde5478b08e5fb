import type { FastifyBaseLogger } from 'fastify'
import { admission } from '#server/platform/http/admission.ts'
import { openExternalClient, ExternalRequestError } from '#server/platform/http/externalHttp.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import type { Env } from '#server/platform/settings/env.ts'
import { UnusableRecord, type ImportedVersion, type Reading } from '#server/sources/bills/importedBill.ts'
import { hasOfficialText, readOfficialText, type TextlessBill } from '#server/sources/text/officialText.ts'
import { importBills } from './import.ts'

export type TextFetches = {
  /** Starts to fetch the text of a bill that has none, unless a fetch is running or was tried recently. */
  request: (bill_id: string) => Promise<'fetching' | 'unavailable'>
  /** Starts no further fetches. The promise resolves when the running fetches have ended. */
  stop: () => Promise<void>
}

type Settings = Pick<Env, 'billTexts' | 'billTextMirror' | 'sources'>
type FetchableBill = TextlessBill & { bill_id: string; source_name: string }

/** The time limit of a request to a source in milliseconds, and the largest response in bytes. */
const limits = { timeout: 5_000, bytes: 3 * 1024 * 1024 }
/** The number of simultaneous fetches, and of bills that may wait in the queue. */
const concurrency = 2
const maxWaiting = 20
/** This is longer than all fetches ahead in the queue can take so that only `stop` ends the wait. */
const waitMs = 30 * 60_000
/** A source is paused after this many consecutive failures. */
const failuresAllowed = 3
const pauseMs = 60_000
/** With these statuses a source has answered the question: it has the text, does not have it, or no longer has it. */
const finalStatuses = new Set([200, 404, 410])

/**
 * Fetches the text of a bill from its official source when a member opens the bill for the first time. No request waits
 * for the fetch: `request` answers at once, and the usual import stores the text. Only one instance fetches a bill at a
 * time, and a failed fetch is not repeated for a while.
 */
export function fetchTexts(pool: Pool, settings: Settings, log: FastifyBaseLogger): TextFetches {
  const mirror = settings.billTextMirror
  const legistarHost = new URL(settings.sources.legistar.url).hostname
  const privateHosts = new Set([mirror ? new URL(mirror).hostname : '', legistarHost])
  // Only hosts from the operator's settings may be in a private network.
  const request = openExternalClient(
    undefined,
    (host) => !privateHosts.has(host) || host === 'webapi.legistar.com',
  )
  const running = new Map<string, Promise<void>>()
  const queue = admission({ atOnce: concurrency, waiting: maxWaiting, waitMs })
  const failures = new Map<string, { count: number; until: number }>()
  let stopping = false

  async function start(bill_id: string): Promise<'fetching' | 'unavailable'> {
    if (running.has(bill_id)) return 'fetching'
    if (!settings.billTexts || stopping) return 'unavailable'
    const bill = await selectFetchableBill(pool, bill_id)
    if (!bill || !hasOfficialText(bill)) return 'unavailable'
    if (bill.state !== null) return bill.state === 'fetching' ? 'fetching' : 'unavailable'
    if (running.has(bill_id)) return 'fetching'
    if (running.size >= concurrency + maxWaiting) return 'unavailable'
    const fetch = queue(async () => fetchOne(bill))
      .catch((error: unknown) => log.warn({ err: error }, 'bill text could not be stored'))
      .finally(() => running.delete(bill_id))
    running.set(bill_id, fetch)
    return 'fetching'
  }

  async function fetchOne(bill: FetchableBill): Promise<void> {
    if (stopping || !(await claim(pool, bill.bill_id))) return
    try {
      const text = await readOfficialText(bill, settings.sources.legistar, get)
      const isStored = text && (await store(bill, text))
      if (isStored) await pool`delete from bill_text_fetches where bill_id = ${bill.bill_id}`
      else await recordOutcome(pool, bill.bill_id, 'missing')
      log.info({ bill: bill.source_id, stored: Boolean(isStored) }, 'bill text fetched')
    } catch (error) {
      const reason = error instanceof ExternalRequestError ? error.kind : undefined
      log.warn({ bill: bill.source_id, reason, err: error }, 'bill text could not be fetched')
      const isFinal = error instanceof UnusableRecord || reason === 'too_large'
      await recordOutcome(pool, bill.bill_id, isFinal ? 'missing' : 'failed')
    }
  }

  /**
   * Sends one request to a source unless the source is paused. Null if the source says that it has no text. Any other
   * status, such as 403 or a redirect, counts as a failure of the source, because the text may exist.
   */
  async function get(sourceUrl: string): Promise<Buffer | null> {
    const source = new URL(sourceUrl)
    const url = mirror ? new URL(`${mirror}/${source.host}${source.pathname}${source.search}`) : source
    if (stopping) throw new ExternalRequestError('interrupted')
    const pause = failures.get(source.host)
    if (pause && pause.until > Date.now()) throw new ExternalRequestError('unreachable')
    try {
      const { status, body } = await request(url, { headers: { 'user-agent': 'hurd' }, ...limits })
      if (!finalStatuses.has(status)) {
        throw new ExternalRequestError('unreachable', new Error(`status ${status}`))
      }
      failures.delete(source.host)
      return body
    } catch (error) {
      // The source works, and only this text is unusable.
      if (error instanceof ExternalRequestError && error.kind === 'too_large') {
        failures.delete(source.host)
        throw error
      }
      const count = (failures.get(source.host)?.count ?? 0) + 1
      failures.set(source.host, { count, until: count >= failuresAllowed ? Date.now() + pauseMs : 0 })
      throw error
    }
  }

  async function store(bill: FetchableBill, version: ImportedVersion): Promise<boolean> {
    const { source_id, source_name } = bill
    const reading: Reading = {
      file: source_name,
      record: source_id,
      imported: { source_id, source_name, version },
    }
    const { refused, refusals } = await importBills(pool, only(reading))
    if (refused > 0) log.warn({ bill: source_id, reason: refusals[0]?.reason }, 'bill text was refused')
    return refused === 0
  }

  return {
    request: start,
    async stop() {
      stopping = true
      await Promise.all(running.values())
    },
  }
}

// oxlint-disable-next-line require-await -- the import reads an async iterable
async function* only(reading: Reading): AsyncGenerator<Reading> {
  yield reading
}

/** Selects the bill and the state of the last fetch. The state is null as soon as another fetch may be tried. */
async function selectFetchableBill(
  pool: Pool,
  bill_id: string,
): Promise<(FetchableBill & { state: string | null }) | undefined> {
  const [bill] = await pool<(FetchableBill & { state: string | null })[]>`
    select b.bill_id, b.source_id, b.source_name, b.status, b.source_url, b.text_url, f.state
      from bills b left join bill_text_fetches f on f.bill_id = b.bill_id and f.retry_at > now()
     where b.bill_id = ${bill_id}`
  return bill
}

/** Returns false if another instance is fetching the text. If the process is killed, the fetch blocks others for two minutes. */
async function claim(pool: Pool, bill_id: string): Promise<boolean> {
  const claims = await pool`
    insert into bill_text_fetches as f (bill_id, state, retry_at)
    values (${bill_id}, 'fetching', now() + interval '2 minutes')
    on conflict (bill_id) do update
       set state = excluded.state, attempted_at = excluded.attempted_at, retry_at = excluded.retry_at
     where f.retry_at <= now()
    returning f.bill_id`
  return claims.length > 0
}

/**
 * Stores the outcome of a fetch. A missing text is requested again after a week, and a failed fetch is repeated after
 * ten minutes.
 */
async function recordOutcome(pool: Pool, bill_id: string, state: 'missing' | 'failed'): Promise<void> {
  await pool`
    update bill_text_fetches
       set state = ${state}, retry_at = now() + ${state === 'missing' ? '7 days' : '10 minutes'}::interval
     where bill_id = ${bill_id}`
}
