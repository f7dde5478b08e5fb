import { statusLabels } from '#contract/bills/billContent.ts'
import { roadText } from '#contract/bills/roadTexts.ts'
import { eventDay } from '#contract/hearings.ts'
import { isoDay, matchStored, storedDay, storedText, type StoredText } from '#contract/kit/textPatterns.ts'
import { language, msg, t } from '#contract/kit/translate.ts'

/** The build replaces this name. Pages in English then need none of these texts. */
declare const builtLanguage: string | undefined

/** What the summaries say that Hurd writes itself. The words of official records in them stay as they are. */
const written: readonly StoredText[] = [
  [/^Introduced\.$/, msg('Introduced.')],
  [/^Waiting for a decision\.(?<record> .+)?$/, msg('Waiting for a decision.{record}')],
  [/^Moved forward\.(?<record> .+)?$/, msg('Moved forward.{record}')],
  [/^Passed one chamber\.(?<record> .+)?$/, msg('Passed one chamber.{record}')],
  [/^Passed\.(?<record> .+)?$/, msg('[bill]Passed.{record}')],
  [/^Rejected\.(?<record> .+)?$/, msg('[bill]Rejected.{record}')],
  [/^Announced for (?<day>[A-Z]\w+ \d+, \d{4}): (?<record>.+)$/, msg('Announced for {day}: {record}')],
  [/^Vote: (?<record>.+[.!?…]) The result is not known\.$/, msg('Vote: {record} The result is not known.')],
  [/^Vote: (?<record>.+) (?<yes>\d+) to (?<no>\d+)\.$/, msg('Vote: {record} {yes} to {no}.')],
  [/^Vote: (?<record>.+)$/, msg('Vote: {record}')],
  [/^(?<name>.+) joined as a sponsor\.$/, msg('{name} joined as a sponsor.')],
  [
    /^New version of the text: (?<label>.+)\. Hurd can’t show what changed\.$/,
    msg('New version of the text: {label}. Hurd can’t show what changed.'),
  ],
  [
    /^New version of the text: (?<label>.+)\. 1 word changed\.$/,
    msg('New version of the text: {label}. 1 word changed.'),
  ],
  [
    /^New version of the text: (?<label>.+)\. (?<count>[\d,]+) words changed\.$/,
    msg('New version of the text: {label}. {count} words changed.'),
  ],
  [/^New version of the text: (?<label>.+)\.$/, msg('New version of the text: {label}.')],
  [
    /^Died when the (?<session>.+) ended on (?<day>[A-Z]\w+ \d+, \d{4})\.$/,
    msg('Died when the {session} ended on {day}.'),
  ],
  [
    /^Introduced again as (?<bill>.+) in the (?<session>.+), with nearly the same text\. To get its updates, follow \k<bill>\.$/,
    msg(
      'Introduced again as {bill} in the {session}, with nearly the same text. To get its updates, follow {bill}.',
    ),
  ],
  [
    /^Correction: (?<reason>.+) Hurd reported before: “(?<before>.+)” This source keeps changing\.$/,
    msg('Correction: {reason} Hurd reported before: “{before}” This source keeps changing.'),
  ],
  // The end of a long correction is cut off.
  [
    /^Correction: (?<reason>.+?) Hurd reported before: “(?<before>.+?)”?$/,
    msg('Correction: {reason} Hurd reported before: “{before}”'),
  ],
]

/** A function, because the pages in English keep a constant with computed patterns even if nothing uses it. */
function hearingTexts(): readonly StoredText[] {
  const weekday = String.raw`[A-Z][a-z]+day, [A-Z]\w+ \d+, \d{4}`
  const clock = String.raw`\d+:\d\d [ap]\.m\.(?: [A-Z][\w+:-]*)?`
  // As `eventTime` writes it, such as "Tuesday, June 3, 2026, 10:00 a.m. to 11:30 a.m. EDT".
  const time = `(?<time>${weekday}(?:, ${clock})?(?: to ${clock}|, to ${weekday}(?:, ${clock})?)?)`
  return [
    [new RegExp(`^Hearing scheduled: ${time}(?<record>.*)$`), msg('Hearing scheduled: {time}{record}')],
    [new RegExp(`^Hearing changed, now ${time}(?<record>.*)$`), msg('Hearing changed, now {time}{record}')],
    [
      new RegExp(`^Hearing postponed, without a new date yet\\. It was ${time}(?<record>.*)$`),
      msg('Hearing postponed, without a new date yet. It was {time}{record}'),
    ],
    [
      new RegExp(`^Hearing canceled\\. It was ${time}(?<record>.*)$`),
      msg('Hearing canceled. It was {time}{record}'),
    ],
    [
      new RegExp(`^No longer on the agenda of ${time}(?<record>.*)$`),
      msg('No longer on the agenda of {time}{record}'),
    ],
    [
      new RegExp(`^Hearing tomorrow at (?<clock>${clock})(?<record>.*)$`),
      msg('Hearing tomorrow at {clock}{record}'),
    ],
    [/^Hearing tomorrow(?<record>, .*)$/, msg('Hearing tomorrow{record}')],
  ]
}

