import type {
  ImportedPerson,
  ImportedTerm,
  OmittedPersonField,
} from '#server/sources/people/importedPerson.ts'

/** A term in which no column is missing. */
type FullTerm = Required<ImportedTerm>
/** A term as stored in the database. */
export type StoredTerm = FullTerm & { term_id: number }

export type StoredPerson = Omit<ImportedPerson, 'terms' | 'omitted' | 'source_checked_at' | 'other_names'> & {
  other_names: string[]
  source_checked_at: string
  terms: StoredTerm[]
}

/** The writes for one person. Terms without an id are new. */
export type PersonDecision = {
  outcome: 'inserted' | 'updated' | 'unchanged'
  save: (FullTerm & { term_id: number | null })[]
  /** The ids of terms that the record no longer names. They end today, or are deleted if they have not begun. */
  end: number[]
}

/** Compares a record with the stored terms of the person. A term that is over stays unchanged. */
export function decidePerson(
  person: ImportedPerson,
  stored: StoredPerson | undefined,
  today: string,
): PersonDecision {
  if (!stored) {
    const save = person.terms.map((term) => ({ ...fillOmitted(term, undefined, []), term_id: null }))
    return { outcome: 'inserted', save, end: [] }
  }
  const hasDates = !(person.omitted?.includes('valid_from') ?? false)
  const matches = matchTerms(person.terms, stored.terms, hasDates ? null : today)
  const save: PersonDecision['save'] = []
  for (const imported of person.terms) {
    const same = matches.get(imported)
    const { term_id, ...before } = same ?? { term_id: null }
    const last = same || hasDates ? undefined : lastTerm(imported, stored.terms)
    const term = last
      ? nextTerm(imported, last, today, person.omitted ?? [])
      : fillOmitted(imported, same, person.omitted ?? [])
    if (!same || !isEqual(term, before)) save.push({ ...term, term_id })
  }
  const matchedIds = new Set(matches.values())
  // A record without dates cannot show that one of several terms in an office has ended.
  const isNamed = (term: StoredTerm) =>
    matchedIds.has(term) || (!hasDates && person.terms.some((imported) => isSameOffice(imported, term)))
  const end = stored.terms
    .filter((term) => !isNamed(term) && isLive(term, today))
    .map(({ term_id }) => term_id)
  const merged = mergePerson(person, stored)
  const renamed =
    merged.rep_name !== stored.rep_name ||
    JSON.stringify(merged.other_names) !== JSON.stringify(stored.other_names) ||
    merged.source_name !== stored.source_name ||
    merged.photo_url !== stored.photo_url
  const changed = renamed || save.length > 0 || end.length > 0
  return { outcome: changed ? 'updated' : 'unchanged', save, end }
}

/** Returns the person as they will be stored. Fields that the record omits keep their stored values. */
export function mergePerson(person: ImportedPerson, stored: StoredPerson | undefined): ImportedPerson {
  const keeps = (field: OmittedPersonField) =>
    stored !== undefined && (person.omitted?.includes(field) ?? false)
  const rep_name = keeps('rep_name') ? stored!.rep_name : person.rep_name
  return {
    ...person,
    rep_name,
    other_names: namesBesides(rep_name, person, stored),
    source_name: keeps('source_name') ? stored!.source_name : person.source_name,
    photo_url: keeps('photo_url') ? stored!.photo_url : person.photo_url,
  }
}

/**
 * Returns all other names of a person that any roster has had, because the records of bills and votes keep the name of their
 * day after a person takes another.
 */
function namesBesides(rep_name: string, person: ImportedPerson, stored: StoredPerson | undefined): string[] {
  const names = new Set([
    person.rep_name,
    ...(person.other_names ?? []),
    ...(stored ? [stored.rep_name, ...stored.other_names] : []),
  ])
  names.delete(rep_name)
  return [...names].toSorted()
}

/** Returns true if a term is current or has not begun yet. */
function isLive({ valid_to }: ImportedTerm, today: string): boolean {
  return valid_to === null || valid_to > today
}

