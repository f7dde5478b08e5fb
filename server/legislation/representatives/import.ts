import {
  emptyReport,
  importInBatches,
  secondsSince,
  type ImportReport,
} from '#server/platform/cli/importReport.ts'
import type { Pool, Transaction } from '#server/platform/postgres/db.ts'
import type { ImportedPerson, PersonReading } from '#server/sources/people/importedPerson.ts'
import {
  decidePerson,
  mergePerson,
  type StoredPerson,
  type StoredTerm,
  type PersonDecision,
} from './importDecisions.ts'
import { relinkPeople, type RelinkCounts } from './relink.ts'
import { retireUnnamed } from './roster.ts'

/** `retired` is the number of people that a roster no longer names and that are not among the records read. */
export type PeopleReport = ImportReport & RelinkCounts & { retired: number }

/** The number of records in one transaction. */
const batchSize = 500

type Run = {
  report: PeopleReport
  today: string
  named: Map<string, Set<string>>
  /** The organizations whose members changed. */
  changed: Set<string>
}
type Usable = Extract<PersonReading, { imported: ImportedPerson }>

/**
 * Imports people and their terms, identified by `rep_id`. Importing the same records again changes nothing. A record
 * that cannot be used is rejected with a reason and does not stop the others. People that their organization's roster no longer
 * names are retired at the end: their terms end today, and messages to them are kept.
 * @param onProgress called after each transaction with the report so far
 */
export async function importPeople(
  db: Pool,
  records: AsyncIterable<PersonReading>,
  onProgress: (report: PeopleReport) => void = () => {},
): Promise<PeopleReport> {
  const started = performance.now()
  const seen = new Map<string, string>()
  const [clock] = await db<{ today: string }[]>`select current_date as today`
  const run: Run = {
    report: { ...emptyReport(), retired: 0, linked: 0, linked_sponsors: 0, linked_members: 0 },
    today: clock!.today,
    named: new Map(),
    changed: new Set(),
  }
  await importInBatches(records, run.report, {
    batchSize,
    save: (readings) => importBatch(db, run, readings),
    reasonOf({ file, record, imported: { rep_id } }) {
      const earlier = seen.get(rep_id)
      seen.set(rep_id, earlier ?? `${file}, ${record}`)
      return earlier === undefined ? null : `The same person is already in this import: ${earlier}.`
    },
    onProgress,
  })
  const retired = await db.begin(async (transaction) => {
    await lock(transaction)
    return retireUnnamed(transaction, run.named)
  })
  run.report.retired = new Set(retired.map(({ rep_id }) => rep_id)).size
  for (const { organization } of retired) run.changed.add(organization)
  Object.assign(run.report, await relinkPeople(db, run.changed))
  run.report.seconds = secondsSince(started)
  return run.report
}

async function importBatch(db: Pool, run: Run, batch: readonly Usable[]): Promise<void> {
  const outcomes = await db.begin((transaction) => writeBatch(transaction, batch, run.today))
  for (const outcome of outcomes) run.report[outcome] += 1
  for (const [index, { imported }] of batch.entries()) {
    collectNamed(run, imported)
    if (outcomes[index] === 'unchanged') continue
    for (const { organization } of imported.terms) if (organization) run.changed.add(organization)
  }
}

/** Remembers who is currently in office according to each organization's roster. */
function collectNamed({ named, today }: Run, { rep_id, terms }: ImportedPerson): void {
  for (const { organization, valid_from, valid_to } of terms) {
    const isToday = (valid_from === null || valid_from <= today) && (valid_to === null || valid_to > today)
    if (organization && isToday) named.set(organization, (named.get(organization) ?? new Set()).add(rep_id))
  }
}

