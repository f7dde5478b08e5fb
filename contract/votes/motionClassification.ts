/** The kinds of decision that a vote can make. Where Open Civic Data has a term, it is used. */
export const motionClassifications = [
  'passage',
  'concurrence',
  'override',
  'rejection',
  'amendment',
  'cloture',
  'committee',
  'nomination',
  'procedural',
  'quorum',
  'election',
  'other',
] as const
type MotionClassification = (typeof motionClassifications)[number]

/** What a yes vote means for the bill. */
export const voteDirections = ['for', 'against', 'none'] as const
type VoteDirection = (typeof voteDirections)[number]

export type Motion = {
  motion_classification: MotionClassification
  direction: VoteDirection
  counts_for_agreement: boolean
}

type Pattern = readonly [RegExp, MotionClassification]

/**
 * The first pattern that matches decides. The patterns are matched only against the question, because the title of a
 * bill can contain any of these words.
 */
const congress: readonly Pattern[] = [
  [/election of the speaker/i, 'election'],
  [/call of the (house|committee)|quorum/i, 'quorum'],
  [/guilty|impeach|article [ivx]+ of the resolution/i, 'other'],
  [/objections of the president|\bveto\b|overrid/i, 'override'],
  [/cloture/i, 'cloture'],
  [/nomination/i, 'nomination'],
  [/ratification|treaty|divided question|appeal/i, 'other'],
  [/commit\b/i, 'procedural'],
  [/motion to table|previous question|point of order|motion to discharge/i, 'procedural'],
  [/disagree to (the )?(house|senate) |\binsist\b/i, 'procedural'],
  [/\bconcur\b|conference report|house amendment to|senate amendment/i, 'concurrence'],
  [/\bamendments?\b|\bamdt/i, 'amendment'],
  [/suspend the rules and (pass|agree)/i, 'passage'],
  [/^(on )?passage|^on (agreeing to )?the (joint |concurrent )?resolution/i, 'passage'],
  [/motion|consideration|proceed|postpone|adjourn|refer|waive|instruct|decision of the chair/i, 'procedural'],
]

const states: readonly Pattern[] = [
  // A yes keeps the veto, so it is against the bill. "Sustained by a vote" is the outcome of another question.
  [/^(?=.*\bveto)(?=.*(\bsustain\b|\bbe sustained\b))/i, 'rejection'],
  // A part of the bill or its name, and not the bill.
  [/line[- ]?item|\bitem veto|(passage|adoption) of the title|^title\b/i, 'other'],
  [/veto|notwithstanding|overrid/i, 'override'],
  [
    /\bdo (not )?pass\b|\breported\b|^reported|recommend(s|ed)?\b(?!.*conference)|ought (not )?to pass/i,
    'committee',
  ],
  [
    /\bappeal\b|previous question|reconsider|suspend the rules and take|\brecede\b|place measure on/i,
    'procedural',
  ],
  [/\bintroduc|failed introduction|\bcow\b|committee of the whole|enrollment and review/i, 'procedural'],
  [
    /(re)?commit bill|recommit|motion to (commit|discharge|adjourn|withdraw)|special order|\bmo\d+/i,
    'procedural',
  ],
  [/constitutional amendment (is |was )?(agreed|adopted)/i, 'passage'],
  [
    /\bam\d+|amendment (is |was )?(failed|adopted|lost|agreed|rejected|withdrawn)|\bpg \d+ ln \d+/i,
    'amendment',
  ],
  // The chamber keeps its own version: a yes is neither for nor against the bill.
  [/non-?concur|(not|refuse[sd]?|failed|declined?) to concur|not concur/i, 'procedural'],
  [/conference committee report|conference report|concur/i, 'concurrence'],
  [/(remove[sd]?|taken?|lift(s|ed)?) .*\bfrom the table|ordered? to (a )?(third|3rd) reading/i, 'procedural'],
  // Without the amendment, the bill goes on.
  [/^(?!.*\b(bill|constitutional)\b)(?=.*\bamendments?\b)(?=.*(\btabled?\b|indefinitely))/i, 'amendment'],
  [/(third|3rd) reading|final (reading|passage)/i, 'passage'],
  [/indefinitely|inexpedient to legislate|lay on (the )?table|\btabled?\b/i, 'rejection'],
  [/\bamendment\b|\b[hs]-\d+\b/i, 'amendment'],
  [/^\W*(passed|failed to pass|defeated|adopted|bill (passed|failed)|on passage|passage)\b/i, 'passage'],
]

const councils: readonly Pattern[] = [
  [/overridden by|override/i, 'override'],
  [/from the table/i, 'procedural'],
  [
    /^(?!.*\b(bill|ordinance|resolution)\b)(?=.*\bamendments?\b)(?=.*(disapproved|\bfiled\b|\btabled?\b|indefinitely))/i,
    'amendment',
  ],
  [/disapproved|\bfiled\b|\btabled?\b|postpone indefinitely/i, 'rejection'],
  [/^(approved|adopted|passed)\b/i, 'passage'],
  [/amend(ed|ment)/i, 'amendment'],
  [/refer|laid over|hearing|deferred|discharge|reconsider|withdrawn/i, 'procedural'],
  [/approved|adopted|passed|passage|enacted/i, 'passage'],
]

const tables = { congress, state: states, council: councils } as const
export type MotionSource = keyof typeof tables

const deciding: ReadonlySet<MotionClassification> = new Set([
  'passage',
  'concurrence',
  'override',
  'rejection',
])

/**
 * Classifies a vote by the words of its motion.
 *
 * @param question the question that was put to the vote, without the title of the bill
 * @param isFullChamber false for a committee, and for a vote in which fewer than a third of the seats voted
 */
export function classifyMotion(source: MotionSource, question: string, isFullChamber: boolean): Motion {
  const classification = tables[source].find(([pattern]) => pattern.test(question))?.[1] ?? 'other'
  const isCommittee =
    !isFullChamber && (deciding.has(classification) || (source === 'state' && classification === 'other'))
  const motion_classification = isCommittee ? 'committee' : classification
  const direction = directionOf(motion_classification, question)
  return {
    motion_classification,
    direction,
    counts_for_agreement: isFullChamber && direction !== 'none' && deciding.has(motion_classification),
  }
}

function directionOf(classification: MotionClassification, question: string): VoteDirection {
  if (classification === 'rejection') return 'against'
  if (classification === 'committee') {
    return /\bnot (to )?pass\b|advers|unfavorabl|indefinitely|inexpedient|disapproved|\bfiled\b|\btabled?\b/i.test(
      question,
    )
      ? 'against'
      : 'for'
  }
  return deciding.has(classification) ? 'for' : 'none'
}
