import { expect, test } from 'vitest'
import { classifyMotion } from './motionClassification.ts'

// covers BEY-VOTES-15 BEY-VOTES-17
test.each([
  ['congress', 'On Passage', 'passage', true],
  ['congress', 'On Motion to Suspend the Rules and Pass, as Amended', 'passage', true],
  ['congress', 'On Motion to Concur in the Senate Amendment', 'concurrence', true],
  ['congress', 'Passage, Objections of the President To The Contrary Notwithstanding', 'override', true],
  ['congress', 'On Motion to Disagree to the Senate Amendment', 'procedural', false],
  ['congress', 'On Motion to Recede and Concur in the Senate Amendment', 'concurrence', true],
  ['congress', 'On the Motion to Recommit', 'procedural', false],
  ['congress', 'On the Cloture Motion', 'cloture', false],
  ['congress', 'On Agreeing to the Amendment, as Modified', 'amendment', false],
  ['congress', 'On Ordering the Previous Question', 'procedural', false],
  ['congress', 'On the Nomination', 'nomination', false],
  ['congress', 'Call of the House', 'quorum', false],
  ['congress', 'Words that no table has', 'other', false],
  ['state', 'Third Reading', 'passage', true],
  ['state', 'Concurrence, Amendment 2', 'concurrence', true],
  ['state', 'Refused to concur in House amendments', 'procedural', false],
  ['state', 'Motion to nonconcur', 'procedural', false],
  ['state', 'Do pass as amended and be re-referred', 'committee', false],
  ['state', 'DeKay AM215 adopted', 'amendment', false],
  ['state', 'Advanced to Enrollment and Review Initial', 'procedural', false],
  ['state', 'Motion to postpone indefinitely', 'rejection', true],
  ['council', 'Tabled', 'rejection', true],
  ['council', 'Taken from the table', 'procedural', false],
  ['council', 'Amendment tabled', 'amendment', false],
  ['council', 'Approved an equitable contract', 'passage', true],
] as const)('%s: "%s" is %s and counts for agreement: %s', (source, question, classification, counts) => {
  const motion = classifyMotion(source, question, true)
  expect(motion.motion_classification).toBe(classification)
  expect(motion.counts_for_agreement).toBe(counts)
  expect(motion.direction === 'none').toBe(
    !['passage', 'concurrence', 'override', 'rejection', 'committee'].includes(classification),
  )
  expect(classifyMotion(source, question, false).counts_for_agreement).toBe(false)
})

// covers BEY-VOTES-15 BEY-VOTES-17
test.each([
  ['Take from the Table', 'procedural', 'none'],
  ['Sen. Carson Moved to Remove From the Table', 'procedural', 'none'],
  ['Lay on Table', 'rejection', 'against'],
  ['Lay the amendment on the table', 'amendment', 'none'],
  ['Indefinitely Postpone House Amendment "A" (H-12)', 'amendment', 'none'],
  ['Indefinitely postpone the bill and all amendments', 'rejection', 'against'],
  ['Indefinitely postpone the constitutional amendment', 'rejection', 'against'],
  ['Veto Message: Sustain', 'rejection', 'against'],
  ['Shall the veto of the Governor be sustained?', 'rejection', 'against'],
  ['Veto of the Governor sustained by a vote of Yeas = 83, Nays = 52', 'override', 'for'],
  ['Line Item 4 override', 'other', 'none'],
  ['Passage of the title', 'other', 'none'],
  ['Ordered to a third reading', 'procedural', 'none'],
  ['Third Reading, Constitutional Amendment', 'passage', 'for'],
  ['Accept Minority Ought Not to Pass Report', 'committee', 'against'],
  ['Reported unfavorably by the committee', 'committee', 'against'],
] as const)(
  'a yes on "%s" is a vote of the kind %s, and %s the bill',
  (question, classification, direction) => {
    expect(classifyMotion('state', question, true)).toMatchObject({
      motion_classification: classification,
      direction,
    })
  },
)
