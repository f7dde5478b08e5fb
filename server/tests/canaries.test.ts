import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callEverything, findCanaries } from '#server/testing/setups/calls/callEverything.ts'
import {
  canaryCode,
  canaryPassword,
  plantCanaries,
  selectEmails,
  type Canaries,
} from '#server/testing/setups/calls/canaries.ts'
import { runTally } from '#server/testing/setups/tally.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

/*
 * These tests make every call of the API description as the owner of the data, as another member and signed out, and
 * search the responses for planted strings. A new endpoint is covered without being named here.
 */

let app: TestServer
let canaries: Canaries
/** Every string that belongs to a member. */
let everyone: string[]
beforeAll(async () => {
  app = await startTestServer()
  canaries = await plantCanaries(app)
  await runTally(app, '2026-11-20')
  await runTally(app, '2026-11-21')
  const { owner, other, newcomer } = canaries.personal
  everyone = [...owner, ...other, ...newcomer]
})
afterAll(() => app.close())

/**
 * Removes the cities of members, which only the list of a group's members shows. No response shows anything more precise.
 */
function exceptPlaces(template: string, found: string[]): string[] {
  return template === '/api/groups/{id}/members'
    ? found.filter((canary) => !canaries.places.has(canary))
    : found
}

/** Selects all rows of the owner, without the counts and the notifications that other members may change. */
async function selectOwnersRows() {
  const columns = await app.pool<{ name: string; column: string }[]>`
    select table_name as name, column_name as column from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('user_id', 'follower_id')
       and table_name not in ('notifications', 'notification_counts')`
  expect(columns.length).toBeGreaterThan(12)
  const rows: Record<string, unknown> = {}
  for (const { name, column } of columns) {
    rows[name] = await app.pool`
      select (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(t))
               where key !~ '(votes|_count|minds_changed|bridging_score)$') as row
        from ${app.pool(name)} t where ${app.pool(column)} = ${canaries.owner.user_id} order by 1`
  }
  rows['read'] =
    await app.pool`select from notifications where user_id = ${canaries.owner.user_id} and read_at <= now()`
  return rows
}

describe('the responses of the API', () => {
  test('a visitor receives no personal data of any member', async () => {
    for (const { method, template, text } of await callEverything(app, canaries, null)) {
      const found = findCanaries(text, [...canaries.secrets, ...everyone])
      expect([method, template, found]).toEqual([method, template, []])
    }
  })

  test("another member receives no personal data of the owner and cannot change the owner's data", async () => {
    const { secrets, personal, other } = canaries
    const before = await selectOwnersRows()
    const responses = await callEverything(app, canaries, other.token)
    for (const { method, template, text } of responses) {
      const found = findCanaries(text, [...secrets, ...personal.owner, ...personal.newcomer])
      expect([method, template, exceptPlaces(template, found)]).toEqual([method, template, []])
    }
    // The test proves something only if the calls succeed. Some must fail: only the account of a representative has
    // messages of others, only operators have cases and codes, and a stance of these calls is in no tally yet.
    const refused = responses.filter(
      ({ method, status, template }) =>
        method === 'GET' &&
        status !== 200 &&
        !/^\/api\/(officials|moderation|administration)\b|\/tally\/receipt$/.test(template),
    )
    expect(refused.map(({ template }) => template)).toEqual([])
    expect(responses.filter(({ method, status }) => method !== 'GET' && status < 300).length).toBeGreaterThan(
      12,
    )
    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
    expect(await selectOwnersRows()).toEqual(before)
  })

  test('the owner receives their own email, address and messages only where they belong, and no data of others', async () => {
    const { secrets, personal, owner } = canaries
    for (const { method, template, text } of await callEverything(app, canaries, owner.token)) {
      const found = findCanaries(text, [...secrets, ...personal.other, ...personal.newcomer])
      expect([method, template, exceptPlaces(template, found)]).toEqual([method, template, []])
      const own = exceptPlaces(template, findCanaries(text, personal.owner))
      const belongs =
        /^\/api\/(users\/(\{id\}|username\/\{username\}|profile)|auth\/(reactivate|cancel-email-change)|representatives\/contacts)$/
      if (!belongs.test(template)) expect([method, template, own]).toEqual([method, template, []])
    }
  })
})

test('the logs of these calls contain no personal data, no secrets and no input', () => {
  expect(app.logLines.length).toBeGreaterThan(100)
  const input = ['Words of owner', 'by the test caller', 'test caller password', 'nobody@elsewhere']
  const logs = app.logLines.join('\n')
  expect(findCanaries(logs, [...canaries.secrets, ...everyone, ...input])).toEqual([])
})

test('an email contains no personal data and no session token, and its link goes only to the member it is for', async () => {
  const { owner, other } = canaries
  const emails = await selectEmails(app)
  expect(new Set(emails.map(({ purpose }) => purpose)).size).toBeGreaterThanOrEqual(4)
  const sessions = [owner.token ?? '', other.token ?? '', canaryPassword, canaryCode]
  for (const { purpose, to_address, text, html } of emails) {
    expect([purpose, findCanaries(text + html, [...everyone, ...sessions])]).toEqual([purpose, []])
    const otherName = to_address.startsWith('owner') ? other.username : owner.username
    expect([purpose, findCanaries(text + html, [`@${otherName}`])]).toEqual([purpose, []])
  }
  const byToken = Map.groupBy(
    emails.filter(({ token }) => token),
    ({ token }) => token,
  )
  expect(byToken.size).toBeGreaterThan(0)
  for (const sent of byToken.values()) {
    expect(new Set(sent.map(({ to_address }) => to_address)).size).toBe(1)
  }
})
