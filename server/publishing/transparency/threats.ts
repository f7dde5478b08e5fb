import { msg } from '#contract/kit/translate.ts'

/** What the tally protects against, in plain words: what could happen, and what helps. */
export const threats: readonly (readonly [string, string])[] = [
  [
    msg('A stance is left out or altered.'),
    msg(
      'The member’s receipt fails the check. The acknowledgment that came with the stance proves to others that it was accepted.',
    ),
  ],
  [msg('The published numbers differ from the stances.'), msg('Anyone can count the published list again.')],
  [
    msg('Last week’s numbers are rewritten.'),
    msg('Two checkpoints no longer fit together, and everyone who saved the earlier one can prove it.'),
  ],
  [
    msg('The site shows you one tally and your friend another.'),
    msg(
      'Compare checkpoints. You find them here and at the foot of every page. They are also in each email digest, each data export and each receipt.',
    ),
  ],
  [
    msg('Two people get the same receipt.'),
    msg('Not possible. Each receipt is made for one member and fails the check of any other.'),
  ],
  [
    msg('Somebody reads a private stance from the list.'),
    msg(
      'Not possible without the member’s secret. It is in the member’s own export and in the database of this site.',
    ),
  ],
  [
    msg('Somebody follows one member’s stances over days or bills.'),
    msg('Not possible. Each day and each bill has its own random part.'),
  ],
  [
    msg('Members are invented.'),
    msg(
      'Limited, not prevented. Every counted member must have joined on one of the days above, and those stay visible. Each count says how many stances are public. The rest belong to members who keep theirs private. Each day, members can see whose 20 of the public stances are. They are picked by a draw that nobody can know before.',
    ),
  ],
  [
    msg('Somebody is forced to show their stance.'),
    msg(
      'Not prevented. A receipt proves its owner’s stance. This site is not for elections. A stance can be changed at any time, and a receipt speaks of one day.',
    ),
  ],
  [
    msg('The people who run this site read private stances.'),
    msg('Not prevented. The stances are in the database.'),
  ],
  [
    msg('The people who run this site serve a false program.'),
    msg('Run verify.mjs from a copy that you trust. The check on the page is code from this site.'),
  ],
  [
    msg('One person has many accounts.'),
    msg('Not prevented here. Access codes and the search for coordinated votes limit it.'),
  ],
]
