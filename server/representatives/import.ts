import { emptyReport, refuseRecord, secondsSince, saveBatch, type ImportReport } from '../cli/importReport.ts'
import type { Pool, Transaction } from '../postgres/db.ts'
import type { ImportedPerson, ImportedTerm, PersonReading } from '../sources/people/importedPerson.ts'
import {
  decidePerson,
  operatorPerson,
  type HeldPerson,
  type HeldTerm,
  type PersonDecision,
} from './importDecisions.ts'
import { retireUnnamed } from './roster.ts'

/** `retired` counts those whom a roster no longer names: they are not among the records read. */
export type PeopleReport = ImportReport & { retired: number }

/** Records in one transaction. */
const batchSize = 500

type Run = { report: PeopleReport; today: string; seen: Map<string, string>; named: Map<string, Set<string>> }
type Usable = Extract<PersonReading, { imported: ImportedPerson }>

/**
 * Takes people and their terms in, by their `rep_id`: running it again on the same records changes nothing. A record
 * that cannot be used is refused with its reason and stops nothing else. Whoever a body's roster no longer names is
 * retired at the end: their terms end today, and they and what was written to them stay.
 * @param onProgress called after each transaction with the report so far
 */
export async function importPeople(
  db: Pool,
  records: AsyncIterable<PersonReading>,
  onProgress: (report: PeopleReport) => void = () => {},
): Promise<PeopleReport> {
  const started = performance.now()
  const [clock] = await db<{ today: string }[]>`select current_date as today`
  const run: Run = {
    report: { ...emptyReport(), retired: 0 },
    today: clock!.today,
    seen: new Map(),
    named: new Map(),
  }
  let batch: Usable[] = []
  const flush = async () => {
    await saveBatch(
      batch,
      (readings) => importBatch(db, run, readings),
      (reading, reason) => refuseRecord(run.report, reading, reason),
    )
    batch = []
    onProgress(run.report)
  }
  for await (const reading of records) {
    if ('reason' in reading) refuseRecord(run.report, reading, reading.reason)
    else if (run.seen.has(reading.imported.rep_id)) refuseRepeated(run, reading)
    else {
      run.seen.set(reading.imported.rep_id, `${reading.file}, ${reading.record}`)
      batch.push(reading)
    }
    if (batch.length >= batchSize) await flush()
  }
  await flush()
  run.report.retired = await db.begin(async (transaction) => {
    await lock(transaction)
    return retireUnnamed(transaction, run.named)
  })
  run.report.seconds = secondsSince(started)
  return run.report
}

function refuseRepeated(run: Run, reading: Usable): void {
  refuseRecord(
    run.report,
    reading,
    `The same person was in this import before: ${run.seen.get(reading.imported.rep_id)}.`,
  )
}

async function importBatch(db: Pool, run: Run, batch: readonly Usable[]): Promise<void> {
  const outcomes = await db.begin((transaction) => takeIn(transaction, batch, run.today))
  for (const outcome of outcomes) run.report[outcome] += 1
  for (const { imported } of batch) noteNamed(run, imported)
}

/** Whom each body's roster names as in office today. */
function noteNamed({ named, today }: Run, { rep_id, terms }: ImportedPerson): void {
  for (const { body, valid_from, valid_to } of terms) {
    const isToday = (valid_from === null || valid_from <= today) && (valid_to === null || valid_to > today)
    if (body && isToday) named.set(body, (named.get(body) ?? new Set()).add(rep_id))
  }
}

