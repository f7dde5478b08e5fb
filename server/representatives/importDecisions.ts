import type { ImportedPerson, ImportedTerm, OmittedPersonField } from '../sources/people/importedPerson.ts'

/** A term as stored in the database. */
export type StoredTerm = ImportedTerm & { term_id: number }

export type StoredPerson = Omit<ImportedPerson, 'terms' | 'omitted' | 'source_checked_at'> & {
  source_checked_at: string
  terms: StoredTerm[]
}

/** The writes for one person. Terms without an id are new. */
export type PersonDecision = {
  outcome: 'inserted' | 'updated' | 'unchanged'
  save: (ImportedTerm & { term_id: number | null })[]
  /** Ids of terms that the record no longer names: they end today, or are deleted if they have not begun. */
  end: number[]
}

/** Compares a record with the stored terms of the person. A term that is over stays unchanged. */
export function decidePerson(
  person: ImportedPerson,
  stored: StoredPerson | undefined,
  today: string,
): PersonDecision {
  if (!stored) {
    return { outcome: 'inserted', save: person.terms.map((term) => ({ ...term, term_id: null })), end: [] }
  }
  const remaining = new Set(stored.terms)
  const save: PersonDecision['save'] = []
  for (const imported of person.terms) {
    const same = findStored(imported, remaining)
    if (same) remaining.delete(same)
    const { term_id, ...before } = same ?? { term_id: null }
    const term = fillOmitted(imported, same, person.omitted ?? [])
    if (!same || !isEqual(term, before)) save.push({ ...term, term_id })
  }
  const end = [...remaining].filter((term) => isLive(term, today)).map(({ term_id }) => term_id)
  const merged = mergePerson(person, stored)
  const renamed =
    merged.rep_name !== stored.rep_name ||
    merged.source_name !== stored.source_name ||
    merged.photo_url !== stored.photo_url
  const changed = renamed || save.length > 0 || end.length > 0
  return { outcome: changed ? 'updated' : 'unchanged', save, end }
}

/** The person as they will be stored; fields that the record omits keep their stored values. */
export function mergePerson(person: ImportedPerson, stored: StoredPerson | undefined): ImportedPerson {
  const keeps = (field: OmittedPersonField) =>
    stored !== undefined && (person.omitted?.includes(field) ?? false)
  return {
    ...person,
    rep_name: keeps('rep_name') ? stored!.rep_name : person.rep_name,
    source_name: keeps('source_name') ? stored!.source_name : person.source_name,
    photo_url: keeps('photo_url') ? stored!.photo_url : person.photo_url,
  }
}

/** Whether a term is in office or still to begin. */
function isLive({ valid_to }: ImportedTerm, today: string): boolean {
  return valid_to === null || valid_to > today
}

/** The stored term that the record refers to: with the same first day or, if a date was corrected, an overlapping one. */
function findStored(imported: ImportedTerm, stored: ReadonlySet<StoredTerm>): StoredTerm | undefined {
  const ofOffice = [...stored].filter(
    ({ division, title }) => division === imported.division && title === imported.title,
  )
  return (
    ofOffice.find(({ valid_from }) => valid_from === imported.valid_from) ??
    ofOffice.find((term) => startsBeforeEndOf(term, imported) && startsBeforeEndOf(imported, term))
  )
}

function startsBeforeEndOf(a: ImportedTerm, b: ImportedTerm): boolean {
  return a.valid_from === null || b.valid_to === null || a.valid_from < b.valid_to
}

function fillOmitted(
  imported: ImportedTerm,
  stored: StoredTerm | undefined,
  omitted: readonly OmittedPersonField[],
): ImportedTerm {
  const keep = <Field extends keyof ImportedTerm & OmittedPersonField>(field: Field) =>
    stored && omitted.includes(field) ? stored[field] : imported[field]
  return {
    ...imported,
    organization: imported.organization ?? stored?.organization ?? null,
    district: keep('district'),
    party: keep('party'),
    office_phone: keep('office_phone'),
    email: keep('email'),
    contact_form_url: keep('contact_form_url'),
    valid_from: keep('valid_from'),
    valid_to: keep('valid_to'),
  }
}

const fields = [
  'organization',
  'title',
  'government_level',
  'division',
  'district',
  'party',
  'office_phone',
  'email',
  'contact_form_url',
  'valid_from',
  'valid_to',
] as const satisfies (keyof ImportedTerm)[]

function isEqual(a: ImportedTerm, b: Partial<ImportedTerm>): boolean {
  return fields.every((field) => a[field] === b[field])
}