/**
 * Returns the stored term to which each term of a record refers: the one with the same first day or, if a date was
 * corrected, an overlapping one. Terms of a record without dates refer to the terms that cover `day`, or to later ones.
 */
function matchTerms(
  imported: readonly ImportedTerm[],
  stored: readonly StoredTerm[],
  day: string | null,
): Map<ImportedTerm, StoredTerm> {
  const remaining = new Set(stored)
  const matches = new Map<ImportedTerm, StoredTerm>()
  const match = (isMatch: (imported: ImportedTerm, stored: StoredTerm) => boolean) => {
    for (const term of imported) {
      if (matches.has(term)) continue
      const same = [...remaining].find((other) => isSameOffice(term, other) && isMatch(term, other))
      if (!same) continue
      remaining.delete(same)
      matches.set(term, same)
    }
  }
  // A record without dates says who is in office now, so it never refers to a term that is over.
  const isPossible = (other: StoredTerm) => day === null || isLive(other, day)
  if (day !== null) match((_term, other) => covers(other, day))
  match((term, other) => isPossible(other) && term.valid_from === other.valid_from)
  match(
    (term, other) => isPossible(other) && startsBeforeEndOf(other, term) && startsBeforeEndOf(term, other),
  )
  return matches
}

/** Returns the last of the stored terms in the office of a term or in another seat of its organization. */
function lastTerm(imported: ImportedTerm, stored: readonly StoredTerm[]): StoredTerm | undefined {
  const { organization } = imported
  return stored
    .filter(
      (other) =>
        isSameOffice(imported, other) || (organization !== null && other.organization === organization),
    )
    .toSorted((a, b) => (a.valid_to ?? '9999').localeCompare(b.valid_to ?? '9999'))
    .at(-1)
}

/**
 * Returns the term of a record without dates that follows another one. It begins at the end of that one, which is today at the
 * latest, or later.
 */
function nextTerm(
  imported: ImportedTerm,
  last: StoredTerm,
  today: string,
  omitted: readonly OmittedPersonField[],
): FullTerm {
  const { valid_from, start_reason = 'unknown' } = imported
  const first = last.valid_to !== null && last.valid_to < today ? last.valid_to : today
  return {
    ...fillOmitted(imported, isSameOffice(imported, last) ? last : undefined, omitted),
    valid_from: valid_from !== null && valid_from > first ? valid_from : first,
    valid_to: null,
    start_reason,
    end_reason: null,
  }
}

function isSameOffice(a: ImportedTerm, b: ImportedTerm): boolean {
  return a.division === b.division && a.title === b.title
}

function covers({ valid_from, valid_to }: ImportedTerm, day: string): boolean {
  return (valid_from === null || valid_from <= day) && (valid_to === null || valid_to > day)
}

function startsBeforeEndOf(a: ImportedTerm, b: ImportedTerm): boolean {
  return a.valid_from === null || b.valid_to === null || a.valid_from < b.valid_to
}

function fillOmitted(
  imported: ImportedTerm,
  stored: StoredTerm | undefined,
  omitted: readonly OmittedPersonField[],
): FullTerm {
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
    seat: imported.seat ?? stored?.seat ?? 1,
    start_reason: isKnown(imported.start_reason)
      ? imported.start_reason
      : (stored?.start_reason ?? 'unknown'),
    end_reason: isKnown(imported.end_reason)
      ? imported.end_reason
      : (stored?.end_reason ?? imported.end_reason ?? null),
  }
}

/**
 * Returns true if a reason is known, because a source that does not know how a term began or ended does not replace one
 * that does.
 */
function isKnown<Reason extends string>(
  reason: Reason | null | undefined,
): reason is Exclude<Reason, 'unknown'> {
  return reason !== undefined && reason !== null && reason !== 'unknown'
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
  'seat',
  'start_reason',
  'end_reason',
] as const satisfies (keyof ImportedTerm)[]

function isEqual(a: FullTerm, b: Partial<FullTerm>): boolean {
  return fields.every((field) => a[field] === b[field])
}
