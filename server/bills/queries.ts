import type * as z from 'zod/mini'
import { type BillDetail, type BookmarkedBill, maxBookmarks, type listBills } from '../../contract/bills.ts'
import type { ParsedOf } from '../../contract/kit/endpoint.ts'
import type { Stance } from '../../contract/rules/stances.ts'
import type { Member } from '../http/route/route.ts'
import type { Db, Part } from '../postgres/db.ts'
import { afterCursor, cursorKeys } from './feedCursor.ts'
import type { SharedBill } from './sharing/sharePicture.ts'

/** The parameters of a page of bills without a keyword; `searchBills` in search.ts handles keywords. */
export type BillPage = Omit<ParsedOf<typeof listBills>, 'q'>

export type ListedBills = {
  /** The JSON of the bills of a page, and of one more if there are more. */
  bills: Buffer[]
  /** Undefined when it has to be counted (countBills). */
  total: number | undefined
  /** The cursor for the next page. */
  next: string | null
}

/**
 * One page of bills as the member sees them, and one more bill if there are more. The page is selected first, by walking
 * the index of its order, and only its rows are then joined. So the cost does not depend on the number of bills, stances
 * or bookmarks.
 */
export async function selectBills(db: Db, me: Member, page: BillPage): Promise<ListedBills> {
  const rows = await db`
    select ${billJson(db, me)}, ${hasStoredTotal(page) ? storedTotal(db, page) : null}, ${cursorKeys(db, page)}
      from (select f.bill_id from ${walk(db, page)} where ${matching(db, me, page)} ${afterCursor(db, page)}
             order by ${orderOf(db, page, 'f')} ${rowsOf(db, page)}) page
      join bills b using (bill_id)
      join bill_counters c using (bill_id)
     order by ${orderOf(db, page, 'c')}`.raw()
  const total = rows[0]?.[1]
  const keys = rows.length > page.limit ? rows[page.limit - 1]?.[2] : undefined
  return {
    bills: firstOf(rows),
    total: total ? Number(total.toString('latin1')) : undefined,
    next: keys?.toString('base64url') ?? null,
  }
}

/** These bills in this order, as JSON, with their `reason` in the order of relevance. */
export async function selectListed(
  db: Db,
  me: Member,
  bill_ids: readonly string[],
  order: BillPage['order'],
): Promise<Buffer[]> {
  // The subquery makes PostgreSQL use one plan for any number of bills.
  const rows = await db`
    select ${billJson(db, me, order === 'relevance' ? reasonOfViewer(db, me) : null)}
      from unnest((select ${bill_ids}::uuid[])) with ordinality page (bill_id, position)
      join bills b using (bill_id)
      join bill_counters c using (bill_id)
     order by page.position`.raw()
  return firstOf(rows)
}

export function firstOf(rows: readonly Buffer[][]): Buffer[] {
  return rows.flatMap(([first]) => first ?? [])
}

/**
 * A bill as `Bill` in contract/bills.ts describes it, in JSON that is sent as the database writes it: the stored card, which
 * is the same for every viewer, then the counts and the viewer's stance and bookmark. `reason` is JSON, or nothing.
 */
export function billJson(db: Db, me: Member, reason: Part | null = null): Part {
  return db`concat(b.card,
    ',"support_count":', c.support_count, ',"oppose_count":', c.oppose_count, ',"neutral_count":', c.neutral_count,
    ',"learning_count":', c.learning_count, ',"discussion_count":', c.discussion_count,
    ',"activity_score":', c.activity_score, ',"local_count":', coalesce(${localCount(db, me)}::text, 'null'),
    ',"user_stance":', coalesce((
      select '"' || s.stance || '"' from stances s where s.bill_id = b.bill_id and s.user_id = ${me.user_id}), 'null'),
    ',"is_bookmarked":', ((
      select k.user_id from bookmarks k where k.user_id = ${me.user_id} and k.bill_id = b.bill_id) is not null)::text,
    ',"is_local":', ${isLocal(db, me)}::text${reason ? db`, ',"reason":', coalesce((${reason})::text, 'null')` : db``}, '}')`
}

/** The table with the index of the page's order, as `f`, joined with bills, as `b`, if a filter needs them. */
function walk(db: Db, page: BillPage) {
  const table = walkedTable(page)
  const readsBill = page.topics.length > 0 && table === 'bill_counters'
  return table === 'bills' || !readsBill
    ? db`${db(table)} f`
    : db`${db(table)} f join bills b on b.bill_id = f.bill_id`
}

