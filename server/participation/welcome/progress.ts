import type { updateWelcome as updateWelcomeEndpoint, Welcome } from '#contract/accounts/accounts.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'

type Update = ParsedOf<typeof updateWelcomeEndpoint>

/** Saves what the member did with the welcome card. If no step is open, the card is closed for good. */
export async function updateWelcome(db: Db, me: Member, update: Update): Promise<Welcome | null> {
  const { skipped, district_confirmed = false, closed = false } = update
  if (!skipped && !district_confirmed && !closed) refuse('nothing_to_update')
  if (district_confirmed && !(await hasDivisions(db, me.user_id))) refuse('address_required')
  await db`
    insert into welcomes as existing (user_id, skipped_steps, district_confirmed_at, closed_at)
    values (${me.user_id}, ${skipped ? [skipped] : []}::text[], case when ${district_confirmed}::bool then now() end,
            case when ${closed}::bool then now() end)
    on conflict (user_id) do update set
      skipped_steps = array(select distinct unnest(existing.skipped_steps || excluded.skipped_steps) order by 1),
      district_confirmed_at = coalesce(existing.district_confirmed_at, excluded.district_confirmed_at),
      closed_at = coalesce(existing.closed_at, excluded.closed_at)`
  const [row] = await db<{ welcome: Welcome | null }[]>`select welcome_progress(${me.user_id}) as welcome`
  const welcome = row?.welcome ?? null
  if (!welcome) {
    await db`update welcomes set closed_at = now() where user_id = ${me.user_id} and closed_at is null`
  }
  return welcome
}

async function hasDivisions(db: Db, user_id: string): Promise<boolean> {
  const rows = await db`select from member_divisions where user_id = ${user_id} limit 1`
  return rows.length > 0
}
