import type { ActionClass } from '../../../contract/rules/bills/billParts.ts'

/** The classes of Open States that are precise enough to be used. */
const ofOpenStates: Readonly<Record<string, ActionClass>> = {
  'became-law': 'law',
  'executive-signature': 'signed',
  'executive-receipt': 'presented',
  'executive-veto': 'vetoed',
  'executive-veto-line-item': 'signed',
  'veto-override-passage': 'overridden',
  enrolled: 'concurred',
  concurrence: 'concurred',
  passage: 'passed',
  failure: 'failed',
  withdrawal: 'withdrawn',
  'committee-failure': 'died',
  'committee-passage': 'reported',
  'committee-passage-favorable': 'reported',
  'committee-passage-unfavorable': 'reported',
  'referral-committee': 'referred',
  introduction: 'introduced',
  filing: 'introduced',
  'reading-1': 'reading',
  'reading-2': 'reading',
  'reading-3': 'reading',
  'amendment-passage': 'amended',
  'amendment-failure': 'other',
  'amendment-introduction': 'other',
  substitution: 'amended',
}

/** The Library of Congress's own codes whose meaning never depends on the text. */
const ofLibrary: Readonly<Record<string, ActionClass>> = {
  '1000': 'introduced',
  '10000': 'introduced',
  '5000': 'reported',
  '5500': 'reported',
  '14000': 'reported',
  '14500': 'reported',
  '8000': 'passed',
  '17000': 'passed',
  '9000': 'failed',
  '18000': 'failed',
  '28000': 'presented',
  '31000': 'vetoed',
  '36000': 'law',
  '41000': 'law',
}

// The first rule that matches decides, so the specific rules come first.
const rules: readonly (readonly [RegExp, ActionClass])[] = [
  [
    /\bpassed (house|senate) over veto|veto (was )?overrid|notwithstanding the (objections|veto)/i,
    'overridden',
  ],
  [
    /became (public|private) law|^public law|became law|law without .*signature|chaptered|^(public )?act (no|\d)|^chapter \d|effective date|assigned (pa|public act|chapter)|local law \d+|^law$/i,
    'law',
  ],
  [/(pocket )?vetoed by|^vetoed|governor vetoed|^pocket veto/i, 'vetoed'],
  [
    /signed (into law )?by (the )?(president|governor|mayor)|approved by (the )?(governor|mayor)|governor (has )?(signed|approved)|^signed$/i,
    'signed',
  ],
  [
    /^(presented|sent|transmitted|delivered|enrolled and delivered) to (the )?(president|governor|mayor)|presented to (the )?(president|governor)|mayor.s desk/i,
    'presented',
  ],
  [
    /motion to (table|recommit|discharge|proceed|reconsider|suspend)|cloture|previous question|point of order|rule h\.? ?res/i,
    'other',
  ],
  [/\bamendments?\b.*\b(not agreed|failed|rejected|withdrawn|ruled out)/i, 'other'],
  [
    /\bdied\b|sine die|failed to adjourn|no further action|indefinitely postponed|postpone(d)? indefinitely|inexpedient to legislate|filed \(end of session\)|filed by (council|committee)|^filed$/i,
    'died',
  ],
  [/withdrawn/i, 'withdrawn'],
  [/(failed|lost|defeated|rejected|disapproved|not agreed to)\b/i, 'failed'],
  [/laid on (the )?table|tabled\b|laid over/i, 'tabled'],
  [/conference|conferees/i, 'conference'],
  [
    /concur(red|s|rence)? in|(house|senate) agreed to (the )?(senate|house) amendments?|resolving differences|passed both houses|enrolled|enrolling/i,
    'concurred',
  ],
  [/hearings?\b/i, 'hearing'],
  [/mark-?up/i, 'markup'],
  [
    /\breported\b|ordered to be reported|committee report|do pass|recommend|from committee|approved by committee|discharged/i,
    'reported',
  ],
  [
    /^passed\/agreed to|^passed (house|senate|assembly|by)|on passage passed|^on agreeing to the (\w+ )?resolution.*agreed to|^(\w+ )?(resolution|measure|bill) agreed to in|passed (the )?(house|senate|assembly)|third reading.*\b(passed|adopted)\b|read (a |the )?(third|3rd) time.*\b(passed|adopted)\b|considered,? and (agreed to|passed)|suspend the rules and (pass|agree).*agreed to|^passed\b|^adopted\b|^approved by council|^adopted by|^agreed to in|resolution adopted|passage:? passed/i,
    'passed',
  ],
  [/\bamend(ed|ment|ments)\b|substitute/i, 'amended'],
  [
    /introduced|prefiled|pre-filed|^filed (with|by)|^first read.*introduc|^read first time|bill prefiled/i,
    'introduced',
  ],
  [/referred|re-?refer|assigned to|committed to/i, 'referred'],
  [/calendar|general (file|orders)|placed on|special orders/i, 'calendared'],
  [/reading|read (a |the )?(first|second|third|twice|1st|2nd|3rd)/i, 'reading'],
]

/**
 * Returns the class of an official action: from the source's own class or code if it is reliable, and otherwise from
 * the words of the action.
 */
export function actionClass(text: string, classes: readonly string[] = [], code = ''): ActionClass {
  const byCode = ofLibrary[code]
  if (byCode) return byCode
  const named = Object.keys(ofOpenStates).find((name) => classes.includes(name))
  if (named) return ofOpenStates[named] ?? 'other'
  return rules.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'
}
