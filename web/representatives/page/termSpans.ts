import type { getRepresentative } from '../../../contract/bills/voteEvents.ts'
import type { OutputOf } from '../../../contract/kit/endpoint.ts'
import { formatDate, pluralize } from '../../kit/format.ts'
import { partyName } from '../../voteEvents/voteWords.ts'

export type Term = OutputOf<typeof getRepresentative>['terms'][number]

/** Terms one after the other in the same office, district and party. */
export type TermSpan = Term & { count: number; changes: string[] }

/** The terms as spans, newest first, each with what changed since the one before it. */
export function termSpans(terms: readonly Term[]): TermSpan[] {
  const spans: TermSpan[] = []
  const oldestFirst = terms.toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''))
  for (const term of oldestFirst) {
    const last = spans.at(-1)
    if (last && last.to !== null && last.to === term.from && isSameSeat(last, term) && !startNote(term)) {
      last.to = term.to
      last.end_reason = term.end_reason
      last.count += 1
    } else {
      spans.push({ ...term, count: 1, changes: last ? changesBetween(last, term) : [] })
    }
  }
  return spans.toReversed()
}

function isSameSeat(one: Term, other: Term): boolean {
  return (
    one.title === other.title &&
    one.division === other.division &&
    one.district === other.district &&
    one.party === other.party
  )
}

function changesBetween(before: Term, after: Term): string[] {
  const [oldParty, newParty] = [before.party, after.party].map((party) => (party ? partyName(party) : null))
  return [
    before.title !== after.title ? `New office: was ${before.title}` : null,
    before.title === after.title && before.division !== after.division
      ? `New district: was ${before.district ?? 'another one'}`
      : null,
    oldParty && newParty && oldParty !== newParty ? `New party: was ${oldParty}` : null,
  ].filter((change) => change !== null)
}

const startNotes: Readonly<Record<string, string>> = {
  special_election: 'Won a special election',
  appointment: 'Appointed',
  succession: 'Succeeded to the office',
}

const endNotes: Readonly<Record<string, string>> = {
  resigned: 'Resigned',
  died: 'Died in office',
  removed: 'Removed from office',
  other_office: 'Left for another office',
}

function startNote({ start_reason }: Term): string | null {
  return startNotes[start_reason] ?? null
}

/** How the span began and ended, where that is out of the ordinary, and how many terms it has. */
export function spanNotes(span: TermSpan): string[] {
  return [
    ...span.changes,
    startNote(span),
    span.end_reason ? (endNotes[span.end_reason] ?? null) : null,
    span.count > 1 ? pluralize(span.count, 'term') : null,
  ].filter((note) => note !== null)
}

/** The day in `to` is the first one out of office. A planned end is not yet one. A date is never broken over two lines. */
export function periodText({ from, to }: Term, today: string): string {
  const isOver = to !== null && to <= today
  if (from && isOver) return `${wholeDate(from)} to ${wholeDate(to)}`
  if (from) return from > today ? `From ${wholeDate(from)}` : `Since ${wholeDate(from)}`
  return isOver ? `Until ${wholeDate(to)}` : 'In office'
}

const wholeDate = (day: string) => formatDate(day).replaceAll(' ', '\u00a0')
