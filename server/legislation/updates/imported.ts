import { createHash } from 'node:crypto'
import { type BillAction, type BillStatus, statusLabels } from '#contract/bills/billContent.ts'
import { t } from '#contract/kit/translate.ts'
import type { BillStep } from '#contract/notifications.ts'
import { longDate } from '#server/platform/language/english.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { originChamber } from '#server/sources/bills/originChamber.ts'
import { dayInZone, zoneOfDivision } from '#server/sources/zones.ts'
import { correctionUpdate, sentence, shortened } from './changes.ts'
import { recordBillUpdates, type BillUpdate } from './record.ts'

/** The fields of a bill's record from which updates are derived. */
type RecordedBill = {
  source_id: string
  source_name: string
  bill_code: string
  jurisdiction: string
  status: BillStatus
  actions: readonly BillAction[]
  created_at: string
}

/** A bill before and after an import. `before` is null if Hurd had no record of it. */
export type ImportedChange = {
  before: RecordedBill | null
  after: RecordedBill
  /** What happened last, such as "Sent to the Mayor". Empty if it is not known. */
  reached: string
  /** True if the bill died with its session and stays dead, whatever its source still reports. */
  isOver: boolean
}

/** The progress of each status. If the status goes back without a new action, the earlier record was wrong. */
const stepOf: Record<BillStatus, number> = {
  introduced: 0,
  pending: 0,
  active: 1,
  engrossed: 2,
  passed: 3,
  rejected: 3,
}

/** After this many corrections of a bill's status within a week, the same source no longer alerts about that status. */
const correctionsPerWeek = 3

/** If one import adds more actions than this, they are history that was filled in, and only the newest are recorded. */
const maxActions = 20

type Past = {
  bill_id: string
  update_id: number
  update_type: string
  update_key: string
  summary: string
  is_alertable: boolean
  corrects_update_id: number | null
  is_recent: boolean
}

/** Records the changes of status and the new actions that imported records contain and the stored records did not. */
export async function recordImportedChanges(
  db: Db,
  changes: readonly ImportedChange[],
  notify: boolean,
): Promise<void> {
  if (changes.length === 0) return
  const ids = await billIds(
    db,
    changes.map(({ after }) => after.source_id),
  )
  const statusChanged = changes.flatMap(({ before, after }) =>
    before && before.status !== after.status ? [ids.get(after.source_id) ?? ''] : [],
  )
  const past = await selectPast(db, statusChanged)
  const updates = changes.flatMap(({ before, after, reached, isOver }) => {
    const bill_id = ids.get(after.source_id)
    if (!bill_id) return []
    const bill = { bill_id, source_name: after.source_name, notify: notify && before !== null && !isOver }
    if (!before) return [introducedUpdate(bill, after)]
    const statusUpdates =
      before.status === after.status
        ? []
        : [
            statusUpdate(
              bill,
              before,
              { ...after, reached },
              past.filter((row) => row.bill_id === bill_id),
            ),
          ]
    return [...statusUpdates, ...actionUpdates(bill, before, after)]
  })
  await recordBillUpdates(db, updates)
}

type Bill = Pick<BillUpdate, 'bill_id' | 'source_name' | 'notify'>

function introducedUpdate(bill: Bill, after: RecordedBill): BillUpdate {
  return {
    ...bill,
    update_type: 'introduced',
    update_key: 'introduced',
    occurred_on: after.created_at.slice(0, 10),
    summary: 'Introduced.',
    subject_id: null,
  }
}

function statusUpdate(
  bill: Bill,
  before: RecordedBill,
  after: RecordedBill & { reached: string },
  past: readonly Past[],
): BillUpdate {
  const statuses = past.filter(({ update_type }) => update_type === 'status')
  // Votes, versions and ended sessions are corrected too.
  const corrections = past.filter(({ corrects_update_id }) =>
    statuses.some(({ update_id }) => update_id === corrects_update_id),
  )
  const flips = corrections.filter(({ is_recent }) => is_recent).length
  const keepsChanging = flips >= correctionsPerWeek
  const isBack = stepOf[after.status] < stepOf[before.status] && newest(after) <= newest(before)
  const last = statuses.findLast(({ update_id }) =>
    corrections.every(({ corrects_update_id }) => corrects_update_id !== update_id),
  )
  const notify = bill.notify && !keepsChanging
  if (isBack && last) {
    const now = `the source now lists the bill as ${t(statusLabels[after.status]).toLowerCase()}.`
    const paused = flips + 1 === correctionsPerWeek ? ' This source keeps changing.' : ''
    const stance_change = { reason: 'corrected_status', bill_step: stepTaken(after) } as const
    const update = correctionUpdate({ ...bill, notify }, last, now, stance_change)
    return { ...update, summary: shortened(update.summary + paused) }
  }
  const step = stepTaken(after)
  const date = newest(after)
  const key = `status:${after.status}:${date}`
  const times = past.filter(({ update_key }) => update_key === key || update_key.startsWith(`${key}:`)).length
  const action = newestAction(after)?.text
  return {
    ...bill,
    update_type: 'status',
    update_key: times === 0 ? key : `${key}:${times + 1}`,
    occurred_on: date || null,
    summary: shortened([meaningOf(after), action ? sentence(action) : ''].filter(Boolean).join(' ')),
    subject_id: null,
    // If nobody was alerted of the earlier status, going back is a repair and alerts nobody.
    notify: notify && !isBack,
    ...(step !== null && !isBack && { stance_change: { reason: 'status', bill_step: step } }),
  }
}

