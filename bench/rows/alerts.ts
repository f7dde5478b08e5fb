import { setTimeout as sleep } from 'node:timers/promises'
import { importBills } from '#server/legislation/bills/import/import.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import type { ImportedBill, Reading } from '#server/sources/bills/importedBill.ts'
import { goals, judge } from '../report/goals.ts'
import { formatCount, type Section } from '../report/tables.ts'
import type { Cluster } from '../server/cluster.ts'
import { startProduct } from '../server/product.ts'

const followers = 10_000
const pollEveryMs = 50
const timeoutSeconds = 20 * 60

/** Seconds from the import of a bill's new status to the alerts, and how many alerts there were at the end. */
export type AlertTimes = {
  followers: number
  firstInApp: number
  lastInApp: number
  firstEmail: number
  lastEmail: number
  firstQueued: number
  lastQueued: number
  inApp: number
  emails: number
  /** Messages for devices in the queue. */
  queued: number
}

/** Imports a new status of a bill whose followers want alerts immediately, and waits until the product has sent all alerts. */
export async function measureAlerts(cluster: Cluster, members = followers): Promise<AlertTimes> {
  const { url, pool } = await cluster.database('bench_alerts')
  await importBills(pool, one(billAt('introduced')))
  await insertFollowers(pool, members)
  // Nothing is sent to push services, so what reached their queue can be counted.
  const product = await startProduct(url, cluster.folder, { settings: { PUSH_SERVICES: 'none' } })
  try {
    const began = performance.now()
    await importBills(pool, one(billAt('engrossed')))
    const secondsUntil = async (wanted: number, alerts: (pool: Pool) => Promise<number>) => {
      while ((await alerts(pool)) < wanted) {
        if (performance.now() - began > timeoutSeconds * 1000) return Infinity
        await sleep(pollEveryMs)
      }
      return (performance.now() - began) / 1000
    }
    const [firstInApp, firstEmail, firstQueued, lastInApp, lastEmail, lastQueued] = await Promise.all([
      secondsUntil(1, countInApp),
      secondsUntil(1, countEmails),
      secondsUntil(1, countQueued),
      secondsUntil(members, countInApp),
      secondsUntil(members, countEmails),
      secondsUntil(members, countQueued),
    ])
    const [inApp, emails, queued] = await Promise.all([
      countInApp(pool),
      countEmails(pool),
      countQueued(pool),
    ])
    return {
      followers: members,
      firstInApp,
      firstEmail,
      firstQueued,
      lastInApp,
      lastEmail,
      lastQueued,
      inApp,
      emails,
      queued,
    }
  } finally {
    await product.stop()
  }
}

function billAt(status: ImportedBill['status']): ImportedBill {
  const day = new Date().toISOString().slice(0, 10)
  const introduced = { date: '2026-01-05', text: 'Introduced in House', chamber: 'House' }
  const passed = { date: day, text: 'Passed House by voice vote', chamber: 'House' }
  return {
    source_name: 'Congress.gov',
    source_id: 'us/119/hr/9900',
    source_updated_at: null,
    source_checked_at: null,
    bill_code: 'H.R. 9900',
    title: 'The Many Followers Act',
    summary: '',
    topics: [],
    government_level: 'federal',
    jurisdiction: 'ocd-division/country:us',
    status,
    created_at: '2026-01-05T00:00:00.000Z',
    source_url: null,
    sponsors: [],
    actions: status === 'introduced' ? [introduced] : [introduced, passed],
  }
}

// oxlint-disable-next-line require-await -- the import reads an async iterable
async function* one(imported: ImportedBill): AsyncGenerator<Reading> {
  yield { file: 'bench', record: 'record 1', imported }
}

async function insertFollowers(pool: Pool, members: number): Promise<void> {
  await pool`
    insert into users (username, email, full_name, password_hash, email_verified_at)
    select 'follower-' || n, 'follower' || n || '@example.org', 'Follower number ' || n, 'none', now()
      from generate_series(1, ${members}::int) n`
  await pool`
    insert into alert_follows (user_id, target_type, target_id)
    select u.user_id, 'bill', b.bill_id::text from users u cross join bills b`
  await pool`
    insert into alert_settings (user_id, frequency, last_update_id)
    select user_id, 'immediate', (select coalesce(max(update_id), 0) from bill_updates) from users`
  await pool`
    with devices as (
      insert into sessions (token_hash, user_id, expires_at)
      select sha256(username::bytea), user_id, now() + interval '1 day' from users returning session_id, user_id)
    insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth)
    select session_id, user_id, 'https://push.example/' || session_id, decode(repeat('04', 65), 'hex'),
           decode(repeat('01', 16), 'hex') from devices`
  await pool`vacuum (analyze)`
}

async function countInApp(pool: Pool): Promise<number> {
  const [row] = await pool<{ alerts: number }[]>`
    select count(*)::int as alerts from notifications where type = 'bill_update'`
  return row?.alerts ?? 0
}

async function countEmails(pool: Pool): Promise<number> {
  const [row] = await pool<{ alerts: number }[]>`
    select count(*)::int as alerts from emails where purpose like 'alert%'`
  return row?.alerts ?? 0
}

async function countQueued(pool: Pool): Promise<number> {
  const [row] = await pool<{ alerts: number }[]>`select count(*)::int as alerts from push_messages`
  return row?.alerts ?? 0
}

const seconds = (value: number) => `${value.toFixed(1)} s`

export function reportAlerts(times: AlertTimes): Section {
  const { firstInApp, lastInApp, firstEmail, lastEmail, firstQueued, lastQueued } = times
  return {
    lines: [
      `Alerts about one bill with ${formatCount(times.followers)} followers, who all want them by email immediately and on one device`,
      '',
      '| | first | last | how many |',
      '|---|---|---|---|',
      `| in the app | ${seconds(firstInApp)} | ${seconds(lastInApp)} | ${formatCount(times.inApp)} |`,
      `| emails in the outbox | ${seconds(firstEmail)} | ${seconds(lastEmail)} | ${formatCount(times.emails)} |`,
      `| in the queue for devices | ${seconds(firstQueued)} | ${seconds(lastQueued)} | ${formatCount(times.queued)} |`,
    ],
    measurements: [
      judge(goals.alertInApp, [firstInApp]),
      judge(goals.alertEmail, [firstEmail]),
      judge(goals.alertsToAll, [Math.max(lastInApp, lastEmail)]),
      judge(goals.alertsToDevices, [lastQueued]),
    ],
  }
}
