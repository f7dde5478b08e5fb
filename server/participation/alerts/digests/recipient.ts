import type { Db } from '#server/platform/postgres/db.ts'

/** A member who may get alerts by email. */
export type Recipient = {
  user_id: string
  email: string
  time_zone: string
  /** The language of the emails, such as "es". */
  language: string
  last_update_id: number
  frequency: string
}

/**
 * Selects the recipient of a member's emails, or undefined if the member has no alerts, if the address is not verified, if
 * the account is not active, or if the alerts are paused.
 */
export async function selectRecipient(db: Db, user_id: string): Promise<Recipient | undefined> {
  const [recipient] = await db<Recipient[]>`
    select s.user_id, u.email, u.language, s.time_zone, s.last_update_id, s.frequency
      from alert_settings s join users u using (user_id)
     where s.user_id = ${user_id} and u.account_status = 'active' and u.email_verified_at is not null
       and s.paused_at is null`
  return recipient
}
