import { settingsPath } from '#contract/accounts/accounts.ts'
import type { AccountRules } from '#server/members/accounts/rules.ts'
import type { Caller } from '#server/platform/http/route/route.ts'
import { isRateLimited, type LimitRule } from '#server/platform/limits/limits.ts'
import { emailMember } from '#server/platform/mail/outbox.ts'
import { newDeviceNotice } from '#server/platform/mail/securityTemplates.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { deviceName } from './device.ts'
import { deviceInWords } from './deviceInWords.ts'
import { digest } from './tokens.ts'

/** A notice that could not be sent for this many days is dropped. */
const noticeValidDays = 7
/** This id is used for an unknown email so that the same statements run as for a known one. */
const unknownUser = '00000000-0000-0000-0000-000000000000'
const noticeLimit: LimitRule = { rule: 'sign_in_notice', attempts: 10, seconds: 24 * 60 * 60 }

/** The maximum number of devices of one member that are remembered. Every private window of a browser is a new device. */
const maxDevices = 30

/**
 * Remembers the device of a sign-in. Returns true if the device is new and the account has used another one before. A
 * client without a device cookie cannot be remembered, so each of its sign-ins counts as a new device.
 */
export async function rememberDevice(db: Db, user_id: string, { deviceKey }: Caller): Promise<boolean> {
  if (deviceKey === null) {
    const devices = await db`select from known_devices where user_id = ${user_id} limit 1`
    return devices.length > 0
  }
  const [row] = await db<{ is_new: boolean }[]>`
    with known as (select count(*) as devices from known_devices where user_id = ${user_id})
    insert into known_devices (user_id, device_hash) values (${user_id}, ${deviceHash(user_id, deviceKey)})
    on conflict (user_id, device_hash) do update set last_seen_at = now()
    returning xmax = 0 and (select devices from known) > 0 as is_new`
  if (row?.is_new) {
    await db`
      delete from known_devices
       where user_id = ${user_id} and device_hash in (
         select device_hash from known_devices where user_id = ${user_id}
          order by last_seen_at desc, device_hash offset ${maxDevices})`
  }
  return row?.is_new ?? false
}

/**
 * Returns the hash under which password guesses from this device are counted, if the member with this email has signed
 * in from the device before, or null for an unknown device or an unknown email.
 */
export async function selectKnownDevice(db: Db, email: string, caller: Caller): Promise<string | null> {
  const [account] = await db<{ user_id: string }[]>`select user_id from users where email = ${email}`
  const hash = deviceHash(account?.user_id ?? unknownUser, caller.deviceKey ?? '')
  const [device] = await db`
    select from known_devices where user_id = ${account?.user_id ?? unknownUser} and device_hash = ${hash}`
  return device ? hash.toString('hex') : null
}

/** Emails the member about a sign-in from a new device. */
export async function emailNewDeviceNotice(
  db: Db,
  user: { user_id: string; email: string; username: string },
  caller: Caller,
  rules: AccountRules,
): Promise<void> {
  if (rules.rateLimits && (await isRateLimited(db, [{ rule: noticeLimit, subject: user.user_id }]))) return
  const { publicOrigin } = rules
  const device = deviceName(caller.userAgent)
  await emailMember(db, user.user_id, {
    template: newDeviceNotice(
      () => deviceInWords(device),
      user.username,
      publicOrigin + settingsPath,
      publicOrigin,
    ),
    purpose: 'sign_in_notice',
    to: user.email,
    validMinutes: noticeValidDays * 24 * 60,
  })
}

/**
 * The hash contains the member's id. Two members who share a browser therefore have different hashes, and nobody can see
 * that they share it without the key in the browser's cookie.
 */
function deviceHash(user_id: string, deviceKey: string): Buffer {
  return digest(`${user_id} ${deviceKey}`)
}
