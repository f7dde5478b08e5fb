import type { ImportedPerson, ImportedTerm, OmittedPersonField } from '../sources/people/importedPerson.ts'

/** A term as the database holds it. */
export type HeldTerm = ImportedTerm & { term_id: number }

export type HeldPerson = Omit<ImportedPerson, 'terms' | 'omitted' | 'source_checked_at'> & {
  source_checked_at: string
  terms: HeldTerm[]
}

/** What is to be written of one person; terms without an id are new. */
export type PersonDecision = {
  outcome: 'inserted' | 'updated' | 'unchanged'
  save: (ImportedTerm & { term_id: number | null })[]
  /** Ids of terms that the record does not know any more: they end today, or never began. */
  end: number[]
}

/** What becomes of a person's terms, given what is held of them. A term that is over stays as it was. */
export function decidePerson(
  person: ImportedPerson,
  held: HeldPerson | undefined,
  today: string,
): PersonDecision {
  if (!held) {
    return { outcome: 'inserted', save: person.terms.map((term) => ({ ...term, term_id: null })), end: [] }
  }
  const left = new Set(held.terms)
  const save: PersonDecision['save'] = []
  for (const told of person.terms) {
    const same = findHeld(told, left)
    if (same) left.delete(same)
    const { term_id, ...before } = same ?? { term_id: null }
    const term = fillOmitted(told, same, person.omitted ?? [])
    if (!same || !isEqual(term, before)) save.push({ ...term, term_id })
  }
  const end = [...left].filter((term) => isLive(term, today)).map(({ term_id }) => term_id)
  const now = operatorPerson(person, held)
  const renamed =
    now.rep_name !== held.rep_name || now.source_name !== held.source_name || now.photo_url !== held.photo_url
  const changed = renamed || save.length > 0 || end.length > 0
  return { outcome: changed ? 'updated' : 'unchanged', save, end }
}

/** The person as they are to be held: what the record leaves out stays. */
export function operatorPerson(person: ImportedPerson, held: HeldPerson | undefined): ImportedPerson {
  const keeps = (field: OmittedPersonField) =>
    held !== undefined && (person.omitted?.includes(field) ?? false)
  return {
    ...person,
    rep_name: keeps('rep_name') ? held!.rep_name : person.rep_name,
    source_name: keeps('source_name') ? held!.source_name : person.source_name,
    photo_url: keeps('photo_url') ? held!.photo_url : person.photo_url,
  }
}

/** Not over yet: in office, or to be. */
function isLive({ valid_to }: ImportedTerm, today: string): boolean {
  return valid_to === null || valid_to > today
}

/** The held term that the record means: of the same first day, or, where a day was corrected, one that overlaps. */
function findHeld(told: ImportedTerm, held: ReadonlySet<HeldTerm>): HeldTerm | undefined {
  const ofOffice = [...held].filter(
    ({ division, title }) => division === told.division && title === told.title,
  )
  return (
    ofOffice.find(({ valid_from }) => valid_from === told.valid_from) ??
    ofOffice.find((term) => startsBeforeEndOf(term, told) && startsBeforeEndOf(told, term))
  )
}

function startsBeforeEndOf(one: ImportedTerm, other: ImportedTerm): boolean {
  return one.valid_from === null || other.valid_to === null || one.valid_from < other.valid_to
}

function fillOmitted(
  told: ImportedTerm,
  held: HeldTerm | undefined,
  omitted: readonly OmittedPersonField[],
): ImportedTerm {
  const keep = <Field extends keyof ImportedTerm & OmittedPersonField>(field: Field) =>
    held && omitted.includes(field) ? held[field] : told[field]
  return {
    ...told,
    body: told.body ?? held?.body ?? null,
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
  'body',
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

function isEqual(one: ImportedTerm, other: Partial<ImportedTerm>): boolean {
  return fields.every((field) => one[field] === other[field])
}