function walkedTable(page: BillPage): 'bill_counters' | 'bill_topics' | 'bills' {
  if (page.sort === 'activity_score') return 'bill_counters'
  return page.topics.length === 1 && !isPlaceScope(page) ? 'bill_topics' : 'bills'
}

function isPlaceScope({ scope }: BillPage): boolean {
  return scope === 'city' || scope === 'state'
}

function orderOf(db: Db, page: BillPage, table: 'f' | 'c') {
  const [activity, created, id] = [
    db(`${table}.activity_score`),
    db(`${table}.created_at`),
    db(`${table}.bill_id`),
  ]
  return page.sort === 'activity_score'
    ? db`${activity} ${direction(db, page.order)}, ${created} desc, ${id}`
    : db`${created} ${direction(db, page.order)}, ${id}`
}

/**
 * The limit is a literal. With a parameter PostgreSQL cannot know whether it is 20 or 200,000, and would plan every call
 * again, which takes longer than reading the page.
 */
function rowsOf(db: Db, page: BillPage) {
  const limit = db.unsafe(`limit ${page.limit + 1}`)
  return page.offset > 0 && !page.after ? db`${limit} offset ${page.offset}` : limit
}

// A larger total is of no use to a reader, and counting it would cost more than the page.
export const maxCounted = 10_000

/**
 * The number of matching bills. Totals by level, status and one topic are stored; bookmarks and several topics are counted,
 * up to `maxCounted`.
 */
export async function countBills(db: Db, me: Member, page: BillPage): Promise<number> {
  const all = { ...page, sort: 'created_at' } as const
  const [row] = hasStoredTotal(page)
    ? await db<{ total: number }[]>`select ${storedTotal(db, page)} as total`
    : await db<{ total: number }[]>`
        select count(*)::int as total
          from (select from ${walk(db, all)} where ${matching(db, me, all)} limit ${maxCounted + 1}) counted`
  return row?.total ?? 0
}

export function hasStoredTotal(page: BillPage): boolean {
  return page.bookmarked === undefined && page.topics.length <= 1 && !isPlaceScope(page)
}

export function storedTotal(db: Db, page: BillPage) {
  return db`(
    select coalesce(sum(bill_count), 0)::int from bill_totals
     where topic = ${page.topics[0] ?? ''}
       ${page.government_level ? db`and government_level = ${page.government_level}` : db``}
       ${page.scope === 'congress' ? db`and government_level = 'federal'` : db``}
       ${page.status ? db`and status = ${page.status}` : db``})`
}

function matching(db: Db, me: Member, page: BillPage) {
  const table = walkedTable(page)
  const bill = table === 'bills' ? 'f' : 'b'
  return db`true
    ${page.government_level ? db`and f.government_level = ${page.government_level}` : db``}
    ${page.status ? db`and f.status = ${page.status}` : db``}
    ${page.scope === 'congress' ? db`and f.government_level = 'federal'` : db``}
    ${isPlaceScope(page) ? db`and f.jurisdiction = (select scope_division(${me.user_id}, ${page.scope ?? ''}))` : db``}
    ${table === 'bill_topics' ? db`and f.topic = ${page.topics[0]!}` : db``}
    ${
      page.topics.length > 0 && table !== 'bill_topics'
        ? db`and ${db(`${bill}.topics`)} && ${page.topics}::text[]`
        : db``
    }
    ${
      page.bookmarked === undefined
        ? db``
        : db`and f.bill_id in (select bill_id from bookmarks where user_id = ${me.user_id})`
    }`
}

function direction(db: Db, order: BillPage['order']) {
  return order === 'asc' ? db`asc` : db`desc`
}

/** Why the bill comes first for the viewer, whichever page it is on. */
function reasonOfViewer(db: Db, me: Member): Part {
  return db`
    select reason_json(bill_reason(b.jurisdiction, b.government_level, b.topics, v.places, v.followed),
                       b.jurisdiction, first_followed(b.topics, v.followed))
      from (select places_of(${me.user_id}) as places, topics_followed_by(${me.user_id}) as followed) v`
}

/** A local bill of the member's own city. */
function isLocal(db: Db, me: Member) {
  return db`coalesce(b.government_level = 'local' and b.jurisdiction = ${me.ocd_city_id}, false)`
}