/** Returns the step of which members with a stance on the bill are notified, or null if the status is none of these. */
function stepTaken(bill: RecordedBill): BillStep | null {
  if (bill.status === 'passed' || bill.status === 'rejected') return bill.status
  if (bill.status !== 'engrossed') return null
  const chamber = originChamber(bill)
  if (chamber === 'us/house') return 'passed_house'
  if (chamber.endsWith('/senate') || chamber.endsWith('/upper')) return 'passed_senate'
  // The lower chamber of some states has another name.
  return /^[a-z]{2}\/lower$/.test(chamber) && bill.bill_code.toUpperCase().startsWith('H')
    ? 'passed_house'
    : 'passed_first_chamber'
}

/** `pending` can mean a committee, a conference or a mayor's desk, so the sentence is what happened last. */
function meaningOf({ status, reached }: { status: BillStatus; reached: string }): string {
  if (status !== 'pending') return statusSentence[status]
  return reached === '' ? statusSentence.pending : `${reached}.`
}

const statusSentence: Record<BillStatus, string> = {
  introduced: 'Introduced.',
  pending: 'Waiting for a decision.',
  active: 'Moved forward.',
  engrossed: 'Passed one chamber.',
  passed: 'Passed.',
  rejected: 'Rejected.',
}

function actionUpdates(bill: Bill, before: RecordedBill, after: RecordedBill): BillUpdate[] {
  const previousKeys = new Set(before.actions.map(actionKey))
  // The first actions of a bill that had none are its history, so they alert nobody.
  const recorded = { ...bill, notify: bill.notify && before.actions.length > 0 }
  const today = todayOf(after)
  return after.actions
    .filter((action) => !previousKeys.has(actionKey(action)))
    .slice(-maxActions)
    .map((action) => actionUpdate(recorded, action, today))
}

function actionUpdate(bill: Bill, action: BillAction, today: string): BillUpdate {
  const isAnnounced = action.date > today
  const text = sentence(action.text)
  return {
    ...bill,
    update_type: 'action',
    update_key: actionKey(action),
    occurred_on: action.date,
    summary: shortened(isAnnounced ? `Announced for ${longDate(action.date)}: ${text}` : text),
    subject_id: null,
  }
}

/** Returns a key of an action. The key is the same for two texts that differ only in case, spaces or punctuation. */
function actionKey({ date, text }: BillAction): string {
  const words = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return `action:${date}:${createHash('sha256').update(words).digest('hex').slice(0, 16)}`
}

function newestAction(bill: RecordedBill): BillAction | undefined {
  const today = todayOf(bill)
  return bill.actions
    .filter(({ date }) => date <= today)
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .at(-1)
}

/** Returns the current day in the place of a bill, by which its source dates the actions. */
function todayOf({ jurisdiction }: RecordedBill): string {
  return dayInZone(new Date(), zoneOfDivision(jurisdiction))
}

function newest(bill: RecordedBill): string {
  return newestAction(bill)?.date ?? ''
}

async function billIds(db: Db, source_ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ source_id: string; bill_id: string }[]>`
    select source_id, bill_id from bills where source_id = any(${source_ids}::text[])`
  return new Map(rows.map(({ source_id, bill_id }) => [source_id, bill_id]))
}

async function selectPast(db: Db, bill_ids: readonly string[]): Promise<Past[]> {
  if (bill_ids.length === 0) return []
  return db<Past[]>`
    select bill_id, update_id, update_type, update_key, summary, is_alertable, corrects_update_id,
           first_seen_at > now() - interval '7 days' as is_recent
      from bill_updates
     where bill_id = any(${bill_ids}::uuid[]) and update_type in ('status', 'correction')
     order by update_id`
}
