import type { AlertSettings } from '#contract/alerts.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'

type StoredSettings = AlertSettings & { paused_at: string | null; next_digest_at: string | null }

/** Selects the member's alert settings, or null before the first follow or stance, when nothing is emailed. */
export async function selectAlertSettings(db: Db, me: Member): Promise<StoredSettings | null> {
  const [settings] = await db<StoredSettings[]>`
    select frequency, delivery_hour, delivery_weekday, time_zone, paused_at, next_digest_at
      from alert_settings where user_id = ${me.user_id}`
  return settings ?? null
}

/** Saves the member's choice and ends a pause. The next digest is due at the chosen time. */
export async function updateAlertSettings(db: Db, me: Member, input: AlertSettings): Promise<AlertSettings> {
  const { frequency, delivery_hour, delivery_weekday, time_zone } = input
  const [zone] = await db<{ name: string }[]>`
    select name from pg_timezone_names where name = ${time_zone} and name like '%/%'`
  if (!zone) refuse('unknown_time_zone')
  await db`select start_alerts(${me.user_id})`
  await db`
    update alert_settings
       set frequency = ${frequency}, delivery_hour = ${delivery_hour}, delivery_weekday = ${delivery_weekday},
           time_zone = ${zone.name}, bounce_count = 0, paused_at = null, attempts = 0, lease_id = null,
           next_digest_at = next_digest_time(${frequency}, ${delivery_hour}, ${delivery_weekday}, ${zone.name}, now())
     where user_id = ${me.user_id}`
  return { ...input, time_zone: zone.name }
}