/** One import at a time decides and writes; the lock goes with the transaction. */
async function lock(db: Transaction): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('import people'))`
}

async function takeIn(
  db: Transaction,
  batch: readonly Usable[],
  today: string,
): Promise<PersonDecision['outcome'][]> {
  await lock(db)
  const held = await selectHeld(
    db,
    batch.map(({ imported }) => imported.rep_id),
  )
  const decided = batch.map(({ imported }) => {
    const before = held.get(imported.rep_id)
    return { person: imported, before, decision: decidePerson(imported, before, today) }
  })
  await savePeople(
    db,
    decided.map(({ person, before }) => operatorPerson(person, before)),
  )
  const terms = decided.flatMap(({ person: { rep_id }, decision }) =>
    decision.save.map((term) => ({ ...term, rep_id })),
  )
  await endTerms(
    db,
    decided.flatMap(({ decision }) => decision.end),
  )
  await updateTerms(
    db,
    terms.filter(({ term_id }) => term_id !== null),
  )
  await insertTerms(
    db,
    terms.filter(({ term_id }) => term_id === null),
  )
  return decided.map(({ decision }) => decision.outcome)
}

async function selectHeld(db: Transaction, ids: string[]): Promise<Map<string, HeldPerson>> {
  const [people, terms] = [
    await db<Omit<HeldPerson, 'terms'>[]>`
      select rep_id, rep_name, photo_url, source_name, source_checked_at from representatives
       where rep_id = any(${ids}) for update`,
    await db<(HeldTerm & { rep_id: string })[]>`
      select term_id, rep_id, body, title, government_level, division, district, party, office_phone, email,
             contact_form_url, valid_from, valid_to
        from representative_terms where rep_id = any(${ids}) order by valid_from desc nulls last`,
  ]
  const byPerson = Map.groupBy(terms, ({ rep_id }) => rep_id)
  return new Map(
    people.map((person) => {
      const theirs = (byPerson.get(person.rep_id) ?? []).map(({ rep_id: _rep_id, ...term }) => term)
      return [person.rep_id, { ...person, terms: theirs }]
    }),
  )
}

/** The day of the last check only moves forward. */
async function savePeople(db: Transaction, people: readonly ImportedPerson[]): Promise<void> {
  const rows = people.map(({ rep_id, rep_name, photo_url, source_name, source_checked_at }) => {
    return { rep_id, rep_name, photo_url, source_name, source_checked_at }
  })
  await db`
    insert into representatives as held (rep_id, rep_name, photo_url, source_name, source_checked_at)
    select rep_id, rep_name, photo_url, source_name, coalesce(source_checked_at, now())
      from jsonb_to_recordset(${db.json(rows)})
           as r(rep_id text, rep_name text, photo_url text, source_name text, source_checked_at timestamptz)
    on conflict (rep_id) do update
       set rep_name = excluded.rep_name, photo_url = excluded.photo_url, source_name = excluded.source_name,
           source_checked_at = greatest(held.source_checked_at, excluded.source_checked_at)
     where (held.rep_name, held.photo_url, held.source_name) is distinct from
           (excluded.rep_name, excluded.photo_url, excluded.source_name)
        or held.source_checked_at < excluded.source_checked_at`
}

async function endTerms(db: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const ended = db`term_id = any(${[...ids]}::bigint[])`
  await db`delete from representative_terms where ${ended} and valid_from >= current_date`
  await db`update representative_terms set valid_to = current_date where ${ended}`
}

type TermRow = ImportedTerm & { term_id: number | null; rep_id: string }

async function updateTerms(db: Transaction, terms: readonly TermRow[]): Promise<void> {
  if (terms.length === 0) return
  await db`
    update representative_terms t
       set body = r.body, title = r.title, government_level = r.government_level, division = r.division,
           district = r.district, party = r.party, office_phone = r.office_phone, email = r.email,
           contact_form_url = r.contact_form_url, valid_from = r.valid_from, valid_to = r.valid_to
      from jsonb_to_recordset(${db.json([...terms])}) as r(term_id bigint, ${termColumns(db)})
     where t.term_id = r.term_id`
}

async function insertTerms(db: Transaction, terms: readonly TermRow[]): Promise<void> {
  if (terms.length === 0) return
  await db`
    insert into representative_terms (rep_id, body, title, government_level, division, district, party, office_phone,
                                      email, contact_form_url, valid_from, valid_to)
    select rep_id, body, title, government_level, division, district, party, office_phone,
           email, contact_form_url, valid_from, valid_to
      from jsonb_to_recordset(${db.json([...terms])}) as r(${termColumns(db)})`
}

function termColumns(db: Transaction) {
  return db`rep_id text, body text, title text, government_level text, division text, district text, party text,
    office_phone text, email text, contact_form_url text, valid_from date, valid_to date`
}
