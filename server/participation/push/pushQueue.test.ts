import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPush, subscribeToPush } from '#contract/push.ts'
import { notifyBillFollowers } from '#server/participation/alerts/fanout.ts'
import { openPushService } from '#server/testing/external/pushService.ts'
import { engross, newBill } from '#server/testing/setups/alerts.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { openPushDelivery } from './deliver.ts'

const subscription = {
  endpoint: 'https://web.push.apple.com/send/1',
  p256dh: Buffer.alloc(65, 4).toString('base64url'),
  auth: Buffer.alloc(16, 1).toString('base64url'),
}

let off: TestServer
beforeAll(async () => {
  off = await startTestServer({ pushServices: [] })
})
afterAll(() => off.close())

// covers HURD-PUSH-13
test('an instance without push services says that it offers no notifications on devices, and accepts no subscription', async () => {
  const person = await off.member('nobody')
  expect(await person.call(getPush, {})).toMatchObject({ public_key: null, device: null })
  expect(await person.refusal(subscribeToPush, subscription)).toBe('push_not_offered')
})

/** Adds followers of a new bill with two devices each, and an update of the bill. Returns the bill. */
async function updateForFollowers(number: number, followers: number, service: string, p256dh: string) {
  const bill_id = await newBill(off, number)
  const stem = `crowd-${number}-`
  await off.pool`
    insert into users (username, email, full_name, password_hash)
    select ${stem}::text || n, ${stem}::text || n || '@example.org', 'Crowd number ' || n, 'none'
      from generate_series(1, ${followers}::int) n`
  await off.pool`
    insert into alert_follows (user_id, target_type, target_id)
    select user_id, 'bill', ${bill_id} from users where username like ${`${stem}%`}`
  await off.pool`
    with devices as (
      insert into sessions (token_hash, user_id, expires_at)
      select sha256((username || device)::bytea), user_id, now() + interval '1 day'
        from users cross join generate_series(1, 2) device where username like ${`${stem}%`}
      returning session_id, user_id)
    insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth)
    select session_id, user_id, ${`${service}/send/`}::text || session_id, ${Buffer.from(p256dh, 'base64url')}::bytea,
           ${Buffer.alloc(16, 1)}::bytea from devices`
  await engross(off, number)
  await notifyBillFollowers(off.pool)
  return bill_id
}

// covers HURD-PUSH-12
test('an update of a bill is queued once for each device of every follower, however many they are', async () => {
  const followers = 1_200
  const bill_id = await updateForFollowers(4103, followers, 'https://push.example', subscription.p256dh)
  const [count] = await off.pool`
    select count(*)::int as messages, count(distinct m.subscription_id)::int as devices,
           count(distinct n.user_id)::int as members
      from push_messages m join notifications n using (notification_id) where n.bill_id = ${bill_id}`
  expect(count).toEqual({ messages: followers * 2, devices: followers * 2, members: followers })
  await off.pool`delete from push_messages`
})

// covers HURD-PUSH-05
test('a service that cannot be reached is left alone for a while, and its messages are tried again later', async () => {
  const service = await openPushService('drop')
  const deliver = openPushDelivery({
    pushServices: [service.origin],
    production: false,
    publicOrigin: 'https://hurd.example',
    mailFrom: 'Hurd <no-reply@hurd.example>',
  })
  await updateForFollowers(4104, 30, service.origin, service.browser().subscription.p256dh)
  await deliver(off.pool)
  expect(service.requestCount()).toBeGreaterThan(0)
  expect(service.requestCount()).toBeLessThan(20)
  const rows = await off.pool`
    select attempts, next_attempt_at > now() as is_later, count(*)::int from push_messages group by 1, 2`
  expect(rows).toEqual([{ attempts: 1, is_later: true, count: 60 }])
  await service.close()
})

// covers HURD-PUSH-06
test('in production, a push service with a private address is not contacted', async () => {
  const service = await openPushService()
  const browser = service.browser()
  await off.pool`delete from push_messages`
  await updateForFollowers(4105, 1, service.origin, browser.subscription.p256dh)
  const deliver = openPushDelivery({
    pushServices: [service.origin.replace('127.0.0.1', 'localhost')],
    production: true,
    publicOrigin: 'https://hurd.example',
    mailFrom: 'Hurd <no-reply@hurd.example>',
  })
  await off.pool`update push_subscriptions set endpoint = replace(endpoint, '127.0.0.1', 'localhost')`
  await deliver(off.pool)
  expect(service.requestCount()).toBe(0)
  expect(await off.pool`select attempts from push_messages`).toEqual([{ attempts: 1 }, { attempts: 1 }])
  await service.close()
})
