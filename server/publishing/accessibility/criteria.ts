import { msg } from '#contract/kit/translate.ts'

/**
 * How the product meets each criterion of WCAG 2.2, levels A and AA (https://www.w3.org/TR/WCAG22/). `evidence` are tests in the
 * repository, or "read on DATE" if a person has checked it by reading code and screens. The terms of `adherence` are those of
 * conformance reports (VPAT 2.5).
 */
export type Criterion = {
  num: string
  name: string
  level: 'A' | 'AA'
  adherence: 'supports' | 'partially-supports' | 'not-applicable'
  notes: string
  evidence: readonly string[]
}

/** The day on which every line was compared with the product. */
export const reportDate = '2026-11-27'

const read = `read on ${reportDate}`
const everyScreen = 'e2e/every-screen.spec.ts'
const keyboard = 'e2e/keyboard-walk.spec.ts'
const accountKeyboard = 'e2e/account-keyboard.spec.ts'
const discussionKeyboard = 'e2e/discussion-keyboard.spec.ts'
const escape = 'e2e/escape-walk.spec.ts'
const senses = 'e2e/accessibility.spec.ts'

type Line = [Criterion['num'], string, Criterion['level'], Criterion['adherence'], string, string[]]

const noAudio = msg('Hurd has no sound: its only film is silent.')

