import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount, getUser, login, register, restoreAccount } from '#contract/accounts/accounts.ts'
import { deleteComment, listComments } from '#contract/discussions.ts'
import { muteUser } from '#contract/mutes.ts'
import { followUser, uploadPicture } from '#contract/people.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { mailsTo, tokenTo } from '#server/testing/external/mailbox.ts'
import { runMaintenance } from '#server/testing/runMaintenance.ts'
import { createMemberLife } from '#server/testing/setups/memberLife.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

/** The rows of these tables are not restored: sessions, links, limits and the work queue of notifications. */
const notRestored = [
  'sessions',
  'idempotency_keys',
  'member_writes',
  'stance_fanouts',
  'exports',
  'reset_tokens',
  'passkey_challenges',
  'alert_deliveries',
  'immediate_alerts',
  'feed_tokens',
  'push_subscriptions',
  'push_messages',
  'api_keys',
]
/** These changes are made by the deletion and the restoration themselves. */
const traces = [
  'audit_log',
  'emails',
  'closed_accounts',
  'deletion_ledger',
  'set_aside_rows',
  'rate_limits',
  'instance_secrets',
]
/** These version numbers only increase. */
const versions = ['version', 'echo_version']

/** Returns every row of every table as text. Call it when the counters of bills are folded. */
async function snapshot(): Promise<Record<string, string[]>> {
  const tables = await app.pool<{ name: string }[]>`
    select relname as name from pg_class
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
       and relname <> all (${[...notRestored, ...traces]}) order by 1`
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    const found = await app.pool<{ row: string }[]>`
      select (to_jsonb(t) - ${versions}::text[])::text as row from ${app.pool(name)} t order by 1`
    rows[name] = found.map(({ row }) => row)
  }
  return rows
}

const restore = (token: string) => app.visitor.request(restoreAccount, { token })

describe('the link of a deletion notice', () => {
  // covers ACC-API-37 HURD-MOVED-07 HURD-SECOND-07
  test('brings every row and every count back as it was', async () => {
    const { gone, code } = await createMemberLife(app, 'rosa')
    // The workers run before the first snapshot so that no worker changes rows between the two snapshots.
    await gone.runWorkers()
    await app.foldCounters()
    await app.pool`delete from bill_activity where points = 0`
    const before = await snapshot()
    await gone.call(deleteAccount, { code })
    expect(await findProblems(app.pool)).toEqual([])
    const notice = (await mailsTo(app, gone.email)).find((mail) => mail.purpose === 'deletion_notice')
    expect(notice).toMatchObject({ subject: 'Your Hurd account was deleted', state: 'pending' })

    const response = await restore(await tokenTo(app, gone.email))
    expect([response.status, response.body]).toEqual([
      200,
      { success: true, message: 'Your account and everything in it is back. Please sign in.' },
    ])
    expect(await findProblems(app.pool)).toEqual([])
    await app.foldCounters()
    await app.pool`delete from bill_activity where points = 0`
    // The deletion itself has used one of the recovery codes.
    await app.pool`
      update recovery_codes set used_at = null
       where used_at = (select max(used_at) from recovery_codes where user_id = ${gone.user_id})`
    expect(await snapshot()).toEqual(before)
    // A session from before the deletion does not work again.
    expect(await gone.refusal(getUser, { id: gone.user_id })).toBe('session_expired')
  })

  test('works once, not after 14 days, and not with an invented token', async () => {
    const [ana, ben] = [await app.member('ana', verified), await app.member('ben', verified)]
    await ana.call(deleteAccount, {})
    const token = await tokenTo(app, ana.email)
    // Opening the page does not use the link, because programs that scan email open links too.
    await fetch(`${app.origin}/restore-account?token=${token}`)
    const responses = await Promise.all([restore(token), restore(token)])
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect((await restore(token)).body['code']).toBe('restore_link_invalid')
    expect(await findProblems(app.pool)).toEqual([])

    await ben.call(deleteAccount, {})
    const late = await tokenTo(app, ben.email)
    await app.pool`update closed_accounts set purge_at = now() where user_id = ${ben.user_id}`
    for (const wrong of [late, 'f'.repeat(64), '', 'x']) {
      expect((await restore(wrong)).body['code']).toBe('restore_link_invalid')
    }
  })

  test('restores comments into a discussion, even under comments that were deleted in the meantime', async () => {
    const { gone, hal, ida, two, later, code } = await createMemberLife(app, 'sam')
    await gone.call(deleteAccount, { code })
    await ida.call(deleteComment, { id: later.comment_id })
    await hal.call(deleteAccount, {})
    await restore(await tokenTo(app, gone.email))
    expect(await findProblems(app.pool)).toEqual([])
    const { comments } = await ida.call(listComments, { id: two.bill_id })
    const words = JSON.stringify(comments)
    for (const said of [
      'Nobody answers me',
      'Somebody answers me',
      'The only reply',
      'A reply that will need it',
    ]) {
      expect(words).toContain(said)
    }
    expect(words).not.toContain('Deleted after the deletion')
  })

  test.each(['first', 'last'])(
    'restores the follows and a mute between two members, even if the one who left %s returns first',
    async (turn) => {
      const [cleo, dina] = [
        await app.member(`cleo-${turn}`, verified),
        await app.member(`dina-${turn}`, verified),
      ]
      await cleo.call(followUser, { id: dina.user_id })
      await dina.call(followUser, { id: cleo.user_id })
      await cleo.call(muteUser, { id: dina.user_id })
      await cleo.call(deleteAccount, {})
      await dina.call(deleteAccount, {})
      for (const { email } of turn === 'first' ? [cleo, dina] : [dina, cleo]) {
        await restore(await tokenTo(app, email))
        expect(await findProblems(app.pool)).toEqual([])
      }
      const follows =
        await app.pool`select from follows where follower_id in (${cleo.user_id}, ${dina.user_id})`
      expect(follows).toHaveLength(2)
      expect(await app.pool`select from mutes where user_id = ${cleo.user_id}`).toHaveLength(1)
    },
  )

  test('is also sent to the previous address, if its owner can still undo the change of email', async () => {
    const eve = await app.member('eve', { ...verified })
    await app.pool`
      insert into email_links (token_hash, user_id, purpose, email, was_verified_at, expires_at)
      values (${Buffer.alloc(32, 7)}, ${eve.user_id}, 'undo', 'owner@example.org', now(), now() + interval '7 days')`
    await eve.call(deleteAccount, {})
    expect((await restore(await tokenTo(app, 'owner@example.org'))).status).toBe(200)
    expect(await app.pool`select from email_links where email = 'owner@example.org'`).toHaveLength(1)
  })

  test('restores the picture under a new URL', async () => {
    const olga = await app.member('olga', verified)
    const form = new FormData()
    const dot = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#00f' } })
      .png()
      .toBuffer()
    form.set('profilePicture', new Blob([new Uint8Array(dot)]), 'me.png')
    const headers = { authorization: `Bearer ${olga.token}` }
    await fetch(app.origin + uploadPicture.path, { method: 'POST', body: form, headers })
    const pictureOf = async (person: Person) =>
      String((await person.call(getUser, { id: olga.user_id })).profile.profilePictureUrl)
    const before = await pictureOf(olga)
    await olga.call(deleteAccount, {})
    expect((await fetch(app.origin + before)).status).toBe(404)
    await restore(await tokenTo(app, olga.email))
    const after = await pictureOf(await app.signInAgain(olga))
    expect(after).not.toBe(before)
    expect((await fetch(app.origin + after)).status).toBe(200)
  })
})

