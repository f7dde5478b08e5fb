import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount, downloadDataPath } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { postComment } from '#contract/discussions.ts'
import { muteUser } from '#contract/mutes.ts'
import { downloadExport, followUser, requestExport } from '#contract/people.ts'
import { startDelivery } from '#server/platform/mail/deliver.ts'
import { openSink } from '#server/testing/external/smtp.ts'
import { runMaintenance } from '#server/testing/runMaintenance.ts'
import { downloadArchive, exportToken, unzip } from '#server/testing/setups/dataExport.ts'
import { restoreDeleted } from '#server/testing/setups/restoration.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({ rateLimits: true })
})
afterAll(() => app.close())

/** Creates a member with a verified email, because only such members may request an export. */
function verified(username: string, more: Parameters<TestServer['member']>[1] = {}) {
  return app.member(username, { email_verified_at: '2026-01-01', ...more })
}

async function refusalOf(response: Response): Promise<unknown[]> {
  const { code }: { code?: string } = await response.json()
  return [response.status, code]
}

describe('requestExport and downloadExport', () => {
  test('one archive contains all of the member’s data and no private data of other members', async () => {
    const [ana, ben] = [
      await verified('ana', { address: '12 Own Street, Springfield, IL' }),
      await app.member('ben', { address: '77 Other Street, Springfield, IL' }),
    ]
    const { bill_id, bill_code } = await app.bill('Archive Bill')
    await ana.call(takeStance, { id: bill_id, stance: 'support' })
    await ana.call(postComment, { id: bill_id, content: 'My own words', category_id: 'general-discussion' })
    await ben.call(postComment, { id: bill_id, content: 'Words of Ben', category_id: 'general-discussion' })
    await ana.call(followUser, { id: ben.user_id })
    await ben.call(followUser, { id: ana.user_id })
    await ana.call(muteUser, { id: (await app.member('muted-by-ana')).user_id })
    const form = new FormData()
    const red = { width: 300, height: 300, channels: 3, background: '#f00' } as const
    form.set(
      'profilePicture',
      new Blob([new Uint8Array(await sharp({ create: red }).png().toBuffer())]),
      'me.png',
    )
    const headers = { authorization: `Bearer ${ana.token}` }
    await fetch(`${app.origin}/api/users/profile-picture`, { method: 'POST', body: form, headers })

    expect((await ana.call(requestExport, {})).message).toBe(
      "We're preparing your data. You'll get an email with a download link.",
    )
    const response = await downloadArchive(app, ana, await exportToken(app, ana))
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('cache-control'),
    ]).toEqual([200, 'application/zip', 'no-store'])
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="hurd-data.zip"')

    const files = unzip(Buffer.from(await response.arrayBuffer()))
    expect([...files.keys()]).toEqual([
      'README.txt',
      'data.json',
      'receipts.json',
      'verify.mjs',
      'picture.webp',
    ])
    expect((await sharp(files.get('picture.webp')).metadata()).format).toBe('webp')
    const text = files.get('data.json')!.toString()
    const data: unknown = JSON.parse(text)
    expect(data).toMatchObject({
      account: { username: 'ana', email: 'ana@example.org', address: '12 Own Street, Springfield, IL' },
      privacy: { public_profile: true, public_stances: true, public_comments: true, allow_follow: true },
      notification_settings: { email_digest: 'weekly', email_comments: true },
      stances: [{ bill_code, stance: 'support' }],
      stance_changes: [{ bill_code, from_stance: null, to_stance: 'support' }],
      comments: [{ bill_code, content: 'My own words' }],
      following: [{ username: 'ben' }],
      muted_members: [{ username: 'muted-by-ana', kind: 'mute' }],
      notifications: [{ type: 'new_follower', read_at: null }],
      followed_topics: [],
      bookmarks: [],
      discussions_read: [],
      messages_to_representatives: [],
    })
    expect(files.get('README.txt')!.toString()).toContain('data.json        your account, stances')
    for (const secret of ['77 Other', 'ben@example.org', 'Words of Ben', 'password', 'token', ben.user_id]) {
      expect([secret, text.includes(secret)]).toEqual([secret, false])
    }
  })

  // covers HURD-LANGUAGE-17
  test('the archive of a member who reads Spanish is explained in Spanish', async () => {
    const pilar = await verified('pilar')
    await app.pool`update users set language = 'es' where user_id = ${pilar.user_id}`
    await pilar.call(requestExport, {})
    const response = await downloadArchive(app, pilar, await exportToken(app, pilar))
    const readme = unzip(Buffer.from(await response.arrayBuffer()))
      .get('README.txt')!
      .toString()
    expect(readme).toMatch(/^Sus datos de Hurd\.\n\ndata\.json {8}su cuenta, /)
  })

  test('an unverified member gets no export, and the refusal explains what to do', async () => {
    const eve = await app.member('unproved-eve')
    const { status, body } = await eve.request(requestExport, {})
    expect([status, body]).toEqual([
      403,
      {
        success: false,
        error: 'Please verify your email address before you download your data.',
        code: 'export_needs_verified_email',
      },
    ])
    expect(await app.pool`select from exports where user_id = ${eve.user_id}`).toHaveLength(0)
    expect(await app.pool`select from emails where user_id = ${eve.user_id}`).toHaveLength(0)
  })

  test('a link works any number of times, and only for its member', async () => {
    const [cleo, other] = [await verified('cleo'), await verified('cleo-other')]
    await cleo.call(requestExport, {})
    const token = await exportToken(app, cleo)
    expect(await refusalOf(await downloadArchive(app, other, token))).toEqual([403, 'export_of_other_member'])
    expect(await refusalOf(await downloadArchive(app, { token: null }, token))).toEqual([
      401,
      'authentication_required',
    ])
    const sizes: number[] = []
    for (let n = 0; n < 3; n++) {
      const response = await downloadArchive(app, cleo, token)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
      sizes.push((await response.arrayBuffer()).byteLength)
    }
    expect(new Set(sizes).size).toBe(1)
    expect(await downloadArchive(app, await app.signInAgain(cleo), token)).toMatchObject({ status: 200 })
    const downloads = await app.pool`
      select from audit_log where user_id = ${cleo.user_id} and action = 'export_downloaded'`
    expect(downloads).toHaveLength(4)
  })

  test('a program that scans email and opens the link gets no data', async () => {
    const dora = await verified('dora')
    await dora.call(requestExport, {})
    const token = await exportToken(app, dora)
    for (const method of ['GET', 'HEAD', 'POST']) {
      const page = await fetch(`${app.origin}${downloadDataPath}?token=${token}`, { method })
      expect(page.headers.get('content-type')).not.toContain('zip')
      const call = await fetch(`${app.origin}${downloadExport.path}?token=${token}`, { method })
      expect([method, call.status]).toEqual([method, method === 'POST' ? 401 : 405])
    }
    // A URL with the token in the path does not exist.
    expect((await fetch(`${app.origin}/api/users/export/${token}`)).status).toBe(404)
    expect((await downloadArchive(app, dora, token)).status).toBe(200)
  })

  test('a link stops working after a day or with a newer request, and maintenance deletes an expired archive', async () => {
    const [dina, emil] = [await verified('dina'), await verified('emil')]
    await dina.call(requestExport, {})
    const first = await exportToken(app, dina)
    await dina.call(requestExport, {})
    expect(await refusalOf(await downloadArchive(app, dina, first))).toEqual([404, 'export_link_invalid'])

    await emil.call(requestExport, {})
    const token = await exportToken(app, emil)
    const [stored] = await app.pool`
      select expires_at between now() + interval '23 hours' and now() + interval '24 hours' as is_day
        from exports where user_id = ${emil.user_id}`
    expect(stored).toEqual({ is_day: true })
    await app.pool`update exports set expires_at = now() where user_id = ${emil.user_id}`
    expect(await refusalOf(await downloadArchive(app, emil, token))).toEqual([404, 'export_link_invalid'])
    await emil.call(requestExport, {})
    await exportToken(app, emil)
    await app.pool`update exports set expires_at = now() - interval '1 second' where user_id = ${emil.user_id}`
    await runMaintenance(app.pool)
    expect(await app.pool`select from exports where user_id = ${emil.user_id}`).toHaveLength(0)
    for (const wrong of ['x', '', '0'.repeat(64)]) {
      expect((await downloadArchive(app, emil, wrong)).status).toBe(404)
    }
    expect((await downloadArchive(app, emil, '0'.repeat(201))).status).toBe(400)
  })

  // covers HURD-MAINTAIN-05
  test('an archive that is finished days after the request stays for its 24 hours', async () => {
    const [ines, joel] = [await verified('ines'), await verified('joel')]
    await ines.call(requestExport, {})
    const token = await exportToken(app, ines)
    await app.pool`update exports set requested_at = now() - interval '4 days' where user_id = ${ines.user_id}`
    await app.pool`
      insert into exports (user_id, requested_at, attempts) values (${joel.user_id}, now() - interval '4 days', 5)`
    await runMaintenance(app.pool)
    expect((await downloadArchive(app, ines, token)).status).toBe(200)
    expect(await app.pool`select from exports where user_id = ${joel.user_id}`).toEqual([])
  })

  test('a link ends with the account, and does not work again after the account is restored', async () => {
    const [hana, other] = [await verified('hana'), await app.member('hanas-friend')]
    await hana.call(requestExport, {})
    const token = await exportToken(app, hana)
    expect(await refusalOf(await downloadArchive(app, other, token))).toEqual([403, 'export_of_other_member'])
    await hana.call(deleteAccount, {})
    expect(await app.pool`select from exports where user_id = ${hana.user_id}`).toHaveLength(0)
    expect(await refusalOf(await downloadArchive(app, hana, token))).toEqual([401, 'session_expired'])
    expect(await refusalOf(await downloadArchive(app, other, token))).toEqual([404, 'export_link_invalid'])
    await restoreDeleted(app, hana)
    const again = await app.signInAgain(hana)
    expect(await refusalOf(await downloadArchive(app, again, token))).toEqual([404, 'export_link_invalid'])
  })

  test('a deactivated member can request an export, and the fourth request of a day is refused', async () => {
    const flo = await verified('flo', { account_status: 'inactive' })
    for (let n = 0; n < 3; n++) await flo.call(requestExport, {})
    expect(await flo.refusal(requestExport, {})).toBe('too_many_attempts')
    expect((await downloadArchive(app, flo, await exportToken(app, flo))).status).toBe(200)
  })
})

test('the email contains a link to the page and says that it requires signing in', async () => {
  const sink = await openSink()
  const gina = await verified('gina')
  await app.pool`delete from emails`
  await gina.call(requestExport, {})
  const token = await exportToken(app, gina)
  const delivery = await startDelivery(
    app.pool,
    { smtpUrl: sink.url, mailFrom: 'Hurd <no-reply@hurd.example>' },
    pino({ level: 'silent' }),
  )
  await sink.whenHas(1)
  await delivery?.stop()
  await sink.close()
  const [mail] = sink.mails
  expect(mail?.to).toEqual([gina.email])
  const text = mail!.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  expect(text).toMatch(/^Subject: Your Hurd data export is ready/m)
  expect(text).toContain(`http://localhost:3000/download-data?token=${token}`)
  expect(text).toContain('ask you to sign in')
  expect(text).not.toContain('/api/')
  expect((await downloadArchive(app, gina, token)).status).toBe(200)
})
