import { foldBillCounters } from '#server/participation/stances/counterFolding.ts'
import type { Pool, Transaction } from '#server/platform/postgres/db.ts'
import { type CheckpointFileSettings, findLostPast, writeCheckpointFile } from './checkpointFile.ts'
import { readRollLine, rollLine } from './core/logLines.ts'
import { countBill } from './countBill.ts'
import { appendCheckpoint, appendEntry, lockLog } from './log.ts'
import { signingKey, tallyOrigin } from './signingKey.ts'

export type TallySettings = CheckpointFileSettings & { publicOrigin: string }

/** The tally of a day begins this long after midnight in UTC. */
const delayMs = 10 * 60_000
const dayMs = 24 * 60 * 60_000

/** How many bills or members one slice counts. */
const billsAtOnce = 20
const membersAtOnce = 5_000
const noId = '00000000-0000-0000-0000-000000000000'

/** Leaves are kept this long, and longer if they are the latest of their bill or somebody has a receipt. */
const leafDays = 400
const leavesAtOnce = 200

/** Returns the day whose tally is due: the one that ended at the last midnight in UTC. */
export function dayToCount(now: Date): string {
  return new Date(now.getTime() - delayMs - dayMs).toISOString().slice(0, 10)
}

/**
 * What the slices of one roll have counted so far. `after` is the last member. Members who joined after `began` belong to the next
 * roll, because the slices may have passed their ids already.
 */
type Totals = {
  day: string
  began: string
  after: string
  members: number
  verified: number
  with_district: number
  created: number
}

/**
 * Does the next part of the tally of the day that has ended, and returns the position of the part after it, or null at the end:
 * first the bills, then the members, and at last the roll and the checkpoint. A day that ended while no instance was running is
 * left out.
 */
export async function tallySlice(
  pool: Pool,
  settings: TallySettings,
  position: string | null,
  now: Date = new Date(),
): Promise<string | null> {
  const day = dayToCount(now)
  const [rolled] = await pool`select from tally_entries where kind = 'roll' and day >= ${day}`
  if (rolled) return null
  const fault = await findLostPast(pool, settings)
  if (fault !== null) throw new Error(fault)
  const totals = position?.startsWith('{') ? readTotals(position) : null
  if (totals?.day === day) return countMembers(pool, settings, totals)

  await foldBillCounters(pool)
  const bills = await pool<{ bill_id: string }[]>`
    select c.bill_id from bill_counters c
     where c.stances_revision <> c.tallied_revision
       and not exists (select from tally_entries e where e.bill_id = c.bill_id and e.day = ${day})
     order by c.bill_id limit ${billsAtOnce}`
  for (const { bill_id } of bills) {
    // oxlint-disable-next-line no-await-in-loop -- the log has one order
    await countBill(pool, bill_id, day)
  }
  if (bills.length > 0) return 'bills'
  const [time] = await pool<{ began: string }[]>`select now()::text as began`
  return JSON.stringify({
    day,
    began: time!.began,
    after: noId,
    members: 0,
    verified: 0,
    with_district: 0,
    created: 0,
  })
}

function readTotals(position: string): Totals {
  const totals: Totals = JSON.parse(position)
  return totals
}

/** Counts the next members, or ends the day after the last one. */
async function countMembers(pool: Pool, settings: TallySettings, totals: Totals): Promise<string | null> {
  const { day, began, after } = totals
  const [next] = await pool<(Omit<Totals, 'day' | 'began' | 'after'> & { last: string | null })[]>`
    select max(user_id::text) as last, count(*)::int as members, count(email_verified_at)::int as verified,
           count(*) filter (where has_district)::int as with_district,
           count(*) filter (where created_at > coalesce(
             (select max(created_at) from tally_entries where kind = 'roll'), '-infinity'))::int as created
      from (
        select u.user_id, u.email_verified_at, u.created_at, (
                 select true from member_divisions d
                  where d.user_id = u.user_id and d.division ~ '/cd:[^/]+$' limit 1) as has_district
          from users u where u.user_id > ${after} and u.created_at <= ${began}::timestamptz order by u.user_id limit ${membersAtOnce}) batch`
  if (next?.last) {
    return JSON.stringify({
      day,
      began,
      after: next.last,
      members: totals.members + next.members,
      verified: totals.verified + next.verified,
      with_district: totals.with_district + next.with_district,
      created: totals.created + next.created,
    })
  }
  const note = await pool.begin((db) => endDay(db, settings, totals))
  if (note !== null) await writeCheckpointFile(settings, note)
  await deleteOldLeaves(pool)
  return null
}

/**
 * Appends the roll and signs the log. Returns null if another instance has done it. A member who joined and left since the roll
 * before it is in neither number, so the members are always those of that roll, plus who joined, minus who left.
 */
async function endDay(db: Transaction, settings: TallySettings, totals: Totals): Promise<string | null> {
  await lockLog(db)
  const { day, began, members, verified, with_district, created } = totals
  const [rolled] = await db`select from tally_entries where kind = 'roll' and day >= ${day}`
  if (rolled) return null
  const [last] = await db<{ line: string }[]>`
    select line from tally_entries where kind = 'roll' order by day desc limit 1`
  const [codes] = await db<{ codes_issued: number; codes_used: number }[]>`
    select coalesce(sum(max_uses), 0)::int as codes_issued, coalesce(sum(uses), 0)::int as codes_used from access_codes`
  const before = last ? readRollLine(last.line).members : 0
  const joined = Math.max(created, members - before)
  const left = before + joined - members
  const line = rollLine({ day, members, verified, with_district, joined, left, ...codes! })
  await appendEntry(db, { kind: 'roll', day, line, created_at: began })
  const { note } = await appendCheckpoint(db, await signingKey(db), tallyOrigin(settings.publicOrigin))
  return note
}

async function deleteOldLeaves(pool: Pool): Promise<void> {
  const deleted = await pool`
    delete from tally_leaves where entry_no in (
      select l.entry_no from tally_leaves l join tally_entries e using (entry_no)
       where not l.is_pinned and e.created_at < now() - make_interval(days => ${leafDays})
         and exists (select from tally_entries n where n.bill_id = e.bill_id and n.day > e.day)
       order by l.entry_no limit ${leavesAtOnce}) returning entry_no`
  if (deleted.length === leavesAtOnce) await deleteOldLeaves(pool)
}
