import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteAccount, register, restoreAccount } from '#contract/accounts/accounts.ts'
import { postComment } from '#contract/discussions.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { reportText } from '#contract/storedTexts.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import { tokenTo } from '#server/testing/external/mailbox.ts'
import { runHurd } from '#server/testing/operator.ts'
import { runMaintenance } from '#server/testing/runMaintenance.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }
const code = 'TOWN-HALL'
const browser = { cookie: `hurd_device_3000=${'b'.repeat(43)}` }
const phone = { cookie: `hurd_device_3000=${'p'.repeat(43)}` }

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  await app.pool`insert into access_codes (code, max_uses) values (${code}, 100), ('OTHER-CODE', 100)`
})
beforeEach(() => app.pool`delete from reports`)
afterAll(() => app.close())

async function threaten(by: Person, reporter: Person) {
  const { bill_id } = await app.bill(`Bill of ${by.username}`)
  const { comment } = await by.call(postComment, {
    id: bill_id,
    content: 'I know where you live',
    category_id: 'general-discussion',
    parent_comment_id: null,
  })
  const report = { target_type: 'bill_comment', target_id: comment.comment_id, reason: 'abuse' } as const
  await reporter.call(createReport, { ...report, details: null })
  const about = { target_type: 'user', target_id: by.user_id, reason: 'abuse', details: null } as const
  await reporter.call(createReport, about)
}

async function registerAs(username: string, email: string, access_code: string, headers = browser) {
  const password = 'quiet river morning'
  const form = { full_name: 'Somebody New', username, email, access_code, address: '', password }
  const { status, body } = await app.visitor.request(register, form, headers)
  expect([status, body['error']]).toEqual([201, undefined])
  const [row] = await app.pool<{ user_id: string }[]>`select user_id from users where username = ${username}`
  return row!.user_id
}

async function suspended(username: string, access_code: string, headers = browser) {
  const user_id = await registerAs(username, `${username}@example.org`, access_code, headers)
  await app.pool`update users set account_status = 'suspended', suspended_from = 'active' where user_id = ${user_id}`
}

async function flagsOn(user_id: string) {
  const rows = await app.pool<{ details: string }[]>`
    select details from reports where is_automatic and target_id = ${user_id}`
  return rows.map(({ details }) => details)
}

describe('a report about a member who deletes the account', () => {
  test('stays with the reported text, is listed, and is removed after 180 days', async () => {
    const [bad, ben] = [await app.member('bad', verified), await app.member('ben')]
    await threaten(bad, ben)
    await bad.call(deleteAccount, {})
    const { stdout } = await runHurd(app, ['reports', 'list'])
    expect(stdout).toContain('reported: "I know where you live"')
    expect(stdout).toMatch(/its author deleted their account \(mailbox [0-9a-f]{12}\)/)
    expect(stdout).not.toContain(bad.email)

    await app.pool`update reports set author_deleted_at = now() - interval '179 days'`
    await runMaintenance(app.pool)
    expect(await app.pool`select from reports`).toHaveLength(2)
    await app.pool`update reports set author_deleted_at = now() - interval '180 days'`
    await runMaintenance(app.pool)
    expect(await app.pool`select from reports`).toHaveLength(0)
  })

  test('is attributed to the member again if the deletion is undone, and its text is removed after 180 days', async () => {
    const [eva, ben] = [await app.member('eva', verified), await app.member('ben-2')]
    await threaten(eva, ben)
    await eva.call(deleteAccount, {})
    await app.visitor.call(restoreAccount, { token: await tokenTo(app, eva.email) })
    const storedReports = () => app.pool`select reported_hash, author_deleted_at, reported_text from reports`
    expect((await storedReports())[0]).toMatchObject({ reported_hash: null, author_deleted_at: null })
    await app.pool`update reports set created_at = now() - interval '181 days'`
    await runMaintenance(app.pool)
    expect((await storedReports()).map((report) => report['reported_text'])).toEqual([null, null])
  })

  test('leads to a new report when the same mailbox registers again', async () => {
    const [gus, ben] = [await app.member('gus'), await app.member('ben-3')]
    await app.pool`update users set email = 'g.us@example.org' where user_id = ${gus.user_id}`
    await threaten(gus, ben)
    await gus.call(deleteAccount, {})
    const user_id = await registerAs('gus-again', 'gus+new@example.org', code)
    expect(await flagsOn(user_id)).toEqual([
      expect.stringMatching(
        /^The same mailbox as a deleted account that was reported \(report [0-9a-f-]{36}\)\.$/,
      ),
    ])
    const [flag = ''] = await flagsOn(user_id)
    expect(inLanguage('es', () => reportText(flag))).toMatch(/^El mismo buzón que el de una cuenta eliminada/)
  })
})

describe('a new member who resembles a suspended one', () => {
  test('and has the mailbox of a deleted account that was reported is reported for both', async () => {
    await suspended('shares-code', code, phone)
    const [hal, ben] = [await app.member('hal'), await app.member('ben-4')]
    await app.pool`update users set email = 'hal@example.org' where user_id = ${hal.user_id}`
    await threaten(hal, ben)
    await hal.call(deleteAccount, {})
    const flags = await flagsOn(await registerAs('hal-again', 'h.al+new@example.org', code))
    expect(flags.join(' ')).toContain('May be the suspended @shares-code: the same access code.')
    expect(flags.join(' ')).toContain('The same mailbox as a deleted account')
    await app.pool`
      update users set account_status = 'active', suspended_from = null where username = 'shares-code'`
  })

  test('registers like every member, and a report names the signs that match', async () => {
    await suspended('troll', code)
    const same = await registerAs('troll-2', 'tro.ll+x@example.org', code)
    expect(await flagsOn(same)).toEqual([
      'May be the suspended @troll: the same mailbox, the same browser, the same access code.',
    ])
    const [flag = ''] = await flagsOn(same)
    expect(inLanguage('es', () => reportText(flag))).toBe(
      'Puede ser la cuenta suspendida @troll: el mismo buzón, el mismo navegador y el mismo código de acceso.',
    )
    const byCode = await registerAs('by-code', 'by-code@example.org', code, phone)
    expect(await flagsOn(byCode)).toEqual(['May be the suspended @troll: the same access code.'])
    const byDevice = await registerAs('by-device', 'by-device@example.org', 'OTHER-CODE')
    expect(await flagsOn(byDevice)).toEqual(['May be the suspended @troll: the same browser.'])
    const unrelated = await registerAs('stranger', 'stranger@example.org', 'OTHER-CODE', phone)
    expect(await flagsOn(unrelated)).toEqual([])
    const [account] = await app.pool`select account_status from users where user_id = ${same}`
    expect(account).toEqual({ account_status: 'active' })
    await app.pool`update users set account_status = 'active', suspended_from = null where username = 'troll'`
  })

  test('does not fill the list of reports when many members share a code', async () => {
    await suspended('spammer', code)
    for (let n = 0; n < 7; n += 1) await registerAs(`guest-${n}`, `guest-${n}@example.org`, code, phone)
    expect(await app.pool`select from reports where is_automatic and details like '%spammer%'`).toHaveLength(
      5,
    )
  })
})
