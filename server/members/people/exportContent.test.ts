import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getFeedAddress } from '#contract/alerts.ts'
import { updateProfile } from '#contract/people.ts'
import { contactRepresentative } from '#contract/representatives.ts'
import { exportedData } from '#server/testing/setups/dataExport.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { collectExport } from './exportContent.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({}, undefined, { gazetteer: true })
})
afterAll(() => app.close())

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }

// covers HURD-EXPORT-01
test('the archive has the homes that count for moves, the fetches of secret addresses and a hidden label', async () => {
  const ana = await app.member('ana', { ...verified, member_type: 'community_leader' })
  await ana.call(updateProfile, { address: '12 Oak Street, Austin, TX 78701', full_name: 'Ana Newname' })
  const { atom_url, calendar_url } = await ana.call(getFeedAddress, {})
  for (const [url, agent] of [
    [atom_url, 'Feedly/1.0 (like FeedFetcher-Google)'],
    [calendar_url, 'Mozilla/5.0 Gecko/20100101 Thunderbird/140.2'],
  ] as const) {
    await fetch(app.origin + new URL(url).pathname, { headers: { 'user-agent': agent } })
  }
  const data = await exportedData(app, ana)
  const time: unknown = expect.stringMatching(/^20\d\d-\d\d-\d\dT/)
  expect(data).toMatchObject({
    account: { username: 'ana', member_type: 'community_leader', is_label_hidden: true },
    residence: [{ precision: 'zip', resolved_at: time }],
    counted_homes: [
      {
        divisions: expect.arrayContaining(['ocd-division/country:us/state:tx/place:austin']),
        expires_at: null,
      },
    ],
    moves: [{ is_first: true, moved_at: time }],
    feed_addresses: [
      {
        feed_fetched_at: time,
        feed_reader: 'Feedly',
        calendar_fetched_at: time,
        calendar_reader: 'Thunderbird',
      },
    ],
  })
  expect(JSON.stringify(data)).not.toContain(/mine\/(.+)\.atom/.exec(atom_url)![1])
})

// covers HURD-EXPORT-01
test('the archive has the language of the member and the bill that a message to a representative is about', async () => {
  const bea = await app.resident('bea', 'ocd-division/country:us/state:tx', verified)
  await app.representative('TX-9', { division: 'ocd-division/country:us/state:tx' })
  const { bill_id, bill_code } = await app.bill('Lantern Act')
  await app.pool`update users set language = 'es' where user_id = ${bea.user_id}`
  const message = { rep_id: 'TX-9', subject: 'Lanterns', message: 'Please read it.' }
  await bea.call(contactRepresentative, { ...message, bill_id })
  await bea.call(contactRepresentative, { ...message, message: 'Something else.' })
  expect(await collectExport(app.pool, bea.user_id)).toMatchObject({
    account: { username: 'bea', language: 'es' },
    messages_to_representatives: [{ bill_code }, { bill_code: null }],
  })
})

/** The tables with rows of members that are not in the archive, each with the reason. */
const omitted: Record<string, string> = {
  vote_cluster_members: 'computed again every night from votes, which are in the archive',
  account_signals: 'hashes that only compare accounts',
  alert_deliveries: 'the log of emails that the member has',
  closed_accounts: 'exists only while the member cannot sign in',
  email_links: 'secrets of links that were emailed',
  emails: 'the queue of emails',
  exports: 'the archive itself',
  group_members: 'a copy of other rows for lists of members',
  idempotency_keys: 'responses to recent requests, for repeated ones',
  immediate_alerts: 'a queue of emails',
  label_proposals: 'what operators decide among themselves',
  member_notes: 'what moderators note for each other',
  notification_counts: 'counts the notifications, which are in the archive',
  passkey_challenges: 'secrets of a running sign-in',
  receipt_secrets: 'in receipts.json, a file of the same archive',
  reset_tokens: 'secrets of links that were emailed',
  set_aside_rows: 'exists only while the member is suspended',
  stance_fanouts: 'a queue of notifications',
  unsubscribe_tokens: 'secrets of links that were emailed',
}

// covers HURD-EXPORT-01
test('every table that refers to members is in the archive or is omitted for a reason', async () => {
  const tables = await app.pool<{ name: string }[]>`
    select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'users'::regclass and conparentid = 0 order by 1`
  expect(tables.length).toBeGreaterThan(50)
  const statements = ['exportContent.ts', 'notificationSettings.ts']
    .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
    .join('\n')
  for (const { name } of tables) {
    const isExported = new RegExp(String.raw`(from|join) ${name}\b`).test(statements)
    expect([name, isExported]).toEqual([name, omitted[name] === undefined])
  }
  const names = new Set(tables.map(({ name }) => name))
  expect(Object.keys(omitted).filter((name) => !names.has(name))).toEqual([])
})
