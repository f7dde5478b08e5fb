import { settingsPath } from '../../../contract/accounts.ts'
import type { Caller } from '../../http/route.ts'
import { isRateLimited, type LimitRule } from '../../kit/limits.ts'
import { networkOf } from '../../kit/networks.ts'
import { emailMember } from '../../mail/outbox.ts'
import { newDeviceNotice } from '../../mail/templates.ts'
import type { Db } from '../../postgres/db.ts'
import type { AccountRules } from '../rules.ts'
import { deviceName } from './device.ts'
import { digest } from './tokens.ts'

const daysGood = 7
/** Stands for the member who does not exist, so that an unknown email takes the same statements as a known one. */
const nobody = '00000000-0000-0000-0000-000000000000'
const notices: LimitRule = { rule: 'sign_in_notice', attempts: 10, seconds: 24 * 60 * 60 }

/**
 * Remembers where a member signs in from; true for a device that is new beside others. The first one ever is how the
 * account began, and no news.
 */
export async function rememberDevice(db: Db, user_id: string, caller: Caller): Promise<boolean> {
  const [row] = await db<{ is_new: boolean }[]>`
    with known as (select count(*) as devices from known_devices where user_id = ${user_id})
    insert into known_devices as held (user_id, device_hash) values (${user_id}, ${deviceHash(user_id, caller)})
    on conflict (user_id, device_hash) do update set last_seen_at = now()
    returning xmax = 0 and (select devices from known) > 0 as is_new`
  return row?.is_new ?? false
}

/**
 * The device as guesses of a password are counted under it, if the owner of this email has signed in from it before;
 * null for any other, and for an email that nobody has.
 */
export async function selectKnownDevice(db: Db, email: string, caller: Caller): Promise<string | null> {
  const [account] = await db<{ user_id: string }[]>`select user_id from users where email = ${email}`
  const hash = deviceHash(account?.user_id ?? nobody, caller)
  const [device] = await db`
    select from known_devices where user_id = ${account?.user_id ?? nobody} and device_hash = ${hash}`
  return device ? hash.toString('hex') : null
}

/** Tells the member by mail that somebody signed in from a device that they have not used before. */
export async function emailNewDeviceNotice(
  db: Db,
  user: { user_id: string; email: string; username: string },
  caller: Caller,
  rules: AccountRules,
): Promise<void> {
  if (rules.rateLimits && (await isRateLimited(db, [{ rule: notices, subject: user.user_id }]))) return
  const { publicOrigin } = rules
  const device = deviceName(caller.userAgent)
  await emailMember(db, user.user_id, {
    ...newDeviceNotice(device, user.username, publicOrigin + settingsPath, publicOrigin),
    purpose: 'sign_in_notice',
    to: user.email,
    validMinutes: daysGood * 24 * 60,
  })
}

/** Browser, system and the wider network: neither an update of the browser nor a new address at home is news. */
function deviceHash(user_id: string, caller: Caller): Buffer {
  return digest(`${user_id} ${deviceTraits(caller)}`)
}

/** What is hashed of a device beside whose it is. */
export function deviceTraits({ userAgent, address }: Caller): string {
  return `${deviceName(userAgent)} ${widerNetwork(address)}`
}

/** Half of an IPv4 address, two groups of an IPv6 one: about the size of a provider's region. */
function widerNetwork(address: string): string {
  const network = networkOf(address).replace(/^::ffff:/, '')
  return network.split(/[.:]/).slice(0, 2).join('.')
}
