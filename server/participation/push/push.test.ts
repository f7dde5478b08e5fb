import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  deactivate,
  deleteAccount,
  endOtherSessions,
  listSessions,
  logout,
} from '#contract/accounts/accounts.ts'
import { getNotificationSettings, updateNotificationSettings } from '#contract/alerts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { listNotifications, readAllNotifications } from '#contract/notifications.ts'
import { followUser, updateProfile } from '#contract/people.ts'
import { getPush, maxPushDevices, subscribeToPush, unsubscribeFromPush } from '#contract/push.ts'
import { collectExport } from '#server/members/people/exportContent.ts'
import { notifyBillFollowers } from '#server/participation/alerts/fanout.ts'
import { notifyPendingFollowers } from '#server/participation/notifications/stanceFanout.ts'
import { defaultPushServices } from '#server/platform/settings/pushServices.ts'
import { openPushService, readVapid } from '#server/testing/external/pushService.ts'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import { engross, followBill, newBill } from '#server/testing/setups/alerts.ts'
import { say, vote } from '#server/testing/setups/notified.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { openPushDelivery, type PushSettings } from './deliver.ts'
import { pushCommands } from './operator.ts'

let service: Awaited<ReturnType<typeof openPushService>>
let app: TestServer
let settings: PushSettings
/** Sends what is due, and waits until the server's own worker has sent what it had claimed. */
let deliver: () => Promise<void>
beforeAll(async () => {
  service = await openPushService()
  const pushServices = [service.origin, ...defaultPushServices]
  app = await startTestServer({ pushServices })
  settings = {
    pushServices,
    production: false,
    publicOrigin: 'http://localhost:3000',
    mailFrom: 'Hurd <no-reply@hurd.example>',
  }
  const deliverDue = openPushDelivery(settings)
  deliver = async () => {
    await deliverDue(app.pool)
    await expect
      .poll(async () => (await app.pool`select from push_messages where lease_id is not null`).length)
      .toBe(0)
  }
})
afterAll(async () => {
  await app.close()
  await service.close()
})
afterEach(() => app.pool`delete from push_messages`)

const queued = () => app.pool<{ attempts: number }[]>`select attempts from push_messages`
const makeDue = () => app.pool`update push_messages set next_attempt_at = now()`

let people = 0
async function memberWithBrowser(stem: string) {
  people += 1
  const person = await app.member(`${stem}${people}`)
  const browser = service.browser()
  const { device } = await browser.subscribe(person)
  return { person, browser, device }
}

type Member = Awaited<ReturnType<typeof memberWithBrowser>>['person']

/** Causes a notification: somebody answers the member's comment. */
async function answer(person: Member) {
  people += 1
  const other = await app.member(`answering${people}`)
  const { bill_id } = await app.bill('Bike Lanes on Main Street')
  const comment = await say(person, bill_id, 'Who paints them?')
  await say(other, bill_id, 'The city does.', comment)
  return { other, bill_id }
}