/** Takes a lock until the end of the transaction so that only one import decides and writes at a time. */
async function lock(db: Transaction): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('import people'))`
}

async function writeBatch(
  db: Transaction,
  batch: readonly Usable[],
  today: string,
): Promise<PersonDecision['outcome'][]> {
  await lock(db)
  const storedPeople = await selectStored(
    db,
    batch.map(({ imported }) => imported.rep_id),
  )
  const decisions = batch.map(({ imported }) => {
    const storedPerson = storedPeople.get(imported.rep_id)
    return { person: imported, stored: storedPerson, decision: decidePerson(imported, storedPerson, today) }
  })
  await savePeople(
    db,
    decisions.map(({ person, stored }) => mergePerson(person, stored)),
  )
  const terms = decisions.flatMap(({ person: { rep_id }, decision }) =>
    decision.save.map((term) => ({ ...term, rep_id })),
  )
  await endTerms(
    db,
    decisions.flatMap(({ decision }) => decision.end),
  )
  await updateTerms(
    db,
    terms.filter(({ term_id }) => term_id !== null),
  )
  await insertTerms(
    db,
    terms.filter(({ term_id }) => term_id === null),
  )
  return decisions.map(({ decision }) => decision.outcome)
}

async function selectStored(db: Transaction, ids: string[]): Promise<Map<string, StoredPerson>> {
  const [people, terms] = [
    await db<Omit<StoredPerson, 'terms'>[]>`
      select rep_id, rep_name, other_names, photo_url, source_name, source_checked_at from representatives
       where rep_id = any(${ids}) for update`,
    await db<(StoredTerm & { rep_id: string })[]>`
      select term_id, rep_id, organization, title, government_level, division, district, party, office_phone, email,
             contact_form_url, valid_from, valid_to, seat, start_reason, end_reason
        from representative_terms where rep_id = any(${ids}) order by valid_from desc nulls last`,
  ]
  const byPerson = Map.groupBy(terms, ({ rep_id }) => rep_id)
  return new Map(
    people.map((person) => {
      const personTerms = (byPerson.get(person.rep_id) ?? []).map(({ rep_id: _rep_id, ...term }) => term)
      return [person.rep_id, { ...person, terms: personTerms }]
    }),
  )
}

/** Saves people. The date of the last check never moves backward. */
async function savePeople(db: Transaction, people: readonly ImportedPerson[]): Promise<void> {
  const rows = people.map(({ terms: _terms, omitted: _omitted, ...person }) => ({
    ...person,
    other_names: person.other_names ?? [],
  }))
  await db`
    insert into representatives as stored (rep_id, rep_name, other_names, photo_url, source_name, source_checked_at)
    select rep_id, rep_name, other_names, photo_url, source_name, coalesce(source_checked_at, now())
      from jsonb_to_recordset(${db.json(rows)})
           as r(rep_id text, rep_name text, other_names text[], photo_url text, source_name text, source_checked_at timestamptz)
    on conflict (rep_id) do update
       set rep_name = excluded.rep_name, other_names = excluded.other_names, photo_url = excluded.photo_url,
           source_name = excluded.source_name,
           source_checked_at = greatest(stored.source_checked_at, excluded.source_checked_at)
     where (stored.rep_name, stored.other_names, stored.photo_url, stored.source_name) is distinct from
           (excluded.rep_name, excluded.other_names, excluded.photo_url, excluded.source_name)
        or stored.source_checked_at < excluded.source_checked_at`
}

async function endTerms(db: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const ended = db`term_id = any(${[...ids]}::bigint[])`
  await db`delete from representative_terms where ${ended} and valid_from >= current_date`
  await db`update representative_terms set valid_to = current_date, end_reason = coalesce(end_reason, 'unknown') where ${ended}`
}

type TermRow = PersonDecision['save'][number] & { rep_id: string }

async function updateTerms(db: Transaction, terms: readonly TermRow[]): Promise<void> {
  if (terms.length === 0) return
  await db`
    update representative_terms t
       set organization = r.organization, title = r.title, government_level = r.government_level, division = r.division,
           district = r.district, party = r.party, office_phone = r.office_phone, email = r.email,
           contact_form_url = r.contact_form_url, valid_from = r.valid_from, valid_to = r.valid_to,
           seat = r.seat, start_reason = r.start_reason, end_reason = r.end_reason
      from jsonb_to_recordset(${db.json([...terms])}) as r(term_id bigint, ${termColumns(db)})
     where t.term_id = r.term_id`
}

async function insertTerms(db: Transaction, terms: readonly TermRow[]): Promise<void> {
  if (terms.length === 0) return
  await db`
    insert into representative_terms (rep_id, organization, title, government_level, division, district, party, office_phone,
                                      email, contact_form_url, valid_from, valid_to, seat, start_reason,
                                      end_reason)
    select rep_id, organization, title, government_level, division, district, party, office_phone,
           email, contact_form_url, valid_from, valid_to, seat, start_reason, end_reason
      from jsonb_to_recordset(${db.json([...terms])}) as r(${termColumns(db)})`
}

function termColumns(db: Transaction) {
  return db`rep_id text, organization text, title text, government_level text, division text, district text, party text,
    office_phone text, email text, contact_form_url text, valid_from date, valid_to date,
    seat int, start_reason text, end_reason text`
}
