import type { ActionClass } from '#contract/bills/progress.ts'

/** The classes of Open States that are precise enough to be used. */
const ofOpenStates: Readonly<Record<string, ActionClass>> = {
  'became-law': 'law',
  'executive-signature': 'signed',
  'executive-receipt': 'presented',
  'executive-veto': 'vetoed',
  'executive-veto-line-item': 'signed',
  'veto-override-passage': 'overridden',
  'veto-override-failure': 'sustained',
  enrolled: 'concurred',
  concurrence: 'concurred',
  passage: 'passed',
  failure: 'failed',
  withdrawal: 'withdrawn',
  'committee-failure': 'died',
  'committee-passage': 'reported',
  'committee-passage-favorable': 'reported',
  'committee-passage-unfavorable': 'reported',
  'carried-over': 'carried_over',
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
  '14000': 'reported',
  '5500': 'discharged',
  '14500': 'discharged',
  '8000': 'passed',
  '17000': 'passed',
  '9000': 'failed',
  '18000': 'failed',
  '28000': 'presented',
  '31000': 'vetoed',
  '36000': 'law',
  '41000': 'law',
}

/** The words of Puerto Rico's journals. */
const spanishRules: readonly (readonly [RegExp, ActionClass])[] = [
  [/\bveto (de bolsillo|expreso)|\bvetad[oa] por/i, 'vetoed'],
  [/^ley (n[uú]m)?\W*\d|convertid[oa] en ley/i, 'law'],
  [/^firmad[oa] por (el |la )?gobernador/i, 'signed'],
  [/^(enviad|remitid)[oa] (al|a la) gobernador/i, 'presented'],
  [/\bno concurren?\b/i, 'differed'],
  [/\bconcurren? con\b|informe (del comité )?de conferencia.*aprobado/i, 'concurred'],
  [/comité de conferencia/i, 'conference'],
  [/\bderrotad[oa]\b/i, 'failed'],
  [/\bretirad[oa] por/i, 'withdrawn'],
  [/\bvista pública\b/i, 'hearing'],
  [/\binforme\b.*\b(rendido|radicado|negativo|positivo)\b|no recomienda aprobación/i, 'reported'],
  [/^aprobad[oa] (con enmiendas )?(por|en votación final)/i, 'passed'],
  [/^referid[oa] a/i, 'referred'],
  [/^radicad[oa]/i, 'introduced'],
  [/primera lectura/i, 'reading'],
]

/** Matches an act that goes from the legislature to the voters instead of the executive. */
export const referredToPeople =
  /\brefer(red)? to (the )?(people|voters|electors|electorate)\b(?! (with|and|&))|\bfor (approval|rejection) (or (approval|rejection) )?(by|of) the (people|voters)\b/i

/** Matches an act that puts parts of a bill into another one. The first group is the number of the other bill. */
export const partsTakenOver =
  /\b(?:provisions?|portions?|parts?|language|sections?)\b.*\b(?:amended|incorporated|inserted|included|merged|added|placed|rolled) (?:in|into) ((?:[a-z]\.? ?){1,6}\d+)/i

/** Matches the report of a committee that sends the bill to another committee and not to one that only sets the calendar. */
export const sentOn =
  /\b(?:re-?)?(?:refer(?:red|ral)?(?: (?:un)?amended)?|commit(?:ted)?) to (?!(?:the )?(?:(?:house|senate) )?(?:com\w*\.? on (?:the )?)?(?:(?:house|senate) )?(?:rules|rls|calendar|consent|steering|second|third|committee of the whole|general|order)\b)|\bbut first to /i

/** Matches an act that reports what became of another bill or of a resolution about this one. */
export const ofAnotherBill =
  /\bfor further action,? see\b|\bwhich became (public|private) law\b|^rules committee resolution\b/i

/**
 * The rules for words. The first rule that matches decides, so the specific rules come first, and what did not happen
 * comes before what did: "not agreed to" before "agreed to", and a motion before what the motion asks for.
 */
