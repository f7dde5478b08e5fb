import { bodyNamed } from '#server/legislation/roster/organizations.ts'
import type { Transaction } from '#server/platform/postgres/db.ts'
import { findCommittees, saveNamedCommittees } from './committeeIdentity.ts'
import type { CompleteParts } from './completeParts.ts'
import { findBillPeople } from './linkPeople.ts'

/**
 * Replaces the parts of the bills whose parts changed. A part that the record does not report stays. The caller must
 * have stored the bills already.
 */
export async function saveParts(db: Transaction, bills: readonly CompleteParts[]): Promise<void> {
  const changed = await changedOf(db, bills)
  if (changed.length === 0) return
  const rows = await linkPeople(db, changed)
  await saveCommittees(db, changed)
  await replace(
    db,
    changed,
    'bill_actions',
    changed.flatMap(({ source_id, actions }) =>
      actions.map((action, position) => Object.assign({ source_id, position }, action)),
    ),
  )
  await replaceReported(db, changed, rows)
  await db`
    insert into bill_parts (bill_id, content_hash, page, detail)
    select b.bill_id, decode(r.content_hash, 'hex'), merged.page, d.detail
      from jsonb_to_recordset(${db.json(
        changed.map(({ source_id, content_hash, page }) => ({ source_id, content_hash, page })),
      )}) as r(source_id text, content_hash text, page jsonb)
      join bills b on b.source_id = r.source_id
      left join bill_parts p using (bill_id)
     cross join lateral (select coalesce(p.page, '{}') || r.page as page) merged
     cross join lateral bill_parts_detail(b.bill_id, merged.page) d
    on conflict (bill_id) do update
       set content_hash = excluded.content_hash, page = excluded.page, detail = excluded.detail`
}

async function changedOf(db: Transaction, bills: readonly CompleteParts[]): Promise<CompleteParts[]> {
  if (bills.length === 0) return []
  const storedHashes = await db<{ source_id: string; content_hash: Buffer }[]>`
    select b.source_id, p.content_hash from bills b join bill_parts p using (bill_id)
     where b.source_id = any(${bills.map(({ source_id }) => source_id)}::text[])`
  const hashes = new Map(storedHashes.map((row) => [row.source_id, row.content_hash.toString('hex')]))
  return bills.filter(({ source_id, content_hash }) => hashes.get(source_id) !== content_hash)
}

/** Adds the representatives to the sponsors of bills and amendments. */
async function linkPeople(db: Transaction, bills: readonly CompleteParts[]) {
  const peopleByBill = await findBillPeople(
    db,
    bills.map(({ parts, ...bill }) => ({
      ...bill,
      sponsorships: parts.sponsorships ?? [],
      amendments: parts.amendments ?? [],
    })),
  )
  const sponsorships = bills.flatMap(({ source_id, parts }, index) =>
    (parts.sponsorships ?? []).map((row, position) =>
      Object.assign({ source_id, position }, row, {
        rep_id: peopleByBill[index]?.sponsors[position] ?? null,
      }),
    ),
  )
  const amendments = bills.flatMap(({ source_id, parts }, index) =>
    (parts.amendments ?? []).map((row, position) =>
      Object.assign({ source_id }, row, { rep_id: peopleByBill[index]?.amendments[position] ?? null }),
    ),
  )
  return { sponsorships, amendments }
}

/** Saves the committees that the records name with an id. */
function saveCommittees(db: Transaction, bills: readonly CompleteParts[]): Promise<void> {
  return saveNamedCommittees(
    db,
    bills.flatMap(({ source_id, source_name, organization, parts }) =>
      (parts.committees ?? []).flatMap(({ committee_id, name, chamber }) =>
        committee_id
          ? [{ committee_id, name, organization: bodyNamed(source_id, chamber) ?? organization, source_name }]
          : [],
      ),
    ),
  )
}

type PartRow = { source_id: string }

const columns = {
  bill_sponsorships: `position smallint, name text, classification text, entity_type text, party text, district text,
    organization text, source_person_id text, rep_id text, sponsored_on date, withdrawn_on date, is_original boolean`,
  bill_actions: `position smallint, acted_on date, chamber text, description text, classification text, stage text,
    is_important boolean, roll_number integer`,
  bill_committees: `position smallint, committee_id text, name text, chamber text, parent_name text, activity text,
    occurred_on date`,
  related_bills: 'related_source_id text, related_bill_code text, relation_type text, identified_by text',
  bill_amendments: `amendment_id text, amends_amendment_id text, number text, chamber text, sponsor_name text,
    source_person_id text, rep_id text,
        purpose text, offered_on date, latest_action text, latest_action_on date, outcome text`,
  cost_estimates: 'issuer text, published_on date, title text, url text',
} as const
type PartTable = keyof typeof columns

