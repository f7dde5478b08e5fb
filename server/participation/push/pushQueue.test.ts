import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPush, subscribeToPush } from '#contract/push.ts'
import { notifyBillFollowers } from '#server/participation/alerts/fanout.ts'
import { engross, newBill } from '#server/testing/setups/alerts.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

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

// covers HURD-PUSH-12
test('an update of a bill is queued once for each device of every follower, however many they are', async () => {
  const bill_id = await newBill(off, 4103)
  const followers = 1_200
  await off.pool`
    insert into users (username, email, full_name, password_hash)
    select 'crowd-' || n, 'crowd' || n || '@example.org', 'Crowd number ' || n, 'none'
      from generate_series(1, ${followers}::int) n`
  await off.pool`
    insert into alert_follows (user_id, target_type, target_id)
    select user_id, 'bill', ${bill_id} from users where username like 'crowd-%'`
  await off.pool`
    with devices as (
      insert into sessions (token_hash, user_id, expires_at)
      select sha256((username || device)::bytea), user_id, now() + interval '1 day'
        from users cross join generate_series(1, 2) device where username like 'crowd-%'
      returning session_id, user_id)
    insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth)
    select session_id, user_id, 'https://push.example/' || session_id, decode(repeat('04', 65), 'hex'),
           decode(repeat('01', 16), 'hex') from devices`
  await engross(off, 4103)
  await notifyBillFollowers(off.pool)
  const [count] = await off.pool`
    select count(*)::int as messages, count(distinct m.subscription_id)::int as devices,
           count(distinct n.user_id)::int as members
      from push_messages m join notifications n using (notification_id) where n.bill_id = ${bill_id}`
  expect(count).toEqual({ messages: followers * 2, devices: followers * 2, members: followers })
})
