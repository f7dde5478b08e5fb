import { matchStored, storedDay, storedText, type StoredText } from '#contract/kit/storedTexts.ts'
import { language, msg } from '#contract/kit/translate.ts'

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
    /^Correction: (?<record>.+) Hurd reported before: “(?<before>.+)”$/,
    msg('Correction: {record} Hurd reported before: “{before}”'),
  ],
]

/**
 * Returns the summary of an update in the reader's language. Summaries are stored in English, because one summary is for all
 * followers. The words of an official record, such as the text of an action, stay in English.
 */
export function summaryInWords(summary: string): string {
  return (typeof builtLanguage === 'string' && builtLanguage === 'en') || language() === 'en'
    ? summary
    : storedText(written, summary, values)
}

/** Returns the text of the summary of an update with its values. Null for the words of an official record alone. */
export function summaryParts(summary: string): { text: string; values: Record<string, string> } | null {
  return matchStored(written, summary, values)
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
const values = { day: storedDay, before: summaryInWords }
