import { storedDay, storedText, type StoredText } from '#contract/kit/textPatterns.ts'
import { language, listFormat, msg, t } from '#contract/kit/translate.ts'
import { placeText } from '#contract/placeTexts.ts'

/*
 * Texts that Hurd writes itself and stores in English: what a group is for, why an address has no districts, and what the
 * server reports to the moderators. Here they are translated for readers. A text that an operator or a member wrote stays as it is.
 */

/** The build replaces this name. Pages in English then need none of these texts. */
declare const builtLanguage: string | undefined

const groupTexts: readonly StoredText[] = [
  [
    /^Residents of the United States, on what is before Congress\.$/,
    msg('Residents of the United States, on what is before Congress.'),
  ],
  [
    /^Residents of (?<place>.+), on what is before their lawmakers\.$/,
    msg('Residents of {place}, on what is before their lawmakers.'),
  ],
  [
    /^Residents of (?<place>.+), and the people who represent them, on the matters of the county\.$/,
    msg('Residents of {place}, and the people who represent them, on the matters of the county.'),
  ],
  [
    /^Residents of (?<place>.+), and the people who represent them, on what is before the city\.$/,
    msg('Residents of {place}, and the people who represent them, on what is before the city.'),
  ],
]

const addressTexts: readonly StoredText[] = [
  [
    /^Military \(APO\/FPO\) addresses aren't in a congressional district\.$/,
    msg("Military (APO/FPO) addresses aren't in a congressional district."),
  ],
  [
    /^The ZIP code (?<zip>\d+) is outside the U\.S\. states and territories\.$/,
    msg('The ZIP code {zip} is outside the U.S. states and territories.'),
  ],
  [
    /^The ZIP code (?<zip>\d+) is in (?<places>.+), but the address says (?<place>.+)\.$/,
    msg('The ZIP code {zip} is in {places}, but the address says {place}.'),
  ],
  [
    /^The ZIP code (?<zip>\d+) is in both (?<places>.+)\. Add the state to your address\.$/,
    msg('The ZIP code {zip} is in both {places}. Add the state to your address.'),
  ],
  [
    /^P\.O\. boxes don't tell us where you live\. Enter your street address\.$/,
    msg("P.O. boxes don't tell us where you live. Enter your street address."),
  ],
  [/^We don't recognize the ZIP code (?<zip>\d+)\.$/, msg("We don't recognize the ZIP code {zip}.")],
  [/^Add your ZIP code to find your districts\.$/, msg('Add your ZIP code to find your districts.')],
  [
    /^You've moved (?<count>\d+) times in the last (?<days>\d+) days\. This address is saved, and you can use its local groups and representatives from (?<day>[A-Z]\w+ \d+, \d{4})\.$/,
    msg(
      "You've moved {count} times in the last {days} days. This address is saved, and you can use its local groups and representatives from {day}.",
    ),
  ],
]

const reportTexts: readonly StoredText[] = [
  [
    /^A labeled account changed its name to "(?<name>.+)" \(@(?<username>[\w.-]+)\)\. The label is hidden until an operator confirms the new name\.$/,
    msg(
      'A labeled account changed its name to "{name}" (@{username}). The label is hidden until an operator confirms the new name.',
    ),
  ],
  [
    /^The name resembles that of the official @(?<username>[\w.-]+)\.$/,
    msg('The name resembles that of the official @{username}.'),
  ],
  [
    /^May be the suspended @(?<username>[\w.-]+): (?<signs>[a-z, ]+)\.$/,
    msg('May be the suspended @{username}: {signs}.'),
  ],
  [
    /^The same mailbox as a deleted account that was reported \(report (?<report>[\w-]+)\)\.$/,
    msg('The same mailbox as a deleted account that was reported (report {report}).'),
  ],
  // The words of the member who appeals follow.
  [
    /^Appeal against counting votes on (?<bill>.+?) as one voice \(cluster (?<cluster>[\w-]+)\)\.(?<message>(?: .*)?)$/s,
    msg('Appeal against counting votes on {bill} as one voice (cluster {cluster}).{message}'),
  ],
]

const signs: Readonly<Record<string, string>> = {
  'the same mailbox': msg('the same mailbox'),
  'the same browser': msg('the same browser'),
  'the same access code': msg('the same access code'),
}

/** Where a sentence of a report ends and the next one begins. The moderators read them one after the other. */
const sentenceEnds = /(?<=[.)…]) (?=A labeled account |The name resembles |May be the |The same mailbox |… )/

/** Returns the description of a group of a jurisdiction in the reader's language. */
export function groupText(english: string): string {
  return (typeof builtLanguage === 'string' && builtLanguage === 'en') || language() === 'en'
    ? english
    : storedText(groupTexts, english, { place: placeText })
}

/** Returns why the districts of an address are incomplete, in the reader's language. */
export function addressText(english: string): string {
  return (typeof builtLanguage === 'string' && builtLanguage === 'en') || language() === 'en'
    ? english
    : storedText(addressTexts, english, { place: placeText, places, day: storedDay })
}

/** Returns what the server reported to the moderators, in the reader's language. */
export function reportText(english: string): string {
  return (typeof builtLanguage === 'string' && builtLanguage === 'en') || language() === 'en'
    ? english
    : english
        .split(sentenceEnds)
        .map((sentence) => storedText(reportTexts, sentence, { signs: signList }))
        .join(' ')
}

function places(english: string): string {
  return listFormat().format(english.split(/ and | or |, /).map(placeText))
}

function signList(english: string): string {
  return listFormat().format(english.split(', ').map((sign) => t(signs[sign] ?? sign)))
}
