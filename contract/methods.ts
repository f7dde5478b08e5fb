import { msg } from '#contract/kit/translate.ts'

/** One of the methods by which numbers about opinions are computed, as the page /how-we-count explains it. */
export type Method = {
  /** The fragment of its URL. */
  id: string
  title: string
  /** What the number says and how it comes about, in words. */
  words: readonly string[]
  formula: string
  /** What readers must not conclude from it. */
  limits: readonly string[]
  /** The day of the last change of the method. */
  changedOn: string
}

export const howWeCountPath = '/how-we-count'

/** The methods in the order of the page. Every change of a formula has to change the date and the text here. */
export const countingMethods: readonly Method[] = [
  {
    id: 'versions',
    title: msg('Stances tied to a version of the bill'),
    words: [
      msg(
        'A stance belongs to the version of the bill that the member could read. A new version may change what the text means. Then stances on earlier versions stay in the total, and a second count starts at zero: stances on this version.',
      ),
      msg('A member can confirm a stance for the new version, or change it. No stance moves by itself.'),
    ],
    formula: msg(
      'on this version = stances whose version ≥ the version of the last material change\nall versions    = all stances',
    ),
    limits: [
      msg('Whether a member read the text.'),
      msg('Whether a member who did not respond to a new version still agrees.'),
    ],
    changedOn: '2026-11-26',
  },
  {
    id: 'changed-minds',
    title: msg('Changed minds'),
    words: [
      msg(
        'Members who change their stance can credit one comment. A comment shows how many members credited it. Each member counts once.',
      ),
      msg(
        'After a change of stance we may ask whether it would have happened anyway. From 20 answers on we show the share, with the number of people behind it. Answers of accounts that voted together are left out.',
      ),
    ],
    formula: msg(
      'changed minds = members who credited the comment with a change of stance\nshare         = answers “yes” / answers “yes” or “no”, with a 90% range (Wilson)',
    ),
    limits: [
      msg(
        'Whether the comment caused the change. People who read a discussion differ from those who do not.',
      ),
      msg('Anything about members who changed their mind silently.'),
    ],
    changedOn: '2026-11-24',
  },
  {
    id: 'common-ground',
    title: msg('Common ground'),
    words: [
      msg(
        'Comments that both supporters and opponents liked come first. Praise from one side alone lifts a comment only a little, however many votes it has. Votes of members who are neutral or still learning make up at most a third of the score.',
      ),
      msg(
        'A comment that nobody has voted on yet stands in the middle: after what both sides like, and before what one side rejects.',
      ),
      msg(
        'The badge “Liked on both sides” asks for more: at least five votes on each side, and clearly more upvotes than tossing a coin would give.',
      ),
    ],
    formula: msg(
      'u upvotes among n votes of a side\nside      a = (u + 1) / (n + 3)\nsides     b = 2 · a₁ · a₂ / (a₁ + a₂)\nundecided m = (u + 3b) / (n + 3)\nscore       = 1000 · (2b + m) / 3\nbadge       : n ≥ 5 and 2u ≥ n + 1 + 1.645 · √n on each side',
    ),
    limits: [
      msg(
        'Whether members are on the side that they say. People who pose as the other side can lift a comment.',
      ),
      msg(
        'Whether the badge was luck. Take a comment that one side loves and exactly half of the other side likes. At any one moment it has the badge by luck in at most 5 of 100 cases. But in about 24 of 100 cases it had the badge at some time before its 200th vote.',
      ),
    ],
    changedOn: '2026-11-22',
  },
  {
    id: 'echo',
    title: msg('The echo score compared with chance'),
    words: [
      msg(
        'The echo score is the share of votes that praise the voter’s own side or reject another. It can be high just because most people here share a stance, or because most votes are upvotes.',
      ),
      msg(
        'So we also work out what the share would be if nobody favored their own side. The voters, the comments, and how many votes go up and down stay the same. We show the difference with a range.',
      ),
    ],
    formula: msg(
      'expected = votes with the same sums by voter’s side, author’s side and direction, and no preference (iterative proportional fitting)\nexcess   = observed share − expected share\nrange    = excess ± t · √V, from a jackknife over 50 groups of voters and of comments (90%)',
    ),
    limits: [
      msg(
        'Anything when there are fewer than 30 votes, fewer than 10 voters, or only one side. Then we say why there is no comparison.',
      ),
      msg('Why people favor their own side. A group that votes across sides on purpose lowers the number.'),
    ],
    changedOn: '2026-11-27',
  },
  {
    id: 'tally',
    title: msg('The public tally'),
    words: [
      msg(
        'Every night we count the stances on each bill that changed, and add the result to a signed log. Lines are only ever added. Members get a receipt that proves that their stance is in the count, and anyone can count again.',
      ),
      msg('The page “Public tally” shows the latest state of the log and how to check it yourself.'),
    ],
    formula: msg(
      'leaf  = SHA-256(bill, day, member, stance, version, nonce)\nnode  = SHA-256(left hash, left sums, right hash, right sums)\nlog   = RFC 9162 tree over entries and rolls, signed with Ed25519',
    ),
    limits: [
      msg('Whether every member is a person. Invented members are limited, not prevented.'),
      msg('A receipt proves its owner’s stance to everyone who sees it. Hurd is not for elections.'),
    ],
    changedOn: '2026-11-27',
  },
  {
    id: 'districts',
    title: msg('What a district says'),
    words: [
      msg(
        'Numbers for a district or place come out on Mondays, rounded to the nearest 5. Those of a state are exact. We show them only if at least 10 people there have taken a stance, and not if almost all of them agree.',
      ),
      msg(
        'Numbers change only after at least 5 people there came, left or changed their stance. So the numbers alone do not show what one person did. After a pause, a place comes back only if its numbers are the same as before or differ by at least 5.',
      ),
      msg('Before each number we say how many people live there and how many of them took part.'),
    ],
    formula: msg(
      'shown if n ≥ 10, the largest stance ≤ n − 3, and no enclosing place has 1 to 9 more\nrenewed if ≥ 5 members changed\nshown count = count rounded to the nearest 5 (exact for a state)',
    ),
    limits: [
      msg('What the district thinks. Members chose to take part; nobody was selected. This is not a poll.'),
      msg('Anything about members whose address could not be matched.'),
      msg(
        'That nobody can be found out. People who pool what they know about their neighbors can work out more than the numbers say.',
      ),
    ],
    changedOn: '2026-11-27',
  },
  {
    id: 'together',
    title: msg('Coordinated votes'),
    words: [
      msg(
        'Sometimes five or more accounts cast the same votes within minutes of each other, again and again. Then they count as one voice in the order of comments, in the badge, and in the comparison with chance. Their answers about changed minds are left out. The votes, stances and totals that you see do not change. Members of such a group see it and can object.',
      ),
    ],
    formula: msg(
      'linked  : the same vote within 15 minutes on ≥ 7 comments, and on ≥ 70% of the comments that each of them voted on\ngroup   : 5 or more members connected by links, over the votes of the last 90 days',
    ),
    limits: [
      msg('Who is behind the accounts. Nobody is banned by this.'),
      msg('A slow ring that mixes in other votes is not found.'),
      msg('Whether stances on bills were taken together. Only votes on comments are compared.'),
      msg(
        'Members who vote honestly on many comments in the same evening can be grouped. They see it and can object.',
      ),
    ],
    changedOn: '2026-11-27',
  },
]
