import { expect, test } from 'vitest'
import type { ActionClass } from '#contract/bills/progress.ts'
import { actionClass, recommendationOf } from './actionClass.ts'
import { distinctActions } from './distinctActions.ts'
import { classOfEvent } from './eventClass.ts'

/** Each line has the words of another rule in it. */
const texts: readonly (readonly [ActionClass, string])[] = [
  ['discharged', 'Committee on Rules discharged'],
  ['discharged', 'Senate Committee on Finance discharged by Unanimous Consent.'],
  ['discharged', 'Senate Committee on Energy discharged, by petition, pursuant to 5 U.S.C. 802(c).'],
  ['discharged', 'DISCHARGE COMMITTEE APPROVED'],
  ['other', 'Motion to discharge Senate Committee on Finance rejected by Yea-Nay Vote. 47 - 53.'],
  ['other', 'Motion to Discharge Committee filed by Mrs. Lark. Petition No: 119-1.'],
  ['other', 'Mr. Reed asked unanimous consent to discharge from committee and consider.'],
  ['markup', 'Subcommittee on Federal Lands Discharged'],
  ['markup', 'Forwarded by Subcommittee to Full Committee by Voice Vote.'],
  ['reported', 'Committee recommended do not pass'],
  ['reported', 'Reported adversely by committee'],
  ['reported', 'Reported without recommendation'],
  ['reported', 'Ordered to be Reported by the Yeas and Nays: 26 - 16.'],
  ['died', 'Committee failed to recommend the bill'],
  [
    'passed',
    'Passed/agreed to in House: On motion to suspend the rules and pass the bill Agreed to by voice vote.',
  ],
  [
    'passed',
    'On motion to suspend the rules and pass the bill, as amended Agreed to by the Yeas and Nays: (2/3 required): 411 - 1.',
  ],
  [
    'failed',
    'On motion to suspend the rules and pass the bill Failed by the Yeas and Nays: (2/3 required): 211 - 207.',
  ],
  [
    'failed',
    'Failed of passage/not agreed to in Senate: Failed of passage in Senate by Yea-Nay Vote. 47 - 51.',
  ],
  ['failed', 'Failed of passage in Senate by Yea-Nay Vote. 47 - 51.'],
  ['other', 'Mr. Bost moved to suspend the rules and pass the bill, as amended.'],
  ['other', 'Motion to reconsider laid on the table Agreed to without objection.'],
  ['other', 'Notice of motion to reconsider the vote on passage'],
  ['reconsidered', 'Vote on passage reconsidered'],
  ['other', 'On motion to recommit Failed by the Yeas and Nays: 205 - 216 (Roll no. 26).'],
  [
    'other',
    'Cloture on the motion to proceed to the measure not invoked in Senate by Yea-Nay Vote. 52 - 47.',
  ],
  ['other', 'Senate did not agree to end debate on a motion about it, 41–49'],
  ['other', 'Senate Amendment 12 not agreed to in Senate by Yea-Nay Vote.'],
  ['other', 'Amendment tabled'],
  ['vetoed', 'Vetoed by the Governor'],
  ['vetoed', 'Pocket vetoed by President.'],
  ['signed', 'Line-item vetoed by Governor'],
  ['sustained', 'House failed to override the veto, 236–188, two-thirds required'],
  [
    'sustained',
    'On passage, the objections of the President to the contrary notwithstanding Failed by the Yeas and Nays: 236 - 188.',
  ],
  ['sustained', 'Veto sustained'],
  ['overridden', 'Passed House over veto: 300 - 120.'],
  ['overridden', 'Overridden by Council'],
  ['other', "Consideration of Governor's veto pending."],
  ['other', 'Veto message received in House.'],
  ['differed', 'House agreed to the Senate amendment with changes of its own (H. Res. 1299)'],
  ['differed', 'House agreed to Senate amendment with amendment pursuant to H. Res. 12'],
  ['differed', 'Refused to concur in House amendments'],
  ['differed', 'In Assembly. Concurrence in Senate amendments pending.'],
  ['differed', 'Senate proposal of amendment not concurred in and Committee of Conference requested'],
  ['differed', 'Conference report failed in House, 200 - 210'],
  ['concurred', 'House agreed to Senate amendment pursuant to H. Res. 590.'],
  ['concurred', 'Senate amendments concurred in. To Engrossing and Enrolling.'],
  ['concurred', 'Conference report agreed to in Senate by Yea-Nay Vote. 60 - 40.'],
  ['substituted', 'SUBSTITUTED BY S1234'],
  ['substituted', 'Merged into HB 12'],
  ['amended', 'Provisions/portions of LB9697 amended into LB9332 by AM729'],
  ['amended', 'Portions of HB 12 incorporated into HB 14'],
  ['amended', 'Language of S.B. 12 merged into H.B. 14 in conference'],
  ['substituted', 'Incorporated into HB 14'],
  ['amended', 'Committee substitute considered'],
  ['carried_over', 'Carried over to the new session'],
  ['other', 'Withdrawn from committee.'],
  ['other', 'Withdrawn from Local Calendar'],
  ['other', 'Withdrawn from the Local, Consent & Resolutions Calendar'],
  ['other', 'Withdrawn from Intent List'],
  ['withdrawn', 'Withdrawn by the author'],
  ['substituted', 'HF substituted on General Orders HF1234'],
  ['substituted', 'SF 88 substituted'],
  ['tabled', 'Lay HB1234 on Table (Rep. Sweeney): MA RC 190-170 03/06/2025'],
  ['tabled', 'Lay on Table (Rep. Osborne): MA VV 03/06/2025 HJ 7'],
  ['tabled', 'Sen. Carson Moved Laid on Table, MA, VV; 03/06/2025'],
  ['other', 'Lay HB1234 on Table (Rep. Sweeney): MF RC 170-190 03/06/2025'],
  ['other', 'Sen. Carson Moved to Remove From the Table, MA, VV; 03/06/2025'],
  ['withdrawn', 'Withdrawn by its sponsor'],
  ['other', 'Laid over: no vote yet'],
  ['tabled', 'Laid on the table'],
  ['died', 'Passed by indefinitely in Appropriations (8-Y 7-N)'],
  ['died', 'Indefinitely postponed'],
  ['introduced', 'Filed'],
  ['introduced', 'Filed with the Clerk by Rep. Ada Wick'],
  ['introduced', 'Filed with Secretary by Sen. Ada Wick'],
  ['other', 'Filed with Secretary of State'],
  ['substituted', 'Comp. SB subst.'],
  ['other', 'Subst. for comp. HB.'],
  ['referred', 'Introduced and sent to the Committee on Judiciary'],
  ['referred', 'Read twice and referred to the Committee on Finance.'],
]

