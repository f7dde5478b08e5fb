import type { Db } from '#server/platform/postgres/db.ts'
import { bandsOf, comparedText, isNearlySame } from './similarText.ts'

type NewMessage = { rep_id: string; bill_id: string | null; body: string; full_name: string }

/** The maximum number of groups that a message is compared with. Those with the most hashes in common come first. */
const maxCandidates = 20

/**
 * Returns the group of messages with nearly the same text to the same representative about the same bill, or a new
 * group. Messages with the same topic wait for each other from here to the commit so that two copies that arrive
 * together do not begin two groups.
 */
export async function findOrStartGroup(
  db: Db,
  { rep_id, bill_id, body, full_name }: NewMessage,
): Promise<string> {
  const topic = `${rep_id} ${bill_id ?? ''}`
  const text = comparedText(body, full_name)
  const bands = bandsOf(text, topic)
  await db`select pg_advisory_xact_lock(hashtext('message group'), hashtext(${topic}))`
  const candidates = await db<{ group_id: string; body: string; full_name: string }[]>`
    select g.group_id, first.body, first.full_name
      from (
        select group_id, cardinality(array(select unnest(bands) intersect select unnest(${bands}::int[]))) as common
          from message_groups where bands && ${bands}::int[] and rep_id = ${rep_id}
         order by common desc, group_id limit ${maxCandidates}) g
     cross join lateral (
        select m.body, m.bill_id, u.full_name from messages m join users u using (user_id)
         where m.group_id = g.group_id order by m.created_at, m.message_id desc limit 1) first
     where first.bill_id is not distinct from ${bill_id}::uuid
     order by g.common desc, g.group_id`
  const group = candidates.find((candidate) =>
    isNearlySame(text, comparedText(candidate.body, candidate.full_name)),
  )
  return group?.group_id ?? startGroup(db, rep_id, bands)
}

async function startGroup(db: Db, rep_id: string, bands: number[]): Promise<string> {
  const [group] = await db<{ group_id: string }[]>`
    insert into message_groups (rep_id, bands) values (${rep_id}, ${bands}::int[]) returning group_id`
  if (!group) throw new Error('PostgreSQL returned no group')
  return group.group_id
}
