import { msg } from '#contract/kit/translate.ts'

/**
 * How the product meets each criterion of WCAG 2.2, levels A and AA (https://www.w3.org/TR/WCAG22/). `evidence` are tests in the
 * repository, as "file: title", or "read on DATE" if a person has checked it by reading code and screens. The terms of `adherence` are those of
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

/** A criterion as the lists of both levels write it: number, name, level, adherence, notes and evidence. */
export type Line = [string, string, Criterion['level'], Criterion['adherence'], string, string[]]

/** The day on which every line was compared with the product. */
export const reportDate = '2026-11-27'

export const read = `read on ${reportDate}`
export const everyScreen =
  'e2e/every-screen.spec.ts: in English and a wide window, no screen moves while it loads, and axe finds nothing in either theme'
export const keyboard =
  'e2e/keyboard-walk.spec.ts: a member reads a bill, takes a stance, shares it and discusses it without a mouse'
export const accountKeyboard =
  'e2e/account-keyboard.spec.ts: a member switches settings tabs and changes their name and password with the keyboard alone'
export const discussionKeyboard =
  'e2e/discussion-keyboard.spec.ts: a member uses a discussion with the keyboard alone: tabs, writing, voting, replying, changing their mind, deleting'
export const escape =
  'e2e/escape-walk.spec.ts: Escape closes only the layer on top, on every screen, and loses no typed text'
export const spacing =
  'e2e/accessibility.spec.ts: with the text spacing that readers may set, no screen cuts off a text or scrolls sideways'
export const focusMark =
  'e2e/accessibility.spec.ts: wherever the focus goes on a screen, it is marked and nothing covers it'
export const lessMotion =
  'e2e/accessibility.spec.ts: readers who ask for less motion see none, and the high contrast of the system keeps the marks of choices'
export const dialogs =
  'e2e/every-dialog.spec.ts: axe finds nothing on the dialogs, menus, lists and hints of a bill'
export const narrow =
  'e2e/every-screen.spec.ts: on a phone, no screen moves or scrolls sideways, whatever the size of its text, and axe finds nothing in either theme'
export const heardBill =
  'e2e/listen-bill.spec.ts: a member hears the progress, the headings, the summary and the votes of a bill'
export const heardComment =
  'e2e/listen-bill.spec.ts: a member comments and replies, and hears that each was posted'
export const heardVote =
  'e2e/listen-bill.spec.ts: a member votes on a comment and hears the new count and state'
export const heardErrors =
  'e2e/listen-account.spec.ts: a newcomer hears the fields and their errors, and registers with an access code'
export const heardSignIn =
  'e2e/listen-account.spec.ts: a member hears what is wrong with the sign-in, and signs in'

export const noAudio = msg('Hurd has no sound: its only film is silent.')