async function replace(
  db: Transaction,
  bills: readonly PartRow[],
  table: PartTable,
  rows: readonly PartRow[],
): Promise<void> {
  if (bills.length === 0) return
  await db`
    delete from ${db(table)} p using bills b
     where p.bill_id = b.bill_id and b.source_id = any(${bills.map(({ source_id }) => source_id)}::text[])`
  if (rows.length === 0) return
  const names = columns[table].split(',').map((column) => column.trim().split(' ')[0] ?? '')
  const list = db.unsafe(names.join(', '))
  await db`
    insert into ${db(table)} (bill_id, ${list})
    select b.bill_id, ${db.unsafe(names.map((name) => `r.${name}`).join(', '))}
      from jsonb_to_recordset(${db.json(rows)}) as r(source_id text, ${db.unsafe(columns[table])})
      join bills b on b.source_id = r.source_id
    on conflict do nothing`
}

/** Replaces the parts that not every record reports. */
async function replaceReported(
  db: Transaction,
  bills: readonly CompleteParts[],
  { sponsorships, amendments }: { sponsorships: readonly PartRow[]; amendments: readonly PartRow[] },
): Promise<void> {
  const reporting = (name: keyof CompleteParts['parts']) =>
    bills.filter(({ parts }) => parts[name] !== undefined)
  await replace(db, reporting('sponsorships'), 'bill_sponsorships', sponsorships)
  const withCommittees = reporting('committees')
  const committees = withCommittees.flatMap(({ source_id, organization, parts }) =>
    (parts.committees ?? []).map((row, position) =>
      Object.assign({ source_id, position }, row, {
        organization: bodyNamed(source_id, row.chamber) ?? organization,
      }),
    ),
  )
  await replace(db, withCommittees, 'bill_committees', await withCommitteeIds(db, committees))
  await replace(db, reporting('amendments'), 'bill_amendments', amendments)
  const related = reporting('related_bills')
  await replace(
    db,
    related,
    'related_bills',
    rowsOf(related, ({ parts }) => parts.related_bills ?? []),
  )
  const estimates = reporting('cost_estimates')
  await replace(
    db,
    estimates,
    'cost_estimates',
    rowsOf(estimates, ({ parts }) => parts.cost_estimates ?? []),
  )
  await saveSubjects(db, reporting('subjects'))
}

/** Writes only the subjects that changed, because the words of a bill are indexed again after each change. */
async function saveSubjects(db: Transaction, bills: readonly CompleteParts[]): Promise<void> {
  if (bills.length === 0) return
  const rows = bills.map(({ source_id, parts }) => ({ source_id, subjects: parts.subjects }))
  await db`
    with input as materialized (
      select b.bill_id, r.subjects from bills b join jsonb_to_recordset(${db.json(rows)}) as r(source_id text, subjects jsonb)
          on r.source_id = b.source_id),
    removed as (
      delete from bill_subjects s using input g where s.bill_id = g.bill_id and not g.subjects ? s.subject)
    insert into bill_subjects (bill_id, subject)
    select distinct g.bill_id, subject from input g, jsonb_array_elements_text(g.subjects) subject
    on conflict do nothing`
}

function rowsOf(
  bills: readonly CompleteParts[],
  list: (bill: CompleteParts) => readonly object[],
): PartRow[] {
  return bills.flatMap((bill) => list(bill).map((row) => Object.assign({ source_id: bill.source_id }, row)))
}

/** Adds the ids under which the committees are stored. */
async function withCommitteeIds<
  Row extends PartRow & { committee_id: string | null; name: string; organization: string },
>(db: Transaction, rows: readonly Row[]): Promise<Row[]> {
  const committees = await findCommittees(
    db,
    rows.map(({ committee_id, organization, name }) => ({
      committee_id,
      organizations: [organization],
      name,
    })),
  )
  return rows.map((row, index) =>
    Object.assign({}, row, { committee_id: committees[index]?.committee_id ?? null }),
  )
}