const correctionReasons: readonly StoredText[] = [
  [/^the source now lists the bill as (?<status>.+)\.$/, msg('the source now lists the bill as {status}.')],
  [
    /^the source now lists the vote as: (?<record>.*?)(?<yes>\d+) to (?<no>\d+)\.$/,
    msg('the source now lists the vote as: {record}{yes} to {no}.'),
  ],
  [
    /^the source now lists the vote as: The result is not known\.$/,
    msg('the source no longer lists the result of the vote.'),
  ],
  [/^the source now lists the vote as: (?<record>.+)$/, msg('the source now lists the vote as: {record}')],
  [/^the source no longer lists this vote\.$/, msg('the source no longer lists this vote.')],
  [/^the session is still open\.$/, msg('the session is still open.')],
  [/^the bill has moved again\.$/, msg('the bill has moved again.')],
  [
    /^That was a mistake\. The version is withdrawn, and your stance counts as before\.$/,
    msg('That was a mistake. The version is withdrawn, and your stance counts as before.'),
  ],
]

/**
 * Returns the summary of an update in the reader's language. Summaries are stored in English, because one summary is for all
 * followers. The words of an official record, such as the text of an action, stay in English.
 */
export function summaryInWords(summary: string): string {
  if ((typeof builtLanguage === 'string' && builtLanguage === 'en') || language() === 'en') {
    return summary
  }
  const parts = summaryParts(summary)
  return parts ? t(parts.text, parts.values) : summary
}

/** Returns the text of the summary of an update with its values. Null for the words of an official record alone. */
export function summaryParts(summary: string): { text: string; values: Record<string, string> } | null {
  return (
    matchStored(written, summary, values) ??
    matchStored(hearingTexts(), summary, values) ??
    reachedParts(summary)
  )
}

/** The summary of a bill that waits for a decision begins with what it reached, such as "Sent to the Mayor". */
function reachedParts(summary: string): { text: string; values: Record<string, string> } | null {
  const [, english = '', record = ''] = /^([^.]+)\.( .+)?$/.exec(summary) ?? []
  const reached = roadText(english)
  return reached === english ? null : { text: msg('{reached}.{record}'), values: { reached, record } }
}

/** Returns the end of a session as the predicate of a sentence about several bills. */
export function sessionEndInWords(summary: string): string {
  return storedText(sessionEnd, summary, values)
}

const sessionEnd: readonly StoredText[] = [
  [
    /^Died when the (?<session>.+) ended on (?<day>[A-Z]\w+ \d+, \d{4})\.$/,
    msg('died when the {session} ended on {day}'),
  ],
]

const values = { day: storedDay, time: storedTime, reason: reasonInWords, before: summaryInWords }

/** Returns the time of a hearing in the reader's language. The clock stays as it is, because its zone has an English name. */
function storedTime(english: string): string {
  const [start = '', end] = english.split(/,? to /).map(partOfTime)
  if (end === undefined) return start
  return english.includes(', to ')
    ? t('{start}, to {end}', { start, end })
    : t('{start} to {end}', { start, end })
}

function partOfTime(english: string): string {
  return english.replace(/^[A-Z][a-z]+day, ([A-Z]\w+ \d+, \d{4})/, (_, day: string) =>
    eventDay({ starts_on: isoDay(day) }),
  )
}

function reasonInWords(english: string): string {
  return storedText(correctionReasons, english, { status: statusInWords })
}

/** The key of a status is its label in English. */
function statusInWords(english: string): string {
  const [, label = english] = Object.entries(statusLabels).find(([status]) => status === english) ?? []
  return t(label).toLowerCase()
}