const lines: Line[] = [
  [
    '1.1.1',
    msg('Non-text Content'),
    'A',
    'supports',
    msg(
      'Icons that say something have a name, all others are hidden from assistive technology. Charts and maps have a table or a list with the same content.',
    ),
    [everyScreen, 'e2e/district-map.spec.ts'],
  ],
  [
    '1.2.1',
    msg('Audio-only and Video-only (Prerecorded)'),
    'A',
    'supports',
    msg('The silent film on the sign-in page has captions and a transcript beside it.'),
    ['e2e/demo-film.spec.ts'],
  ],
  ['1.2.2', msg('Captions (Prerecorded)'), 'A', 'not-applicable', noAudio, [read]],
  [
    '1.2.3',
    msg('Audio Description or Media Alternative (Prerecorded)'),
    'A',
    'not-applicable',
    noAudio,
    [read],
  ],
  [
    '1.3.1',
    msg('Info and Relationships'),
    'A',
    'supports',
    msg('Headings, lists, tables, groups of fields and landmarks are marked up as such on every screen.'),
    [everyScreen],
  ],
  [
    '1.3.2',
    msg('Meaningful Sequence'),
    'A',
    'supports',
    msg('The order in the document is the order on the screen. Columns beside the main one come after it.'),
    [everyScreen, keyboard],
  ],
  [
    '1.3.3',
    msg('Sensory Characteristics'),
    'A',
    'supports',
    msg('No text refers to a control by its shape, place or color alone.'),
    [read],
  ],
  [
    '1.4.1',
    msg('Use of Color'),
    'A',
    'supports',
    msg('Stances, votes, levels and changes of texts differ by words and signs as well as by color.'),
    ['e2e/stance.spec.ts', 'e2e/compare-versions.spec.ts'],
  ],
  ['1.4.2', msg('Audio Control'), 'A', 'not-applicable', noAudio, [read]],
  [
    '2.1.1',
    msg('Keyboard'),
    'A',
    'supports',
    msg('Everything can be done with the keyboard alone, from registering to deleting the account.'),
    [keyboard, accountKeyboard, discussionKeyboard],
  ],
  [
    '2.1.2',
    msg('No Keyboard Trap'),
    'A',
    'supports',
    msg('Escape closes every menu and dialog, and the focus returns to where it was.'),
    [escape],
  ],
  [
    '2.1.4',
    msg('Character Key Shortcuts'),
    'A',
    'supports',
    msg(
      'All shortcuts of one character (/ for the search, j and k in the feed, n and p between changes) can be turned off together on the search screen and do nothing while a member types.',
    ),
    ['e2e/search.spec.ts', 'e2e/feed.spec.ts'],
  ],
  [
    '2.2.1',
    msg('Timing Adjustable'),
    'A',
    'supports',
    msg(
      'Sessions last for weeks. When one ends, what was typed stays and can be sent after signing in again. Links in emails expire and can be requested again.',
    ),
    ['e2e/sign-in-again.spec.ts'],
  ],
  [
    '2.2.2',
    msg('Pause, Stop, Hide'),
    'A',
    'supports',
    msg(
      'Nothing moves for more than a moment, and new comments and bills appear only when the reader asks for them.',
    ),
    ['e2e/new-comments.spec.ts', senses],
  ],
  ['2.3.1', msg('Three Flashes or Below Threshold'), 'A', 'supports', msg('Nothing flashes.'), [read]],
  [
    '2.4.1',
    msg('Bypass Blocks'),
    'A',
    'supports',
    msg('The first links of each page skip to the content, to the bills and to the footer.'),
    [keyboard, 'e2e/shell.spec.ts'],
  ],
  [
    '2.4.2',
    msg('Page Titled'),
    'A',
    'supports',
    msg('The title names the screen and the instance.'),
    [everyScreen],
  ],
  [
    '2.4.3',
    msg('Focus Order'),
    'A',
    'supports',
    msg('The focus follows the order of the screen, goes into what opens, and returns when it closes.'),
    [keyboard, escape],
  ],
  [
    '2.4.4',
    msg('Link Purpose (In Context)'),
    'A',
    'supports',
    msg('The name of each link says where it leads, and each link to another site is marked.'),
    [everyScreen, 'e2e/visible-names.spec.ts'],
  ],
  [
    '2.5.1',
    msg('Pointer Gestures'),
    'A',
    'supports',
    msg('No function needs a path or two fingers.'),
    [read],
  ],
  [
    '2.5.2',
    msg('Pointer Cancellation'),
    'A',
    'supports',
    msg('Controls act when the pointer is released on them.'),
    [read],
  ],
  [
    '2.5.3',
    msg('Label in Name'),
    'A',
    'supports',
    msg('The visible text of every control is part of its name.'),
    ['e2e/visible-names.spec.ts'],
  ],
  [
    '2.5.4',
    msg('Motion Actuation'),
    'A',
    'not-applicable',
    msg('No function reacts to motion of the device.'),
    [read],
  ],
  [
    '3.1.1',
    msg('Language of Page'),
    'A',
    'supports',
    msg('Every page is in the language that the reader chose, and says which one it is.'),
    [everyScreen],
  ],
  [
    '3.2.1',
    msg('On Focus'),
    'A',
    'supports',
    msg('Moving the focus changes nothing but the focus and hints beside it.'),
    [keyboard],
  ],
  [
    '3.2.2',
    msg('On Input'),
    'A',
    'supports',
    msg('Choosing a value never leaves the page. What a switch or a choice does is stated beside it.'),
    [keyboard, accountKeyboard],
  ],
  [
    '3.2.6',
    msg('Consistent Help'),
    'A',
    'supports',
    msg('The contact of the operators is in the footer of every page, in the same place.'),
    ['e2e/footer.spec.ts'],
  ],
  [
    '3.3.1',
    msg('Error Identification'),
    'A',
    'supports',
    msg('An error is text at its field, is announced, and keeps what was typed.'),
    ['e2e/register-fields.spec.ts', keyboard],
  ],
  [
    '3.3.2',
    msg('Labels or Instructions'),
    'A',
    'supports',
    msg('Every field has a visible label, and rules are stated before they are broken.'),
    ['e2e/register-fields.spec.ts', everyScreen],
  ],
  [
    '3.3.7',
    msg('Redundant Entry'),
    'A',
    'supports',
    msg('Nothing has to be entered twice within one task. The new password is the one documented exception.'),
    [read],
  ],
  [
    '4.1.2',
    msg('Name, Role, Value'),
    'A',
    'supports',
    msg('Controls are native or follow the ARIA patterns, with their states.'),
    [everyScreen, escape],
  ],
  ['1.2.4', msg('Captions (Live)'), 'AA', 'not-applicable', msg('There is no live media.'), [read]],
  ['1.2.5', msg('Audio Description (Prerecorded)'), 'AA', 'not-applicable', noAudio, [read]],
  [
    '1.3.4',
    msg('Orientation'),
    'AA',
    'supports',
    msg('No screen asks for an orientation of the device.'),
    [read],
  ],
  [
    '1.3.5',
    msg('Identify Input Purpose'),
    'AA',
    'supports',
    msg('Fields about the member name their purpose, so browsers can fill them in.'),
    ['e2e/register-fields.spec.ts', 'e2e/login.spec.ts'],
  ],
  [
    '1.4.3',
    msg('Contrast (Minimum)'),
    'AA',
    'supports',
    msg('Text has at least 4.5 to 1 in both themes, also with a color that operators choose.'),
    [everyScreen, 'e2e/administration-branding.spec.ts'],
  ],
  [
    '1.4.4',
    msg('Resize Text'),
    'AA',
    'supports',
    msg('With text of twice the size, nothing is cut off and nothing scrolls sideways, on a phone too.'),
    ['e2e/large-text.spec.ts', everyScreen],
  ],
  [
    '1.4.5',
    msg('Images of Text'),
    'AA',
    'supports',
    msg('No page shows text as a picture, except the logo of an instance.'),
    [read],
  ],
  [
    '1.4.10',
    msg('Reflow'),
    'AA',
    'supports',
    msg(
      'At 320 pixels, every screen is one column without scrolling sideways. Wide tables scroll within themselves.',
    ),
    [everyScreen],
  ],
  [
    '1.4.11',
    msg('Non-text Contrast'),
    'AA',
    'supports',
    msg('Borders of fields, marks of choices and the ring of the focus have at least 3 to 1.'),
    [read],
  ],
  [
    '1.4.12',
    msg('Text Spacing'),
    'AA',
    'supports',
    msg('With the spacing that the criterion names, no text is cut off or covered.'),
    [senses],
  ],
  [
    '1.4.13',
    msg('Content on Hover or Focus'),
    'AA',
    'supports',
    msg(
      'Hints can be dismissed with Escape, stay while the pointer is on them, and do not vanish by themselves.',
    ),
    [escape],
  ],
  [
    '2.4.5',
    msg('Multiple Ways'),
    'AA',
    'supports',
    msg(
      'Bills are found in the feed, by search, in lists of places and people, and at addresses that can be guessed.',
    ),
    ['e2e/search.spec.ts', 'e2e/bill-address.spec.ts'],
  ],
  [
    '2.4.6',
    msg('Headings and Labels'),
    'AA',
    'supports',
    msg('Headings and labels name what follows.'),
    [everyScreen],
  ],
  [
    '2.4.7',
    msg('Focus Visible'),
    'AA',
    'supports',
    msg('A ring of 2 pixels marks the focus everywhere, also in the high contrast of the system.'),
    [senses],
  ],
  [
    '2.4.11',
    msg('Focus Not Obscured (Minimum)'),
    'AA',
    'supports',
    msg('The header and the bar of stances never cover what has the focus.'),
    [senses],
  ],
  ['2.5.7', msg('Dragging Movements'), 'AA', 'not-applicable', msg('Nothing is dragged.'), [read]],
  [
    '2.5.8',
    msg('Target Size (Minimum)'),
    'AA',
    'supports',
    msg('Controls are at least 24 by 24 pixels or as far apart, except links within text.'),
    [everyScreen],
  ],
  [
    '3.1.2',
    msg('Language of Parts'),
    'AA',
    'partially-supports',
    msg(
      'Comments do not say in which language they are, because members do not state it. Records of governments are in English. Everything that Hurd itself writes is in the language of the page.',
    ),
    [read],
  ],
  [
    '3.2.3',
    msg('Consistent Navigation'),
    'AA',
    'supports',
    msg('The header and the footer are the same on every screen.'),
    ['e2e/shell.spec.ts', 'e2e/footer.spec.ts'],
  ],
  [
    '3.2.4',
    msg('Consistent Identification'),
    'AA',
    'supports',
    msg('The same function has the same name and icon everywhere.'),
    [read],
  ],
  [
    '3.3.3',
    msg('Error Suggestion'),
    'AA',
    'supports',
    msg('Errors say how to correct them, as far as that does not help an attacker.'),
    ['e2e/register-fields.spec.ts', 'e2e/contact-network.spec.ts'],
  ],
  [
    '3.3.4',
    msg('Error Prevention (Legal, Financial, Data)'),
    'AA',
    'supports',
    msg(
      'A message to an office is shown before it is sent. Deleting an account is confirmed and can be undone for 14 days.',
    ),
    ['e2e/bill-contact.spec.ts', 'e2e/restore-account.spec.ts'],
  ],
  [
    '3.3.8',
    msg('Accessible Authentication (Minimum)'),
    'AA',
    'supports',
    msg(
      'Passwords can be pasted and filled in by a password manager, passkeys work, and there is no puzzle.',
    ),
    ['e2e/passkeys.spec.ts', 'e2e/login.spec.ts'],
  ],
  [
    '4.1.3',
    msg('Status Messages'),
    'AA',
    'supports',
    msg('Results of actions, numbers of results and errors are announced without moving the focus.'),
    ['e2e/offline.spec.ts', discussionKeyboard],
  ],
]

export const criteria: readonly Criterion[] = lines.map(([num, name, level, adherence, notes, evidence]) => ({
  num,
  name,
  level,
  adherence,
  notes,
  evidence,
}))