describe('until it is restored or purged, a deleted account', () => {
  const password = 'quiet river morning'
  const form = (username: string, email: string) => ({
    full_name: 'Rosa Delgado',
    username,
    email,
    access_code: 'MANY-USES',
    address: '',
    password,
  })

  test('gets the same sign-in response as an unknown account, and its username and email stay taken', async () => {
    await app.pool`insert into access_codes (code, max_uses) values ('MANY-USES', 100)`
    const { user, token } = await app.visitor.call(register, form('rita', 'rita@example.org'))
    await app.pool`update users set email_verified_at = now() where user_id = ${user.userId}`
    await app.send('DELETE', deleteAccount.path, { token })
    const unknown = await app.visitor.request(login, { email: 'nobody@example.org', password })
    const known = await app.visitor.request(login, { email: 'rita@example.org', password })
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect(await app.visitor.refusal(register, form('Rita', 'other@example.org'))).toBe('username_taken')
    expect(await app.visitor.refusal(register, form('other', 'rita@example.org'))).toBe('email_taken')
    await restore(await tokenTo(app, 'rita@example.org', 'deletion_notice'))
    expect((await app.visitor.request(login, { email: 'rita@example.org', password })).status).toBe(200)
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('keeps its email even from a registration that began before the deletion', async () => {
    const gil = await app.member('gil', verified)
    await gil.call(deleteAccount, {})
    const insert = app.pool`
      insert into users (username, full_name, email, password_hash) values ('gil2', 'Gil', ${gil.email}, 'none')`
    await expect(insert).rejects.toMatchObject({ code: '23505' })
  })

  test('is removed by maintenance after 14 days with every row, and its username and email are free', async () => {
    const { gone, code } = await createMemberLife(app, 'tess')
    await gone.call(deleteAccount, { code })
    const token = await tokenTo(app, gone.email)
    await runMaintenance(app.pool)
    expect(await app.pool`select from closed_accounts where user_id = ${gone.user_id}`).toHaveLength(1)
    await app.pool`update closed_accounts set purge_at = now() where user_id = ${gone.user_id}`
    await Promise.all([runMaintenance(app.pool), runMaintenance(app.pool), restore(token)])
    expect(await app.pool`select from closed_accounts where user_id = ${gone.user_id}`).toHaveLength(0)
    expect(JSON.stringify(await snapshot())).not.toContain(gone.user_id)
    expect(await findProblems(app.pool)).toEqual([])
    await app.member('tess', verified)
  })

  test('without a verified address is deleted permanently, and no email is sent', async () => {
    const vic = await app.member('vic')
    await vic.call(deleteAccount, {})
    expect(JSON.stringify(await snapshot())).not.toContain(vic.user_id)
    expect(await mailsTo(app, vic.email)).toEqual([])
    await app.member('vic')
  })
})