describe('a notification on a device', () => {
  // covers HURD-PUSH-01 HURD-PUSH-02
  test('says what the alert in the app says, in the language of the member, encrypted and signed', async () => {
    const { person, browser, device } = await memberWithBrowser('ana')
    await person.call(updateProfile, { language: 'es' })
    const bill_id = await newBill(app, 4101)
    await followBill(person, bill_id)
    await engross(app, 4101)
    await notifyBillFollowers(app.pool)
    await deliver()
    const { notifications } = await person.call(listNotifications, {})
    const inApp = await person.request(listNotifications, {}, { 'accept-language': 'es' })
    expect(inApp.status).toBe(200)
    const [message] = browser.messages()
    expect(message).toMatchObject({
      subscription_id: device.subscription_id,
      language: 'es',
      title: 'Hurd',
      notification: { id: notifications[0]!.id, type: 'bill_update', data: { bill_id } },
    })
    expect(JSON.stringify(inApp.body)).toContain(JSON.stringify(message!.notification.message))
    expect(browser.messages()).toHaveLength(1)
    expect(await queued()).toEqual([])

    const [request] = browser.requests()
    expect(request!.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' })
    expect(request!.body.toString('latin1')).not.toContain('passed')
    const { public_key } = await person.call(getPush, {})
    const { isSigned, publicKey, claims } = readVapid(request!.headers)
    expect([isSigned, publicKey]).toEqual([true, public_key])
    expect(claims).toMatchObject({
      aud: service.origin.replace('http:', 'https:'),
      sub: 'mailto:no-reply@hurd.example',
    })
    expect(claims.exp - Date.now() / 1000).toBeLessThan(24 * 60 * 60)
  })

  // covers HURD-PUSH-03
  test('comes only for the kinds that the member chose, and never for votes and followers', async () => {
    const { person, browser } = await memberWithBrowser('kim')
    await person.call(updateNotificationSettings, { email_comments: false, stance_notifications: false })
    const { other, bill_id } = await answer(person)
    await person.call(followUser, { id: other.user_id })
    await other.call(followUser, { id: person.user_id })
    await other.call(takeStance, { id: bill_id, stance: 'support' })
    await notifyPendingFollowers(app.pool)
    const comment = await say(person, bill_id, 'Vote on me')
    await vote(other, comment.comment_id)
    await other.runWorkers()
    expect((await person.call(listNotifications, {})).unread_count).toBeGreaterThan(2)
    await deliver()
    expect(browser.messages()).toEqual([])

    await person.call(updateNotificationSettings, { email_comments: true })
    await answer(person)
    await deliver()
    expect(browser.messages().map(({ notification }) => notification.type)).toEqual(['comment_reply'])
  })

  // covers HURD-PUSH-04
  test('does not come if it was read meanwhile, and comes again only for something newer', async () => {
    const { person, browser } = await memberWithBrowser('lee')
    const bill_id = await newBill(app, 4102)
    await followBill(person, bill_id)
    await engross(app, 4102)
    await notifyBillFollowers(app.pool)
    // The server's own worker does not send it before the member has read it.
    await app.pool`update push_messages set next_attempt_at = now() + interval '1 hour'`
    await person.call(readAllNotifications, {})
    await makeDue()
    await deliver()
    expect(browser.messages()).toEqual([])

    const { other, bill_id: discussed } = await answer(person)
    await deliver()
    await app.pool`update notifications set created_at = now() where user_id = ${person.user_id} and read_at is null`
    await deliver()
    expect(browser.messages()).toHaveLength(2)
    await person.call(readAllNotifications, {})
    await deliver()
    expect(browser.messages()).toHaveLength(2)
    expect([other.username, discussed]).not.toContain(undefined)
  })
})

describe('a push service', () => {
  // covers HURD-PUSH-05
  test('that is busy gets the message later, and once', async () => {
    const { person, browser } = await memberWithBrowser('max')
    browser.respondWith(503)
    await answer(person)
    await deliver()
    expect(await queued()).toEqual([{ attempts: 1 }])
    await deliver()
    expect(browser.requests()).toHaveLength(1)
    browser.respondWith(201)
    await makeDue()
    await deliver()
    expect(browser.requests()).toHaveLength(2)
    expect(await queued()).toEqual([])
  })

  // covers HURD-PUSH-05
  test.each([404, 410])('that no longer knows a browser (%i) ends its subscription', async (status) => {
    const { person, browser } = await memberWithBrowser('gone')
    browser.respondWith(status)
    await answer(person)
    await deliver()
    expect((await person.call(getPush, {})).device).toBeNull()
    await answer(person)
    expect(await queued()).toEqual([])
  })

  // covers HURD-PUSH-05
  test('that refuses three messages in a row ends the subscription, and an accepted one starts the count again', async () => {
    const { person, browser } = await memberWithBrowser('ref')
    const sendAnswered = async (status: number) => {
      browser.respondWith(status)
      await answer(person)
      await deliver()
      return (await person.call(getPush, {})).device !== null
    }
    expect([await sendAnswered(403), await sendAnswered(403), await sendAnswered(201)]).toEqual([
      true,
      true,
      true,
    ])
    expect([await sendAnswered(403), await sendAnswered(403), await sendAnswered(403)]).toEqual([
      true,
      true,
      false,
    ])
    expect(await queued()).toEqual([])
  })

  // covers HURD-PUSH-06
  test.each([
    'https://push.example/send/1',
    'http://fcm.googleapis.com/fcm/send/1',
    'https://fcm.googleapis.com:8443/fcm/send/1',
    'https://fcm.googleapis.com@127.0.0.1/1',
    'https://user:word@fcm.googleapis.com/1',
    String.raw`https://fcm.googleapis.com\@127.0.0.1/1`,
    'https://fcm.googleapis.com/1\n',
    'HTTPS://FCM.GOOGLEAPIS.COM/1',
    'https://fcm.googleapis.com:443/1',
    'https://fcm.googleapis.com.push.example/1',
    'https://notify.windows.com.push.example/1',
    'https://127.0.0.1/send/1',
    'http://127.0.0.1:1/send/1',
    'http://[::1]/send/1',
    'file:///etc/passwd',
  ])('at %s is not accepted', async (endpoint) => {
    people += 1
    const person = await app.member(`strange${people}`)
    const { subscription } = service.browser()
    expect(await person.refusal(subscribeToPush, { ...subscription, endpoint })).toBe('push_service_unknown')
  })

  // covers HURD-PUSH-06
  test.each([
    'https://fcm.googleapis.com/fcm/send/1',
    'https://updates.push.services.mozilla.com/wpush/v2/1',
    'https://web.push.apple.com/1',
    'https://wns2-bn3p.notify.windows.com/w/?token=1',
  ])('of a usual browser, such as %s, is accepted', async (endpoint) => {
    people += 1
    const person = await app.member(`usual${people}`)
    const { subscription } = service.browser()
    expect(await person.refusal(subscribeToPush, { ...subscription, endpoint })).toBeNull()
  })
})

describe('the subscription of a device', () => {
  // covers HURD-PUSH-07 ACC-SETTINGS-22
  test('turns the setting on, is shown in the list of sessions, and is in the export without its secret address', async () => {
    const { person, browser, device } = await memberWithBrowser('eva')
    expect((await person.call(getNotificationSettings, {})).settings.push_notifications).toBe(true)
    expect((await person.call(getPush, {})).device).toEqual(device)
    const again = await app.signInAgain(person)
    expect((await again.call(getPush, {})).device).toBeNull()
    const { sessions } = await again.call(listSessions, {})
    expect(sessions.map(({ is_current, gets_notifications }) => [is_current, gets_notifications])).toEqual([
      [true, false],
      [false, true],
    ])
    const data = await collectExport(app.pool, person.user_id)
    expect(data).toMatchObject({
      devices_with_notifications: [{ push_service: new URL(service.origin).host }],
      notification_settings: { push_notifications: true },
    })
    for (const secret of [browser.endpoint, browser.subscription.auth, browser.subscription.p256dh]) {
      expect(JSON.stringify(data)).not.toContain(secret)
    }
  })

  // covers HURD-PUSH-08
  test.each([
    ['turns it off on the device', (me: Member) => me.call(unsubscribeFromPush, {})],
    [
      'turns the setting off',
      (me: Member) => me.call(updateNotificationSettings, { push_notifications: false }),
    ],
    ['signs out', (me: Member) => me.call(logout, {})],
    [
      'signs out everywhere else',
      async (me: Member) => (await app.signInAgain(me)).call(endOtherSessions, {}),
    ],
    ['deactivates the account', (me: Member) => me.call(deactivate, {})],
    [
      'deletes the account, which can still be restored',
      async (me: Member) => {
        await app.pool`update users set email_verified_at = now() where user_id = ${me.user_id}`
        await me.call(deleteAccount, {})
      },
    ],
  ] as const)('ends when the member %s, and what was queued is not sent', async (_what, act) => {
    const { person, browser } = await memberWithBrowser('end')
    await answer(person)
    // The server's own worker does not send it before the member acts.
    await app.pool`update push_messages set next_attempt_at = now() + interval '1 hour'`
    expect(await queued()).toHaveLength(1)
    await act(person)
    await makeDue()
    await deliver()
    expect(browser.requests()).toEqual([])
    expect(await queued()).toEqual([])
    expect(await app.pool`select from push_subscriptions where user_id = ${person.user_id}`).toEqual([])
  })

  // covers HURD-PUSH-08
  test('stays on the other devices when it ends on one, and the setting is off after the last', async () => {
    const { person, browser } = await memberWithBrowser('two')
    const phone = await app.signInAgain(person)
    const second = service.browser()
    await second.subscribe(phone)
    expect(await phone.call(unsubscribeFromPush, {})).toMatchObject({ push_notifications: true })
    await answer(person)
    await deliver()
    expect([browser.messages().length, second.messages().length]).toEqual([1, 0])
    expect(await person.call(unsubscribeFromPush, {})).toMatchObject({ push_notifications: false })
    expect((await person.call(getNotificationSettings, {})).settings.push_notifications).toBe(false)
  })

  // covers HURD-PUSH-09
  test('passes to the member who subscribes in the same browser, who gets nothing of the one before', async () => {
    const { person: first, browser } = await memberWithBrowser('first')
    await answer(first)
    const second = await app.member('second-here')
    const { device } = await browser.subscribe(second)
    // The server's own worker may have sent the first one before.
    const earlier = browser.messages().length
    await answer(first)
    await answer(second)
    await deliver()
    expect((await first.call(getPush, {})).device).toBeNull()
    const messages = browser.messages().slice(earlier)
    expect(messages.map(({ subscription_id }) => subscription_id)).toEqual([device.subscription_id])
    const [own] = (await second.call(listNotifications, {})).notifications
    expect(messages[0]!.notification.id).toBe(own!.id)
  })

  // covers HURD-PUSH-10
  test('replaces the oldest one of a member with many devices', async () => {
    const { person } = await memberWithBrowser('many')
    for (let count = 0; count < maxPushDevices; count += 1) {
      await service.browser().subscribe(await app.signInAgain(person))
    }
    expect((await person.call(getPush, {})).device).toBeNull()
    const rows = await app.pool`select from push_subscriptions where user_id = ${person.user_id}`
    expect(rows).toHaveLength(maxPushDevices)
  })

  // covers HURD-PUSH-10
  test('needs keys with which messages can be encrypted, and a session', async () => {
    const person = await app.member('wrong-keys')
    const { subscription } = service.browser()
    const noPoint = Buffer.alloc(65, 4).toString('base64url')
    for (const wrong of [
      { p256dh: 'short' },
      { p256dh: noPoint },
      { auth: `${subscription.auth}A` },
      { endpoint: '' },
    ]) {
      expect(await person.refusal(subscribeToPush, { ...subscription, ...wrong })).toBe('invalid_request')
    }
    const visitor = await app.send('PUT', '/api/notifications/push', { body: subscription })
    expect([visitor.status, visitor.body['code']]).toEqual([401, 'authentication_required'])
  })

  // covers HURD-PUSH-11
  test('ends for everybody when the operator replaces the key, and a new one uses the new key', async () => {
    const { person, browser } = await memberWithBrowser('rot')
    const before = (await person.call(getPush, {})).public_key
    const ran = await runArguments(pushCommands, ['push', 'rotate-key'], commandContext(app))
    const after = await person.call(getPush, {})
    expect(ran).toMatchObject({ key: after.public_key })
    expect(after.public_key).not.toBe(before)
    expect(after.device).toBeNull()
    expect((await person.call(getNotificationSettings, {})).settings.push_notifications).toBe(false)
    await browser.subscribe(person)
    await answer(person)
    await deliver()
    const { isSigned, publicKey } = readVapid(browser.requests()[0]!.headers)
    expect([isSigned, publicKey]).toEqual([true, after.public_key])
  })
})
