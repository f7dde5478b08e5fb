import type { VersionSection } from '#contract/bills/versions.ts'
import { countEach, missingFrom, sectionWords, wordsIn } from '#server/legislation/texts/comparison/words.ts'
import { reintroducedUpdate } from '#server/legislation/updates/changes.ts'
import { recordBillUpdates } from '#server/legislation/updates/record.ts'
import type { Db, Pool, Transaction } from '#server/platform/postgres/db.ts'

/** A bill of the next session is the same bill if it has at least this share of the earlier bill's words. */
const sharedPart = 0.9

/**
 * The maximum number of bills with the same title that are compared. Many bills share a title such as "An act relating to
 * taxes", and reading texts is expensive.
 */
const maxCandidates = 10

type Pair = {
  bill_id: string
  version_no: number
  source_name: string
  new_bill_id: string
  new_version_no: number
  new_source_id: string
  new_bill_code: string
  session: string
  /** True if the new session is still open and the earlier bill was stored before the new one. */
  is_news: boolean
}

/**
 * Finds bills of an earlier session that were introduced again, stores the pairs, and notifies the followers of the
 * earlier bill. It searches among the bills whose texts an import stored. Either of the two texts may be imported
 * first.
 */
export async function findReintroductions(
  db: Pool,
  source_ids: readonly string[],
  notify: boolean,
): Promise<void> {
  if (source_ids.length === 0) return
  const pairs: Pair[] = []
  for (const pair of await selectPairs(db, source_ids)) {
    // oxlint-disable-next-line no-await-in-loop -- two long texts at a time
    if (await hasSameWords(db, pair)) pairs.push(pair)
  }
  if (pairs.length > 0) await db.begin((transaction) => saveReintroductions(transaction, pairs, notify))
}

/**
 * Selects pairs of bills that have the same title and are in consecutive regular sessions. One of the two must be among
 * `source_ids`. Pairs that are already stored are left out.
 */
export function selectPairs(db: Db, source_ids: readonly string[]): Promise<Pair[]> {
  return db<Pair[]>`
    with texts as (
      select b.bill_id, b.jurisdiction, md5(lower(b.title)) as title, s.start_date, s.name, s.last_day_for_bills,
             v.version_no, v.word_count
        from bills b
        join bill_counters c using (bill_id)
        join bill_versions v on v.bill_id = b.bill_id and v.version_no = c.text_version_no and v.document_type = 'bill'
        join legislative_sessions s
          on s.jurisdiction = b.jurisdiction and b.legislative_session = any (s.keys) and s.classification = 'regular'
       where b.source_id = any(${[...source_ids]}) and v.word_count > 0)
    select older.bill_id, older.version_no, ob.source_name, newer.bill_id as new_bill_id,
           newer.version_no as new_version_no, nb.source_id as new_source_id, nb.bill_code as new_bill_code,
           newer.name as session,
           coalesce(newer.last_day_for_bills >= current_date, true) and ov.first_seen_at < nv.first_seen_at as is_news
      from texts t
     cross join lateral (
       select o.bill_id, s.start_date, s.name, s.last_day_for_bills, v.version_no, v.word_count
         from bills o
         join bill_counters c using (bill_id)
         join bill_versions v on v.bill_id = o.bill_id and v.version_no = c.text_version_no and v.document_type = 'bill'
         join legislative_sessions s
           on s.jurisdiction = o.jurisdiction and o.legislative_session = any (s.keys) and s.classification = 'regular'
        where o.jurisdiction = t.jurisdiction and o.legislative_session is not null and md5(lower(o.title)) = t.title
          and s.start_date <> t.start_date and v.word_count > 0
          and case when s.start_date < t.start_date then t.word_count >= v.word_count * ${sharedPart}::numeric
                   else v.word_count >= t.word_count * ${sharedPart}::numeric end
          and not exists (
            select from legislative_sessions between_them
             where between_them.jurisdiction = o.jurisdiction and between_them.classification = 'regular'
               and between_them.start_date > least(s.start_date, t.start_date)
               and between_them.start_date < greatest(s.start_date, t.start_date))
        order by abs(v.word_count - t.word_count), o.bill_id limit ${maxCandidates}) other
     cross join lateral (
       select case when other.start_date < t.start_date then other.bill_id else t.bill_id end as bill_id,
              case when other.start_date < t.start_date then other.version_no else t.version_no end as version_no) older
     cross join lateral (
       select case when other.start_date < t.start_date then t.bill_id else other.bill_id end as bill_id,
              case when other.start_date < t.start_date then t.version_no else other.version_no end as version_no,
              case when other.start_date < t.start_date then t.name else other.name end as name,
              case when other.start_date < t.start_date then t.last_day_for_bills
                   else other.last_day_for_bills end as last_day_for_bills) newer
      join bills ob on ob.bill_id = older.bill_id
      join bills nb on nb.bill_id = newer.bill_id
      join bill_versions ov on ov.bill_id = older.bill_id and ov.version_no = older.version_no
      join bill_versions nv on nv.bill_id = newer.bill_id and nv.version_no = newer.version_no
     where not exists (
       select from bill_reintroductions r where r.bill_id = older.bill_id and r.new_bill_id = newer.bill_id)`
}

type ComparedTexts = Pick<Pair, 'bill_id' | 'version_no' | 'new_bill_id' | 'new_version_no'>

/** Returns true if the new bill has nearly all the words of the earlier one. */
export async function hasSameWords(db: Db, pair: ComparedTexts): Promise<boolean> {
  const [before, after] = await Promise.all([
    selectWords(db, pair.bill_id, pair.version_no),
    selectWords(db, pair.new_bill_id, pair.new_version_no),
  ])
  const missing = missingFrom(countEach(before), countEach(after))
  return before.length > 0 && missing <= before.length * (1 - sharedPart)
}

async function selectWords(db: Db, bill_id: string, version_no: number): Promise<string[]> {
  const [text] = await db<{ sections: VersionSection[] | null; full_text: string | null }[]>`
    select sections, full_text from bill_version_texts where bill_id = ${bill_id} and version_no = ${version_no}`
  return text?.sections ? text.sections.flatMap(sectionWords) : wordsIn(text?.full_text ?? '')
}

async function saveReintroductions(db: Transaction, pairs: readonly Pair[], notify: boolean): Promise<void> {
  await db`
    insert into bill_reintroductions (bill_id, new_bill_id)
    select bill_id, new_bill_id from jsonb_to_recordset(${db.json(pairs)}) as r(bill_id uuid, new_bill_id uuid)
    on conflict do nothing`
  await recordBillUpdates(
    db,
    pairs.map(({ bill_id, source_name, new_bill_id, new_source_id, new_bill_code, session, is_news }) =>
      reintroducedUpdate(
        { bill_id, source_name, notify: notify && is_news },
        { bill_id: new_bill_id, source_id: new_source_id, bill_code: new_bill_code, session },
      ),
    ),
  )
}
