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

/** A criterion as the lists of both levels write it: number, name, level, adherence, notes and evidence. */
export type Line = [string, string, Criterion['level'], Criterion['adherence'], string, string[]]

/** The day on which every line was compared with the product. */
export const reportDate = '2026-11-27'

export const read = `read on ${reportDate}`
export const everyScreen = 'e2e/every-screen.spec.ts'
export const keyboard = 'e2e/keyboard-walk.spec.ts'
export const accountKeyboard = 'e2e/account-keyboard.spec.ts'
export const discussionKeyboard = 'e2e/discussion-keyboard.spec.ts'
export const escape = 'e2e/escape-walk.spec.ts'
export const senses = 'e2e/accessibility.spec.ts'

export const noAudio = msg('Hurd has no sound: its only film is silent.')
