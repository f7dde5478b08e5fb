import type { OutputOf } from '#contract/kit/endpoint.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { placeText } from '#contract/placeTexts.ts'
import type { getRepresentative } from '#contract/votes/votes.ts'
import { formatDate } from '#web/kit/format.ts'
import { officeTitle } from '#web/kit/officeTitle.ts'
import { partyName } from '#web/kit/partyName.ts'

export type Term = OutputOf<typeof getRepresentative>['terms'][number]

/** Consecutive terms in the same office and district and for the same party. */
export type TermSpan = Term & { count: number; changes: string[] }

/** Joins terms into spans, newest first. Each span says what changed since the previous span. */
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

function isSameSeat(first: Term, second: Term): boolean {
  return (
    first.title === second.title &&
    first.division === second.division &&
    first.district === second.district &&
    first.party === second.party
  )
}

function changesBetween(before: Term, after: Term): string[] {
  const [oldParty, newParty] = [before.party, after.party].map((party) => (party ? partyName(party) : null))
  return [
    before.title !== after.title
      ? t('New office: was {office}', { office: officeTitle(before.title) })
      : null,
    before.title === after.title && before.division !== after.division
      ? t('New district: was {district}', {
          district: before.district ? placeText(before.district) : t('another district'),
        })
      : null,
    oldParty && newParty && oldParty !== newParty ? t('New party: was {party}', { party: oldParty }) : null,
  ].filter((change) => change !== null)
}

const startNotes: Readonly<Record<string, string>> = {
  special_election: t('Won a special election'),
  appointment: t('Appointed'),
  succession: t('Succeeded to the office'),
}

const endNotes: Readonly<Record<string, string>> = {
  resigned: t('Resigned'),
  died: t('Died in office'),
  removed: t('Removed from office'),
  other_office: t('Left for another office'),
}

function startNote({ start_reason }: Term): string | null {
  return startNotes[start_reason] ?? null
}

/** Says how the span began and ended if that is unusual, and how many terms it has if there are several. */
export function spanNotes(span: TermSpan): string[] {
  return [
    ...span.changes,
    startNote(span),
    span.end_reason ? (endNotes[span.end_reason] ?? null) : null,
    span.count > 1 ? plural(span.count, '{n} term|{n} terms') : null,
  ].filter((note) => note !== null)
}

/** Describes the dates of a span. `to` is the first day out of office, and it is left out while it is in the future. */
export function periodText({ from, to }: Term, today: string): string {
  const isOver = to !== null && to <= today
  if (from && isOver) {
    return t('{from} to {to}', { from: unbrokenDate(from), to: unbrokenDate(to) })
  }
  if (from) {
    return from > today
      ? t('From {date}', { date: unbrokenDate(from) })
      : t('Since {date}', { date: unbrokenDate(from) })
  }
  return isOver ? t('Until {date}', { date: unbrokenDate(to) }) : t('In office')
}

/** Non-breaking spaces keep a date on one line. */
const unbrokenDate = (day: string) => formatDate(day).replaceAll(' ', '\u00a0')
