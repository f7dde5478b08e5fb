import { findReintroductions } from '#server/legislation/sessions/reintroductions.ts'
import { classifyVersions } from '#server/legislation/texts/classify.ts'
import { withDistinctKeys } from '#server/legislation/votes/distinctKeys.ts'
import { addVotes, type VoteReport } from '#server/legislation/votes/import.ts'
import { linkBillVotes } from '#server/legislation/votes/links/linkBillVotes.ts'
import { lockVotes } from '#server/legislation/votes/linkVoters.ts'
import { type BillVotes, removeVanishedVotes } from '#server/legislation/votes/vanishedVotes.ts'
import { refuseRecord, saveBatch } from '#server/platform/cli/importReport.ts'
import type { Pool, Transaction } from '#server/platform/postgres/db.ts'

/** What the transaction of a batch stored, and what must be done afterwards. Bills are identified by `source_id`. */
export type StoredBatch = {
  /** All stored bills of the batch. */
  read: string[]
  added: string[]
  /** The bills whose actions, amendments or versions changed. */
  changed: string[]
  withNewText: string[]
  /** The votes that were part of the records of bills. */
  votes: BillVotes[]
}

export function nothingToFinish(): StoredBatch {
  return { read: [], added: [], changed: [], withNewText: [], votes: [] }
}

/**
 * Saves the votes of stored bills, and finds the versions and bills that must be compared. After an interruption, bills
 * lack these until the next import of the same records adds them, except links to bills that were introduced again, which
 * `hurd check` reports.
 *
 * @param report the report of the votes, to which these votes are added
 */
export async function finishBills(
  db: Pool,
  { read, added, changed, withNewText, votes }: StoredBatch,
  report: VoteReport,
  notify: boolean,
): Promise<void> {
  if (read.length > 0) {
    await db.begin((transaction) => linkVotesToBills(transaction, read))
    await db.begin((transaction) => linkAgendasToBills(transaction, read))
  }
  await saveBatch(
    votes,
    async (lists) => {
      const next = await db.begin(async (transaction) => {
        // This lock is taken before the lock of the updates, in the same order as by an import of votes, to avoid a
        // deadlock.
        await lockVotes(transaction)
        const distinct = await withKeysOfLists(transaction, lists)
        const readings = distinct.flatMap((list) => list.readings)
        const reportWithThese = await addVotes(transaction, report, readings, { notify, newBills: added })
        await removeVanishedVotes(transaction, distinct, notify)
        return reportWithThese
      })
      Object.assign(report, next)
    },
    ({ readings }, reason) => {
      for (const reading of readings) refuseRecord(report, reading, reason)
    },
  )
  // The votes of new bills are linked already: those that waited for the bills, and those of their records.
  const newBills = new Set(added)
  const updated = changed.filter((source_id) => !newBills.has(source_id))
  if (updated.length > 0) {
    await db.begin(async (transaction) => {
      await lockVotes(transaction)
      const bills = await transaction<{ bill_id: string }[]>`
        select bill_id from bills where source_id = any(${updated}::text[])`
      await linkBillVotes(
        transaction,
        bills.map(({ bill_id }) => bill_id),
      )
    })
  }
  await classifyVersions(db, notify)
  await findReintroductions(db, withNewText, notify)
  // The words of a whole batch are merged into the indexes together. This takes a fraction of the time of merging the
  // words of each bill separately.
  await db`
    select gin_clean_pending_list(name) from unnest('{bill_search_entries,bill_search_titles}'::regclass[]) name`
}

/** Returns the lists with votes that each have their own key. */
async function withKeysOfLists(db: Transaction, lists: readonly BillVotes[]): Promise<BillVotes[]> {
  const readings = lists.flatMap((list) => list.readings)
  const votes = readings.flatMap((reading) => ('imported' in reading ? [reading.imported] : []))
  const keyed = await withDistinctKeys(db, votes, new Set())
  const byVote = new Map(votes.map((vote, index) => [vote, keyed[index] ?? vote]))
  return lists.map((list) => ({
    ...list,
    readings: list.readings.map((reading) =>
      'imported' in reading
        ? { ...reading, imported: byVote.get(reading.imported) ?? reading.imported }
        : reading,
    ),
  }))
}

/**
 * Links votes that were imported before their bills had these ids, and updates the last votes of these bills. Call it when the
 * bills are committed so that an import of votes either finds the bills or has committed its votes before.
 */
async function linkVotesToBills(db: Transaction, source_ids: readonly string[]): Promise<void> {
  await lockVotes(db)
  const rows = await db<{ bill_id: string }[]>`
    update vote_events e set bill_id = b.bill_id
      from bills b
     where e.bill_id is null and e.bill_source_id = any(${[...source_ids]}) and b.source_id = e.bill_source_id
    returning e.bill_id`
  const bill_ids = [...new Set(rows.map(({ bill_id }) => bill_id))]
  if (bill_ids.length === 0) return
  await db`select refresh_last_votes(${bill_ids}::uuid[])`
  await linkBillVotes(db, bill_ids)
}

/**
 * Links the bills to the events that were imported before them and have them on their agenda. Call it when the bills are
 * committed. The lock waits for an import of events that did not see them yet.
 */
async function linkAgendasToBills(db: Transaction, source_ids: readonly string[]): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('import events'))`
  await db`
    with found as (
      select u.event_id, u.item, u.agenda_item, b.bill_id
        from unlinked_agenda_items u join bills b using (source_id) where u.source_id = any(${[...source_ids]}::text[])),
    linked as (
      delete from unlinked_agenda_items u using found f where (u.event_id, u.item) = (f.event_id, f.item))
    insert into event_bills (event_id, bill_id, agenda_item)
    select distinct on (event_id, bill_id) event_id, bill_id, agenda_item from found order by event_id, bill_id, item
    on conflict do nothing`
}