// covers BEY-ANATOMY-08 HURD-PROGRESS-02
test.each(texts)('is %s: %s', (expected, text) => {
  expect(actionClass(text)).toBe(expected)
})

// covers HURD-PROGRESS-02
test('an action of any length is read at once', () => {
  expect(actionClass('Message about passage and veto '.repeat(3000))).toBe('other')
})

// covers HURD-PROGRESS-02
test('the words of an action are read where the class of Open States is vague', () => {
  expect(actionClass('Committee discharged', ['committee-passage'])).toBe('discharged')
  expect(actionClass('Committee recommends passage', ['committee-passage'])).toBe('reported')
  expect(actionClass('Superseded by AM 104-178', ['withdrawal'])).toBe('substituted')
})

test('the codes of the Library of Congress for a discharge are not a report', () => {
  expect(actionClass('Committee on Natural Resources discharged.', [], '5500')).toBe('discharged')
  expect(actionClass('Senate Committee on Finance discharged.', [], '14500')).toBe('discharged')
})

test('a report says whether the committee is for the bill', () => {
  expect(recommendationOf('Committee recommended do not pass')).toBe('against')
  expect(recommendationOf('Reported adversely by committee')).toBe('against')
  expect(recommendationOf('Inexpedient to Legislate')).toBe('against')
  expect(recommendationOf('Reported without recommendation')).toBe('none')
  expect(recommendationOf('Do pass as amended')).toBe('for')
})

test('what an action means for the status of a state bill decides whether it moves the bill', () => {
  expect(classOfEvent('passed', 'failure', 'Passed by indefinitely')).toBe('died')
  expect(classOfEvent('passed', 'work', 'Passed to third reading')).toBe('other')
  expect(classOfEvent('other', 'failure', 'On the question, the bill was not agreed to')).toBe('failed')
  expect(classOfEvent('concurred', 'work', 'Substitute concurred in')).toBe('amended')
})

const step = (description: string) => ({
  acted_on: '2025-03-01',
  chamber: 'Senate',
  description,
  classification: actionClass(description),
})

// covers BEY-ANATOMY-07
test('a failure or a report that two systems list is shown once, and reports of two committees twice', () => {
  const failure = 'Failed of passage in Senate by Yea-Nay Vote. 47 - 51.'
  expect(
    distinctActions([step(`Failed of passage/not agreed to in Senate: ${failure}`), step(failure)], true),
  ).toHaveLength(1)
  const report = 'Reported by the Committee on Ways and Means. H. Rept. 119-7.'
  const amended = 'Reported (Amended) by the Committee on Ways and Means. H. Rept. 119-7.'
  expect(distinctActions([step(report), step(amended)], true)).toHaveLength(1)
  expect(
    distinctActions([step(report), step('Reported by the Committee on Rules. H. Rept. 119-8.')], true),
  ).toHaveLength(2)
})

// covers HURD-PROGRESS-03
test('the class of an introduction does not hide the committee to which the bill was sent', () => {
  const text = 'Read first time and referred to the Committee on Housing'
  expect(actionClass(text, ['introduction', 'reading-1'])).toBe('referred')
  expect(actionClass('Introduced In House - Assigned to Finance', ['introduction'])).toBe('referred')
  expect(actionClass('Read first time', ['introduction', 'reading-1'])).toBe('introduced')
})
