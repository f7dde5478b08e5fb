import type { ListedUpdate, SourceRead, Update } from '#contract/alerts.ts'
import { readKeyword, type Keyword } from '#contract/search.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import { joinTargets, nameColumns, targetName } from './followTargets.ts'

/**
 * An update with the reason why it reaches the member. The closer the reason is to the member, the smaller `priority`
 * is.
 */
export type FollowedUpdate = Update & { priority: number }

type Range = { after: number; before: number | null; perTarget: number; limit: number }

type SavedSearch = { target_id: string; created_at: string; update_types: string[] }

type Row = UpdateRow & {
  target_type: Update['reason']['target_type']
  target_id: string
  named_code: string | null
  rep_name: string | null
  priority: number
}

/** This id is larger than every update's id, for a page without `before`. */
const end = Number.MAX_SAFE_INTEGER

/**
 * Selects the updates of everything that a member follows, each once, newest first. If there are several reasons, the
 * closest one is returned: a followed bill before a stance, then people, topics, places and searches.
 */
export async function selectFollowedUpdates(
  db: Db,
  user_id: string,
  range: Range,
): Promise<FollowedUpdate[]> {
  const { after, before, perTarget, limit } = range
  const searches = await db<SavedSearch[]>`
    select target_id, created_at, update_types from alert_follows
     where user_id = ${user_id} and target_type = 'search'`
  const rows = await db<Row[]>`
    with reasons as (
      select update_id, target_type, target_id,
             array_position(array['bill', 'stance', 'representative', 'committee', 'topic', 'jurisdiction', 'search'],
                            target_type) as priority
        from (select * from followed_updates(${user_id}, ${after}, ${before ?? end}, ${perTarget})
              ${searchedUpdates(db, searches, range)}) every),
    closest as (
      select distinct on (update_id) * from reasons order by update_id desc, priority, target_id limit ${limit})
    select u.update_id, u.update_type, u.summary, u.occurred_on, u.first_seen_at, u.source_name,
           b.bill_id, b.bill_code, b.title, b.status, b.jurisdiction, f.target_type, f.target_id, f.priority,
           named.bill_code as named_code, named.rep_name
      from closest f
      join bill_updates u using (update_id)
      join bills b using (bill_id)
     cross join lateral (
       select ${db.unsafe(nameColumns)} from (select) one ${joinTargets(db)}) named
     order by u.update_id desc`
  return rows.map((row) => {
    const { target_type, target_id, named_code, rep_name, priority } = row
    const name = targetName({ target_type, target_id, bill_code: named_code, rep_name })
    return asFollowedUpdate(row, { target_type, target_id, name }, priority)
  })
}

/** Adds how far each bill has come now, and the stance of the member on it. */
export async function withProgress(
  db: Db,
  user_id: string,
  updates: FollowedUpdate[],
): Promise<ListedUpdate[]> {
  type Progress = Omit<ListedUpdate['bill'], keyof Update['bill']> & { bill_id: string }
  const ids = updates.map(({ bill }) => bill.bill_id)
  const rows = await db<Progress[]>`
    select b.bill_id, b.progress_line, b.progress_dots, b.reached_on, b.reached_votes, b.final_words,
           b.checked_on::text as checked_on, b.source_url,
           (select s.stance from stances s where s.bill_id = b.bill_id and s.user_id = ${user_id}) as user_stance
      from listed_bills b where b.bill_id = any(${ids}::uuid[])`
  const byId = new Map(rows.map((row) => [row.bill_id, row]))
  return updates.flatMap(({ priority: _priority, bill, ...update }) => {
    const progress = byId.get(bill.bill_id)
    return progress ? [{ ...update, bill: { ...bill, ...progress } }] : []
  })
}

/** The columns of `bill_updates` and of the update's bill, as one row. */
export type UpdateRow = Omit<Update, 'bill' | 'reason'> & Update['bill']

export function asFollowedUpdate(row: UpdateRow, reason: Update['reason'], priority: number): FollowedUpdate {
  const { bill_id, bill_code, title, status, jurisdiction } = row
  const { update_id, update_type, summary, occurred_on, first_seen_at, source_name } = row
  const bill = { bill_id, bill_code, title, status, jurisdiction }
  return { update_id, bill, update_type, summary, occurred_on, first_seen_at, source_name, reason, priority }
}

/** Only this many of the newest updates are searched, because a search has no index of updates. */
const searchedRows = 5_000

/** Selects the updates of bills that match saved searches, as rows to add to those of `followed_updates`. */
function searchedUpdates(
  db: Db,
  searches: readonly SavedSearch[],
  { after, before, perTarget }: Range,
): Part {
  return searches.reduce(
    (all, { target_id, created_at, update_types }) => {
      const keyword = readKeyword(target_id)
      if (!keyword) return all
      const isReported = db`
        u.first_seen_at >= ${created_at}::timestamptz and reports_update(${update_types}::text[], u.update_type)`
      const ids = matchingUpdates(db, keyword, { after, before, limit: perTarget }, isReported)
      return db`${all} union all select m.update_id, 'search', ${target_id} from (${ids}) m`
    },
    db``,
  )
}

/**
 * Selects the ids of the newest updates of bills that match a keyword, newest first.
 *
 * @param condition SQL that the update `u` must also satisfy
 */
export function matchingUpdates(
  db: Db,
  keyword: Keyword,
  { after, before, limit }: Omit<Range, 'perTarget'>,
  condition: Part = db`true`,
): Part {
  return db`
    select u.update_id
      from (select update_id, bill_id, update_type, first_seen_at from bill_updates
             where is_alertable and update_id > ${after} and update_id < ${before ?? end}
             order by update_id desc limit ${searchedRows}) u
      join bill_search s using (bill_id)
     where ${condition} and ${containsKeyword(db, keyword)}
     order by u.update_id desc limit ${limit}`
}

/** Returns a condition that is true if the bill of the row `s` contains every part of the keyword or has its code. */
function containsKeyword(db: Db, { code, parts }: Keyword): Part {
  const containsParts = parts
    .map((part) => db`strpos(s.words, ${part}) > 0`)
    .reduce((all, part) => db`${all} and ${part}`)
  return code === null ? containsParts : db`(${containsParts} or strpos(s.code_key, ${code}) > 0)`
}

/** A live source is read daily. If it was not read for twice this interval, updates may be missing. */
const readIntervalHours = 24

/**
 * Selects when each live source was last read completely, or when all its places that this instance reads were last read if no
 * run reads the whole source. Empty if the instance has no live sources.
 */
export function selectSourceReads(db: Db): Promise<SourceRead[]> {
  return db<SourceRead[]>`
    select source_name, read_at, read_at < now() - make_interval(hours => ${readIntervalHours * 2}) as is_late
      from (select case source when 'congress' then 'Congress.gov' when 'openstates' then 'Open States' else 'Legistar' end
                     as source_name,
                   coalesce(last_sync(source, 'bills', '{}'), last_sync(source, 'bills', array_agg(area))) as read_at
              from source_syncs left join unnest(areas) area on true
             where what = 'bills' and synced_at is not null group by source) sources
     order by 1`
}
