import { mayEmail } from '#server/participation/alerts/digests/digest.ts'
import { unsubscribeUrl } from '#server/participation/alerts/digests/unsubscribeTokens.ts'
import { emailMember } from '#server/platform/mail/outbox.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { selectWeek } from './selectWeek.ts'
import { weeklyEmail } from './weeklyEmail.ts'

const validMinutes = 7 * 24 * 60

type Due = { user_id: string; email: string; monday: string }

/**
 * Writes the weekly email of one administrator and returns true, or false if none is due. The email and the week that it
 * reports are committed together, so nobody gets a week twice.
 */
export async function sendWeeklyEmail(pool: Pool, origin: string): Promise<boolean> {
  if (!mayEmail(origin)) return false
  return pool.begin(async (db) => {
    const due = await selectDue(db)
    if (!due) return false
    const { user_id, email, monday } = due
    const url = await unsubscribeUrl(db, user_id, origin, 'operators')
    const template = weeklyEmail(await selectWeek(db, monday), origin, url)
    await emailMember(db, user_id, {
      template,
      purpose: 'operator_week',
      to: email,
      validMinutes,
      unsubscribeUrl: url,
    })
    await db`update operator_roles set weekly_email_on = ${monday}::date where user_id = ${user_id}`
    return true
  })
}

/**
 * Selects an administrator whose email about the last week is due. It is written from noon of Monday in UTC, when the days of the
 * week are counted and the day has begun in the United States. Without two-step sign-in a role has no effect, and an
 * instance that was off on Monday writes the email later in the week.
 */
async function selectDue(db: Db): Promise<Due | undefined> {
  const [due] = await db<Due[]>`
    with week as (select date_trunc('week', now() at time zone 'UTC' - interval '12 hours')::date as monday)
    select r.user_id, u.email, to_char(monday, 'YYYY-MM-DD') as monday
      from week cross join operator_roles r
      -- The limit makes PostgreSQL look up the few operators among all members by their ids.
      cross join lateral (select * from users where user_id = r.user_id limit 1) u
     where r.role = 'administrator' and r.gets_weekly_email and r.weekly_email_on < monday
       and u.account_status = 'active' and u.email_verified_at is not null
       and exists (select from second_factors s where s.user_id = r.user_id)
     order by r.user_id limit 1
       for update of r skip locked`
  return due
}

export async function selectGetsWeeklyEmail(db: Db, user_id: string): Promise<boolean> {
  const [row] = await db<{ gets_weekly_email: boolean }[]>`
    select gets_weekly_email from operator_roles where user_id = ${user_id}`
  return row?.gets_weekly_email ?? false
}

/** Turns the weekly email of an administrator on or off. */
export async function setWeeklyEmail(db: Db, user_id: string, getsEmail: boolean): Promise<void> {
  await db`update operator_roles set gets_weekly_email = ${getsEmail} where user_id = ${user_id}`
}
