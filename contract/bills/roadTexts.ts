import { language, msg, t } from '#contract/kit/translate.ts'

/*
 * The stages of a bill, its next step and what its end means are stored and sent in English
 * (server/legislation/bills/parts/roadLabels.ts) so that records are the same for everybody. Here they are translated for readers.
 */

/** The build replaces this name. Pages in English then need none of these texts. */
declare const builtLanguage: string | undefined

/** The bodies that decide on a bill. The translations have an article. */
const bodies: Readonly<Record<string, string>> = {
  House: msg('[body]House'),
  Senate: msg('[body]Senate'),
  Assembly: msg('[body]Assembly'),
  Council: msg('[body]Council'),
  Legislature: msg('[body]Legislature'),
  legislature: msg('[body]legislature'),
  Congress: msg('[body]Congress'),
  President: msg('[body]President'),
  Governor: msg('[body]Governor'),
  Mayor: msg('[body]Mayor'),
}

const whole: Readonly<Record<string, string>> = {
  // The names of the stages.
  Introduced: msg('Introduced'),
  Committee: msg('[stage]Committee'),
  House: msg('[stage]House'),
  Senate: msg('[stage]Senate'),
  Assembly: msg('[stage]Assembly'),
  Council: msg('[stage]Council'),
  Legislature: msg('[stage]Legislature'),
  President: msg('[stage]President'),
  Governor: msg('[stage]Governor'),
  Mayor: msg('[stage]Mayor'),
  Congress: msg('[stage]Congress'),
  States: msg('[stage]States'),
  Voters: msg('[stage]Voters'),
  Law: msg('[stage]Law'),
  // What happened.
  'Number reserved': msg('Number reserved'),
  'No committee': msg('No committee'),
  'Sent to committee': msg('Sent to committee'),
  'Taken up in committee': msg('Taken up in committee'),
  'Approved in committee': msg('Approved in committee'),
  'Reported by committee, against the bill': msg('Reported by committee, against the bill'),
  'Reported by committee, without a recommendation': msg('Reported by committee, without a recommendation'),
  'Discharged from committee': msg('Discharged from committee'),
  'Sent to the City Planning Commission': msg('Sent to the City Planning Commission'),
  'Both chambers agreed': msg('Both chambers agreed'),
  'Between the chambers': msg('Between the chambers'),
  'Became law': msg('Became law'),
  'Sent to the states': msg('Sent to the states'),
  'Sent to the voters': msg('Sent to the voters'),
  'Sent to Congress': msg('Sent to Congress'),
  'Ended, according to the source': msg('Ended, according to the source'),
  'Passed one chamber, according to the source': msg('Passed one chamber, according to the source'),
  'Passed, according to the source': msg('Passed, according to the source'),
  Withdrawn: msg('Withdrawn'),
  'Replaced by another bill': msg('Replaced by another bill'),
  'Replaced by another measure': msg('Replaced by another measure'),
  'Failed in committee': msg('Failed in committee'),
  'Died in committee': msg('Died in committee'),
  'Died in conference': msg('Died in conference'),
  'Tabled in committee': msg('Tabled in committee'),
  'the veto was overridden': msg('the veto was overridden'),
  'the veto was not overridden': msg('the veto was not overridden'),
  // What comes next.
  'a committee': msg('a committee'),
  'a committee vote': msg('a committee vote'),
  'an agreement of both chambers on the same text': msg('an agreement of both chambers on the same text'),
  'the states': msg('the states'),
  'the voters': msg('the voters'),
  // What the end means.
  'it is law': msg('it is law'),
  'it is not a law': msg('it is not a law'),
  'a resolution is not a law': msg('a resolution is not a law'),
  'it goes no further': msg('it goes no further'),
}

const withBody: readonly (readonly [RegExp, string])[] = [
  [/^Passed the (.+)$/, msg('Passed the {body}')],
  [/^Adopted by the (.+)$/, msg('Adopted by the {body}')],
  [/^Approved by the (.+)$/, msg('Approved by the {body}')],
  [/^Confirmed by the (.+)$/, msg('Confirmed by the {body}')],
  [/^Sent to the (.+)$/, msg('Sent to the {body}')],
  [/^Signed by the (.+)$/, msg('Signed by the {body}')],
  [/^Vetoed by the (.+) \(pocket veto\)$/, msg('Vetoed by the {body} (pocket veto)')],
  [/^Vetoed by the (.+)$/, msg('Vetoed by the {body}')],
  [/^the (.+) did not override it$/, msg('the {body} did not override it')],
  [/^the (.+) voted to override it$/, msg('the {body} voted to override it')],
  [/^Sent back to the (.+) with changes$/, msg('Sent back to the {body} with changes')],
  [/^Back in the (.+)$/, msg('Back in the {body}')],
  [/^Back to the (.+)$/, msg('Back to the {body}')],
  [/^Failed in the (.+)$/, msg('Failed in the {body}')],
  [/^Died in the (.+)$/, msg('Died in the {body}')],
  [/^Tabled in the (.+)$/, msg('Tabled in the {body}')],
  [/^Failed after it was sent to the (.+)$/, msg('Failed after it was sent to the {body}')],
  [/^Died after it was sent to the (.+)$/, msg('Died after it was sent to the {body}')],
  [/^Tabled after it was sent to the (.+)$/, msg('Tabled after it was sent to the {body}')],
  [/^a vote in the (.+)$/, msg('a vote in the {body}')],
  [/^the (.+)'s vote on the changes$/, msg("the {body}'s vote on the changes")],
  [/^back to the (.+), which votes on the changes$/, msg('back to the {body}, which votes on the changes')],
  [/^the (.+)'s decision$/, msg("the {body}'s decision")],
  [/^the (.+)$/, msg('the {body}')],
]

const sessionEnd = /\. The session ended$/

/** Returns what a bill reached, without the words that its session ended. */
export function withoutSessionEnd(line: string): string {
  return line.replace(sessionEnd, '')
}

/** Returns what `write` makes of what a bill reached, with the end of its session after it if the line has it. */
export function withSessionEnd(line: string, write: (reached: string) => string): string {
  const reached = write(withoutSessionEnd(line))
  return sessionEnd.test(line) ? t('{reached}. The session ended', { reached }) : reached
}

/** Returns the words for a stage, a next step or an end in the reader's language. Words that are not known stay in English. */
export function roadText(english: string): string {
  if ((typeof builtLanguage === 'string' && builtLanguage === 'en') || language() === 'en') {
    return english
  }
  return withSessionEnd(english, (reached) => reached.split('; ').map(partText).join('; '))
}

function partText(english: string): string {
  const carried = /^(.*), carried over$/.exec(english)?.[1]
  if (carried !== undefined) {
    return t('{reached}, carried over', { reached: partText(carried) })
  }
  const text = whole[english]
  if (text !== undefined) {
    return t(text)
  }
  for (const [pattern, words] of withBody) {
    const body = bodies[pattern.exec(english)?.[1] ?? '']
    if (body !== undefined) {
      return withContraction(t(words, { body: t(body) }))
    }
  }
  return english
}

/** Joins a preposition and the article of a body as Spanish does: "al Senado", "del Senado". */
function withContraction(text: string): string {
  return language() === 'es' ? text.replace(/\b(a|de) el (?=\p{Lu})/gu, '$1l ') : text
}