/** Comments by members in the viewer's city; the counts of other cities are never shown. */
function localCount(db: Db, me: Member) {
  if (me.ocd_city_id === null) return db`null::int`
  return db`coalesce((
    select n.comment_count from bill_local_counts n
     where n.bill_id = b.bill_id and n.ocd_city_id = ${me.ocd_city_id}), 0)`
}

export async function selectBill(db: Db, me: Member, bill_id: string): Promise<BillDetail | undefined> {
  const [bill] = await db<BillDetail[]>`
    select b.bill_id, b.bill_code, b.title, b.summary, b.topics, b.government_level, b.jurisdiction, b.status, b.created_at,
           b.source_url, t.formatted_text, t.bill_sections, t.full_text,
           c.support_count, c.oppose_count, c.neutral_count, c.learning_count, c.discussion_count,
           c.activity_score, ${localCount(db, me)} as local_count,
           s.stance as user_stance, k.user_id is not null as is_bookmarked,
           ${isLocal(db, me)} as is_local,
           b.sponsors, b.actions, b.source_name, b.source_checked_at
      from bills b
      join bill_counters c on c.bill_id = b.bill_id
      left join bill_texts t on t.bill_id = b.bill_id
      left join stances s on s.bill_id = b.bill_id and s.user_id = ${me.user_id}
      left join bookmarks k on k.bill_id = b.bill_id and k.user_id = ${me.user_id}
     where b.bill_id = ${bill_id}`
  return bill
}

/** Undefined if there is no such bill; all null if it has no text. */
export async function selectText(
  db: Db,
  bill_id: string,
): Promise<Pick<BillDetail, 'formatted_text' | 'bill_sections' | 'full_text'> | undefined> {
  const [text] = await db<Pick<BillDetail, 'formatted_text' | 'bill_sections' | 'full_text'>[]>`
    select t.formatted_text, t.bill_sections, t.full_text
      from bills b left join bill_texts t using (bill_id)
     where b.bill_id = ${bill_id}`
  return text
}

/** The public fields that a shared link shows. */
export async function selectShared(db: Db, bill_id: string): Promise<SharedBill | undefined> {
  const [bill] = await db<SharedBill[]>`
    select b.bill_code, left(b.title, 1000) as title, left(b.summary, 1000) as summary, b.government_level,
           b.jurisdiction, b.status, c.support_count, c.oppose_count, c.neutral_count, c.learning_count
      from bills b join bill_counters c using (bill_id) where b.bill_id = ${bill_id}`
  return bill
}

/** Undefined if there is no such bill. */
export async function selectStance(db: Db, me: Member, bill_id: string) {
  const [row] = await db<{ stance: Stance | null; created_at: string | null }[]>`
    select s.stance, s.changed_at as created_at
      from bills b left join stances s on s.bill_id = b.bill_id and s.user_id = ${me.user_id}
     where b.bill_id = ${bill_id}`
  return row
}

export async function billExists(db: Db, bill_id: string): Promise<boolean> {
  const rows = await db`select from bills where bill_id = ${bill_id}`
  return rows.length > 0
}

/**
 * Adds a bookmark unless the member has the maximum; returns whether the bill is bookmarked afterwards. A repeat keeps the
 * time of the first. The writes of one member run one after another, so the count is exact.
 */
export async function insertBookmark(db: Db, me: Member, bill_id: string): Promise<boolean> {
  const [row] = await db<{ is_bookmarked: boolean }[]>`
    with added as (
      insert into bookmarks (user_id, bill_id)
      select ${me.user_id}, ${bill_id}::uuid
       where (select count(*) from bookmarks where user_id = ${me.user_id}) < ${maxBookmarks}
      on conflict do nothing returning bill_id)
    select exists (select from added)
        or exists (select from bookmarks where user_id = ${me.user_id} and bill_id = ${bill_id}) as is_bookmarked`
  return row!.is_bookmarked
}

export async function deleteBookmark(db: Db, me: Member, bill_id: string): Promise<void> {
  await db`delete from bookmarks where user_id = ${me.user_id} and bill_id = ${bill_id}`
}

export function selectBookmarks(db: Db, me: Member): Promise<z.infer<typeof BookmarkedBill>[]> {
  return db<z.infer<typeof BookmarkedBill>[]>`
    select k.bill_id, b.title, b.bill_code, b.government_level, s.stance as user_stance,
           k.created_at as bookmarked_at
      from bookmarks k join bills b using (bill_id)
      left join stances s on s.bill_id = k.bill_id and s.user_id = k.user_id
     where k.user_id = ${me.user_id} order by k.created_at desc, k.bill_id`
}
