import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultBranding } from '#contract/branding/branding.ts'
import { postComment } from '#contract/discussions.ts'
import { createGroupPost } from '#contract/groups.ts'
import { listNotifications } from '#contract/notifications.ts'
import { describeEnded } from '#server/members/accounts/recoveryNotice.ts'
import { emailAuthor, emailReporters } from '#server/operations/moderation/cases/notices.ts'
import { sendDueDigests } from '#server/participation/alerts/digests/digest.ts'
import { notifyBillFollowers } from '#server/participation/alerts/fanout.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import * as security from '#server/platform/mail/securityTemplates.ts'
import * as templates from '#server/platform/mail/templates.ts'
import { mailsTo } from '#server/testing/external/mailbox.ts'
import { makePageFrame } from '#server/testing/pageFrame.ts'
import { alertEmails, engross, followBill, makeDigestDue, newBill } from '#server/testing/setups/alerts.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const origin = 'https://hurd.example.org'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({ publicOrigin: origin })
})
afterAll(() => app.close())

/** Words that occur in nearly every English sentence and in no Spanish one. */
const english =
  /\b(?:the|and|of|to|you|your|yours|this|that|is|are|was|with|from|have|which|not|for|by|they|who|what|there|it|on|in|or)\b/i

/** Returns the lines that contain English. What is marked as English, such as the title of a bill, does not count. */
function englishLines(content: string): string[] {
  const shown = content
    .replaceAll(/<(style|script|title)[^]*?<\/\1>/g, '')
    .replaceAll(/<(\w+)[^>]* lang="en"[^>]*>[^]*?<\/\1>/g, '')
    .replaceAll(/<(?:pre|code)[^>]*>[^]*?<\/(?:pre|code)>/g, '')
    // The names of elements are as visible to some readers as their text.
    .replaceAll(/<[^>]*?(?: (?:aria-label|title|alt)="([^"]*)")?[^>]*>/g, '\n$1\n')
  return shown
    .split('\n')
    .filter((line) => english.test(line.replaceAll(/https?:\S+|\S+@\S+|[\w-]+\.[\w.]+/g, '')))
}

const ended = () =>
  describeEnded({ sessions: 2, addresses: true, passkeys: 1, recovery_codes: 3, api_keys: 1 })

async function spanishMember(name: string) {
  const member = await app.member(name, { email_verified_at: '2026-01-01T00:00:00Z' })
  await app.pool`update users set language = 'es' where user_id = ${member.user_id}`
  return member
}