const rules: readonly (readonly [RegExp, ActionClass])[] = [
  ...spanishRules,
  // An act that the legislature refers to the people is no law before they have voted.
  [referredToPeople, 'concurred'],
  [partsTakenOver, 'amended'],
  [ofAnotherBill, 'other'],
  // Connecticut sends bills to offices that write about them, and Idaho prints a bill before a committee has it.
  [/\breferred to (the )?office of\b/i, 'other'],
  [/^reported printed\b.*\breferred\b/i, 'referred'],
  [/^reported printed\b/i, 'calendared'],
  [
    /^placed on general file|^comm(ittee)? report:? to (pass|adopt)|^favorable (report|change)\b/i,
    'reported',
  ],
  [/\brefer (un)?amended to\b/i, 'reported'],
  [/^now in \w/i, 'referred'],
  [/^(1st|rules) report cal\b/i, 'reported'],
  [/^(ordered|advanced) to (an? |the )?third reading\b/i, 'calendared'],
  [/^tabled for (the )?calendar/i, 'calendared'],
  [/\bvitiated\b.*\bpassage\b|\bpassage\b.*\bvitiated\b/i, 'reconsidered'],
  [
    /\b(fail(s|ed)?|refused|did not|declined) (to )?(override|overriding)|override (the |of the )?(governor(.s)? |mayor(.s)? )?veto.*\b(failed|lost|rejected|not agreed)|veto (override )?(was |is )?(sustained|failed)|^failed of passage.*over (the )?veto|(on passage|passage).*(objections|veto).*\b(failed|not agreed|rejected)|motion to override.*(failed|lost)|veto override\b.*(failed|lost)|failed to pass (notwithstanding|over (the )?(\w+.s )?veto)|(house|senate|assembly|legislature) sustained .*veto|(total|amendatory) veto stands|veto was sustained/i,
    'sustained',
  ],
  [
    /(consider|calendar|notice|pending|message|list of bills).*\bveto|veto.*(pending|message|calendar|considered)|vote on the veto/i,
    'other',
  ],
  [
    /\bpassed (house|senate|assembly) over (the )?(governor.s )?veto|veto (was |is )?(overrid(d?en|es)|not sustained)\b|veto override\b.*(passed|agreed|adopted|prevailed)|\boverrid(den|es|e) .*\bveto|(passed|agreed|adopted|prevailed).*notwithstanding|notwithstanding (the )?(objections|(gov\S* )?veto).*(passed|agreed|adopted|prevailed)|overridden by (the )?(city )?council|voted to override .*veto|passed over (the )?(governor.s |mayor.s )?veto/i,
    'overridden',
  ],
  [/line[- ]?item veto|partial(ly)? veto|item veto|vetoed in part/i, 'signed'],
  [
    /(pocket )?vetoed by|^(pocket )?vetoed|(governor|mayor|president) (pocket )?veto(es|ed)|^pocket veto|^veto\W*\(|^mayor.s veto|without (his |her )?approval|\bdisapproved by (the )?(president|governor|mayor)|(governor|mayor) disapproved|returned by the (governor|mayor),? (together )?with (his |her )?objections/i,
    'vetoed',
  ],
  // The governor returned the bill with changes to which the chambers have to agree.
  [/governor.?s? recommendation|conditional veto|(governor.s|executive) (proposed )?amendment/i, 'other'],
  [
    /became (public|private) law|^(public|private) law|became (a )?law|becomes? law without|(law|filed) without .*signature|chaptered|became chapter|^(public )?act (no|\d)|became public act|^chapter \d|chap\.? ?\d|effective date|^takes effect|assigned (pa|public act|chapter)|local law \d+|^law$|^city charter rule adopted/i,
    'law',
  ],
  [
    /signed (into law )?by (the )?(president|governor|mayor)|\bapproved by (the )?(governor|mayor)|(governor|mayor) (has )?(signed|approved)|^signed$|returned unsigned by (the )?mayor|^signed with act number/i,
    'signed',
  ],
  [
    /^((house|senate) )?(presented|sent|transmitted|delivered|forwarded|enrolled and delivered) to (the )?(president|governor|mayor)|(presented|communicated) to (the )?(president|governor)|(?<!ordered )transmitted to (the )?governor|^((house|senate)\/ )?to (the )?governor\b|^pres\. to gov|mayor.s desk|sent to mayor|submitted for mayor/i,
    'presented',
  ],
  [/reconsider (the vote )?(was )?(laid|tabled)/i, 'other'],
  [/^(\w+\.?,? )?(re-?)?ref\. to\b|^(re-?)?ref (to|by)\b|^to [a-z,& ]+ \([hs]\)$/i, 'referred'],
  [
    /\b(vote|action|decision)\b.*\breconsidered|^((bill|house|senate|assembly) )?reconsidered\b|reading reconsidered|reconsidered (the|its) vote|(motion to reconsider|reconsideration of).*(prevail(s|ed)|adopted|passed|carried|agreed to)(?!.*laid on)/i,
    'reconsidered',
  ],
  [/\b(vote by which|notice to|motion to|moved to) reconsider|reconsider(ation)?\b/i, 'other'],
  [
    /^passed\/agreed to|suspend the rules and (pass|agree to) the (\w+ )?(bill|resolution)\b.*\bagreed to|^adopted under suspended rules/i,
    'passed',
  ],
  [
    /^failed of passage|suspend the rules and (pass|agree to) the (\w+ )?(bill|resolution)\b.*\b(failed|not agreed to|rejected)/i,
    'failed',
  ],
  [
    /(motion|moved|petition|asked unanimous consent|asks?) .*(to |the )?(discharge|withdraw|table|recommit|commit|refer\b|proceed|suspend|concur|recede|postpone|override)(?!.*(approved|prevailed|agreed|adopted|carried|\bma\b))|motion to discharge (?!.*committee.*(approved|agreed to|prevailed|adopted))|motion to (recommit|commit|refer)\b(?!.*\b(agreed to|adopted|prevailed|carried)\b)|motion to (proceed|suspend|instruct)|cloture|end debate|previous question|point of order|rule h\.? ?res|laid on the table agreed to without objection/i,
    'other',
  ],
  [/\b(rejected|refused),.*\bconference\b/i, 'conference'],
  [
    /concurred in amendments,? failed|(house|senate|assembly) (substitute|amendments?) rejected by/i,
    'differed',
  ],
  [
    /\bamendments?\b.*\b(not agreed|failed|rejected|withdrawn|ruled out|tabled)|\b(am|fa|mo)\d+ (withdrawn|lost|failed)/i,
    'other',
  ],
  [
    /substituted (in (the )?(house|senate) )?(by|for by)|^[hs]f (no\.? )?(\d+ )?substituted(?! for)|^comp\. [hs][bjr]+ subst\b|^substituted (cs\/)*[hs]b|^companion .*substituted|companion considered in lieu|laid on table,? (refer|companion|link|iden)|incorporated by|superseded by|replaced by|laid aside,? (and )?substitut|merged (in)?to|incorporated (in)?to (hb|sb|ab|h|s|int|another)|(consolidated|combined) (with|into)|^comp\. became|^accompanied (a new draft|[hs]\.? ?\d)/i,
    'substituted',
  ],
  [
    /carried over(?! to \w+ \d+.*calendar)|carryover|carry over|continued to (the )?(next|2\d{3})|retained in committee/i,
    'carried_over',
  ],
  [
    /\bdied\b|sine die|failed to (pass|concur in|adopt)\b.*\bpursuant to|no report prior to|no further action|indefinitely postponed|postpone(d)? indefinitely|(passed|pass) by indefinitely|filed \(end of session\)|end of (the council.s|session|term)|filed by (council|committee)|placed (on|in) (file|legislative files)|stricken from|\bkilled\b|retired|^lapsed|filed with the chief clerk pursuant|returned to (the )?secretary of (the )?senate pursuant/i,
    'died',
  ],
  [/inexpedient to legislate.*(ma|adopted|passed)\b|\bought not to pass\b.*(accepted|adopted)/i, 'died'],
  [
    /withdrawn from (the )?([\w&,.-]+ ){0,6}(committee|calendar|list|docket|floor|agenda)|withdrawn from .*further consideration of|asks? to withdraw/i,
    'other',
  ],
  [/withdrawn|\bleave to withdraw\b/i, 'withdrawn'],
  [
    /do(es)? not pass|inexpedient to legislate|ought not to pass|unfavorabl|adversely|adverse report|without (a )?recommendation|no recommendation|not recommended|do not adopt/i,
    'reported',
  ],
  [
    /failed to (report|recommend|receive .*recommendation)|committee .*\b(failed|defeated|rejected)|^not recommended/i,
    'died',
  ],
  [/not (taken|carried) up|not (considered|introduced)|introduction:failed/i, 'failed'],
  [
    /(refuse[sd]?|refusal|fail(s|ed)?|did not|declined?) (to )?concur|not concurred|non-?concur|concur:failed|agree to the (senate|house) amendments? failed|disagree[sd]? (to|with)|dissent(s|ed) (from|to)|insist(s|ed)? (on|upon)|(receded?|recedes) .*\bwith\b|agreed to .*amendments? with\b|amendments? (with|and) (an )?(amendment|changes)|with changes of its own|concur(red|s)? .*with (an |further )?amendment|\bagree with (an |further )?amendments? to the|back in the|returned (from|to) (the )?(house|senate|assembly) (for|with)\b|2nd reading on concurrence|which must agree|learns of the .*changes|concurrence .*pending|for concurrence|received for concurrence|order of concurrence|desk.? - concurrence|took up the (house|senate|assembly) (version|changes|amendment)|message from the (house|senate) considered|(house|senate) message considered/i,
    'differed',
  ],
  [
    /conference report.*(failed|rejected|not (adopted|agreed))|(failed|refused) to (adopt|agree to|accept) (the )?conf/i,
    'differed',
  ],
  [
    /\bconf(erence)? (com(mittee)? )?report.*(agreed|adopted|passed|accepted)|\b(agree[sd]? to|adopt(s|ed)?|accept(s|ed)?|pass(es|ed)?) (the )?conf(erence|\.) (comm(ittee|\.) )?report|report of (the )?committee of conference adopted|accepts the joint committee|passes the final version|agree on the final text/i,
    'concurred',
  ],
  [
    /(failed|lost|defeated|rejected|disapproved|denied|not (agreed to|adopted|passed|approved))\b(?!.*(amendment|motion))|did not pass|refused passage/i,
    'failed',
  ],
  [/laid over|set aside/i, 'other'],
  [
    /laid on (the )?table|tabled\b|\blay (.* )?on (the )?table\b.*\b(ma|adopted|passed|carried|agreed)\b|moved to table\b.*\bma\b/i,
    'tabled',
  ],
  [/conference|conferees|\bconf com\b/i, 'conference'],
  [
    /concur(red|s|rence)? in|(house|senate|assembly) concurs|^concurred|(house|senate|assembly) agreed to (the )?(senate|house|assembly).{0,4} (amendments?|changes|version)|agreed to the (senate|house|assembly).s (changes|version|amendments?)|resolving differences.*agreed to|\breceded? from|passed both houses|enrolled|enrolling/i,
    'concurred',
  ],
  [
    /sub-?committee.*discharged|(forwarded|approved|reported|recommended|modifications) (by|to).*sub-?committee|^sub-?committee/i,
    'markup',
  ],
  [/recommend\S* (that the )?(measure|bill) be (deferred|\bheld)/i, 'other'],
  [/hearings?\b.*\b(waived|cancel+ed|postponed|dispensed)\b/i, 'other'],
  [/final consideration and do pass$|^read and passed$|^approved and sent to the mayor/i, 'passed'],
  [/hearings?\b/i, 'hearing'],
  [/mark-?up/i, 'markup'],
  [/discharge (calendar|petition)/i, 'calendared'],
  [/discharged?\b/i, 'discharged'],
  [
    /\brpt\b.*\b\d+(dp|dnp|nr|am)\b|\breported\b|^reptd\b|^rec\. for pass|ordered (it |to be )?reported|committee report|do pass|do adopt|recommend|from committee|(approved|changed and approved|amended and approved)\b.* by (the )?(sub)?committee|favorabl|sent by the committee to/i,
    'reported',
  ],
  [
    /^passed (house|senate|assembly|by)|on passage passed|^on agreeing to the (\w+ )?resolution.*agreed to|^(\w+ )?(resolution|measure|bill) agreed to in|passed (the )?(house|senate|assembly|legislature|council)|third reading.*\b(passed|adopted)\b|read (a |the )?(third|3rd) time.*\b(passed|adopted)\b|considered,? (read the third time,? )?and (agreed to|passed)|final (passage|adoption) passed|^(finally )?passed\b(?! (to|over|temporarily|for publication|(on )?(first|1st|second|2nd) (reading|consideration)(?! (and|&))))|^adopted\b|^approved by (the )?(city )?council|^approved$|^approved,|^approved as amended|^approved with (modifications|conditions)$|^(approved|passed) (for|on) final passage|^adopted by|^agreed to in|resolution adopted|passage:? passed|^confirmed|(appointment|nomination).*confirmed|advice and consent (given|granted)|^advise and consent\b/i,
    'passed',
  ],
  [/\bamend(ed|ment|ments)\b|substitute|^changed by/i, 'amended'],
  [
    /referred|re-?refer|\bconsideration, refer to\b|^refer to committee|to standing committee|^to (the )?(house |senate )?(committee|judiciary|finance|education|health|government|energy|banking|transportation|agriculture)\b|motion to (refer|(re)?commit)\b|^((house|senate) )?recommit|^first reading (?!passed|adopted|calendar|and|in|of)\w|return(ed)? to (the )?(\w+ )?committee|assigned to|committed to|sent (back )?to (the )?.*committee|introduced and sent to/i,
    'referred',
  ],
  [
    /^introduced|introduced (in|by)|prefiled|pre-filed|^filed\b(?! (with|in|without)\b)|^filed with (the )?(chief )?(clerk|secretary)( of the (house|senate))? by\b|^first read.*introduc|^read first time|bill prefiled|^submitted in/i,
    'introduced',
  ],
  [/introduced/i, 'introduced'],
  [/calendar|general (file|orders)|placed on|special orders|ready for a final vote/i, 'calendared'],
  [/reading|read (a |the )?(first|second|third|twice|1st|2nd|3rd)/i, 'reading'],
]

/** The classes of Open States that say less than the words of the action. The words are read first. */
const vagueClasses: ReadonlySet<string> = new Set([
  'committee-passage',
  'committee-passage-unfavorable',
  'withdrawal',
  'failure',
  'introduction',
  'filing',
  'reading-1',
  'reading-2',
  'reading-3',
])
/** What the words of an action can mean although its class of Open States is vague. */
const preciseWords: ReadonlySet<ActionClass> = new Set([
  'discharged',
  'substituted',
  'carried_over',
  'sustained',
  'died',
  'failed',
  'withdrawn',
  'calendared',
  'referred',
])

/**
 * Returns the class of an official action: from the source's own class or code if it is reliable, and otherwise from
 * the words of the action.
 */
export function actionClass(text: string, classes: readonly string[] = [], code = ''): ActionClass {
  const byCode = ofLibrary[code]
  if (byCode) return byCode === 'failed' && classInWords(text) === 'sustained' ? 'sustained' : byCode
  const className = Object.keys(ofOpenStates).find((name) => classes.includes(name))
  if (!className) return classInWords(text)
  const byClass = ofOpenStates[className] ?? 'other'
  if (!vagueClasses.has(className)) return byClass
  const byWords = classInWords(text)
  return preciseWords.has(byWords) ? byWords : byClass
}

/** How many characters of an action are read, because the time grows with a power of the length. */
const longestAction = 2000

function classInWords(text: string): ActionClass {
  const words = text.slice(0, longestAction)
  return rules.find(([pattern]) => pattern.test(words))?.[1] ?? 'other'
}

/** Says what a committee recommended in its report. */
export type Recommendation = 'for' | 'against' | 'none'

/** Returns what a committee recommended, from the words of an action whose class is `reported`. */
export function recommendationOf(description: string): Recommendation {
  const text = description.replace(/(?<=\w\W+)\bminority\b.*$/i, '')
  if (
    /do(es)? not pass|inexpedient to legislate|ought not to pass|unfavorabl|advers|not recommended|do not adopt|informe negativo|no recomienda|(?<!\bOTP\b.*)\bONTP\b/i.test(
      text,
    )
  ) {
    return 'against'
  }
  return /without (a )?recommendation|no recommendation/i.test(text) ? 'none' : 'for'
}
