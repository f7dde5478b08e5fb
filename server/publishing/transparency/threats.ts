/** What the tally protects against, in plain words: what could happen, and what helps. */
export const threats: readonly (readonly [string, string])[] = [
  [
    'A stance is left out or altered.',
    'The member’s receipt fails the check. The acknowledgment that came with the stance proves to others that it was accepted.',
  ],
  ['The published numbers differ from the stances.', 'Anyone can count the published list again.'],
  [
    'Last week’s numbers are rewritten.',
    'Two checkpoints no longer fit together, and everyone who saved the earlier one can prove it.',
  ],
  [
    'Different people are shown different tallies.',
    'Compare checkpoints. They are here, at the foot of every page, in each email digest, in each data export, and in every receipt.',
  ],
  [
    'Two people get the same receipt.',
    'Not possible. Each receipt is made for one member and fails the check of any other.',
  ],
  [
    'Somebody reads a private stance from the list.',
    'Not possible without the member’s secret, which only the member’s export contains.',
  ],
  [
    'Somebody follows one member’s stances over days or bills.',
    'Not possible. Each day and each bill has its own random part.',
  ],
  [
    'Members are invented.',
    'Limited, not prevented. Every counted member must have joined on one of the days above, forever visible. Each count says how many stances belong to members who keep theirs private, and 20 of the public ones are revealed each day to members, chosen by chance that nobody knew before.',
  ],
  [
    'Somebody is forced to show their stance.',
    'Not prevented. A receipt proves its owner’s stance. This site is not for elections. A stance can be changed at any time, and a receipt speaks of one day.',
  ],
  ['The people who run this site read private stances.', 'Not prevented. The stances are in the database.'],
  [
    'The people who run this site serve a false program.',
    'Run verify.mjs from a copy that you trust. The check on the page is code from this site.',
  ],
  [
    'One person has many accounts.',
    'Not prevented here. Access codes and the search for coordinated votes limit it.',
  ],
]