describe('a member whose language is Spanish', () => {
  // covers HURD-LANGUAGE-16
  test('reads no English sentence in any email about the account', () => {
    const urls = { forgotPage: `${origin}/a`, settings: `${origin}/b`, signInPage: `${origin}/c`, origin }
    const decision = { reason: 'Insultos', link: `${origin}/d`, days: 14 }
    const events = [
      'turned_on',
      'turned_off',
      'removed',
      'off_after_restore',
      'recovery_code_used',
      'app_added',
      'app_removed',
      'passkey_added',
      'passkey_removed',
    ] as const
    const emails = inLanguage('es', () =>
      [
        templates.passwordResetEmail(origin, origin),
        templates.verificationEmail(origin, origin),
        templates.emailChangeConfirmation(origin, origin),
        templates.emailChangeNotice(origin, 'luz', origin),
        templates.testEmail(origin),
        templates.dataExportEmail(origin, origin),
        templates.deletionNotice('luz', { link: origin, until: '2027-01-09' }, origin),
        templates.decisionNotice('luz', () => '', decision, origin),
        templates.appealAnswer('luz', 'reversed', 'Sí', origin),
        templates.appealAnswer('luz', 'still_suspended', 'Sí', origin),
        templates.appealAnswer('luz', 'upheld', 'No', origin),
        templates.reportOutcome('luz', () => '', origin),
        templates.invitationEmail('ABC', { link: origin, days: 1 }, origin),
        security.newDeviceNotice(() => 'Firefox', 'luz', origin, origin),
        security.passwordNotice('luz', ended, urls),
        security.recoveryNotice('luz', ended, urls),
        security.registrationNotice('luz', urls),
        security.restoredNotice('luz', urls),
        ...events.map((event) => security.secondFactorNotice(event, 'luz', ended, urls)),
      ].map((template) => template(defaultBranding)),
    )
    expect(emails.flatMap(({ subject, text, html }) => englishLines(`${subject}\n${text}\n${html}`))).toEqual(
      [],
    )
    expect(emails.find(({ subject }) => subject === 'Su cuenta de Hurd se eliminó')?.text).toContain('2027')
  })

  // covers HURD-LANGUAGE-16
  test('gets the decision of a moderator, who reads English, in Spanish', async () => {
    const [luz, mod] = [
      await spanishMember('luz'),
      await app.member('mod', { email_verified_at: '2026-01-01T00:00:00Z' }),
    ]
    const notice = {
      target_type: 'bill_comment' as const,
      target_id: luz.user_id,
      decision: 'hide' as const,
      reason: 'Insultos',
      decided_by: mod.user_id,
      publicOrigin: origin,
    }
    await app.pool.begin(async (db) => {
      await emailAuthor(db, luz.user_id, { ...notice, decision: 'restore' })
      await emailReporters(db, [luz.user_id, mod.user_id], notice)
    })
    const mails = await mailsTo(app, 'luz@example.org')
    expect(mails).toHaveLength(2)
    expect(mails.flatMap(({ subject, text, html }) => englishLines(`${subject}\n${text}\n${html}`))).toEqual(
      [],
    )
    const [mail] = await mailsTo(app, 'mod@example.org')
    expect(mail?.text).toContain('You reported a comment. The moderators reviewed it and took action.')
  })

  // covers HURD-LANGUAGE-17
  test('gets the digest and the notifications in Spanish, with titles and official records in English', async () => {
    const newYork = 'ocd-division/country:us/state:ny'
    const rita = await app.resident('rita', newYork, { email_verified_at: '2026-01-01T00:00:00Z' })
    await app.pool`update users set language = 'es' where user_id = ${rita.user_id}`
    const ben = await app.resident('ben', newYork, { full_name: 'Ben Lake' })
    await ben.call(createGroupPost, { id: await app.groupOf(newYork), content: 'Hay reunión el lunes.' })
    const bill_id = await newBill(app, 1)
    await followBill(rita, bill_id)
    const say = { id: bill_id, content: 'Una idea', category_id: 'general-discussion' as const }
    const { comment } = await rita.call(postComment, say)
    await ben.call(postComment, { ...say, content: 'Otra', parent_comment_id: comment.comment_id })
    await engross(app, 1)
    await notifyBillFollowers(app.pool)
    await makeDigestDue(app, rita)
    await sendDueDigests(app.pool, origin)
    const [digest] = await alertEmails(app)
    expect(digest?.html).toContain('<html lang="es">')
    expect(digest?.html).toContain('Aprobado en una cámara. Passed House by voice vote.')
    expect(digest?.html).toContain('<h2 lang="en">')
    expect(digest?.text).toContain('- Nueva York: 1 publicación nueva')
    const written = `${digest?.subject}\n${digest?.text}\n${digest?.html}`
      .replaceAll(/Passed House by voice vote/g, '')
      .replaceAll(/The Lantern Act 1/g, '')
    expect(englishLines(written)).toEqual([])
    const { body } = await app.send('GET', listNotifications.path, {
      token: rita.token,
      headers: { cookie: 'hurd_language=es' },
    })
    expect(JSON.stringify(body)).toContain('le respondió')
    expect(JSON.stringify(body)).toContain('Aprobado en una cámara.')
  })
})

// covers HURD-LANGUAGE-04
test.each([
  '/how-we-count',
  '/transparency',
  '/accessibility',
  '/embed',
  '/embed/bills/us/119/hr/1',
  '/feeds/jurisdiction/ocd-division%2Fcountry%3Aus.atom',
  '/calendars/jurisdiction/ocd-division%2Fcountry%3Aus.ics',
])('a visitor whose browser prefers Spanish reads no English sentence at %s', async (path) => {
  const frame = await startTestServer({ publicOrigin: origin }, await makePageFrame())
  const open = (language: string) =>
    fetch(frame.origin + path, { headers: { 'accept-language': language, accept: 'text/html' } })
  const spanish = await open('es')
  expect(spanish.headers.get('vary')).toContain('accept-language')
  const text = await spanish.text()
  expect(text).not.toBe(await (await open('en')).text())
  expect(englishLines(text)).toEqual([])
  await frame.close()
})
