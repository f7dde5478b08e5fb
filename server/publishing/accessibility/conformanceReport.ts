import { stringify } from 'yaml'
import type { Branding } from '#contract/branding/branding.ts'
import { versionText } from '#server/platform/settings/version.ts'
import { criteria } from './criteria.ts'
import { reportDate, type Criterion } from './criterion.ts'

/** Returns the report, in English, in the format OpenACR (https://github.com/GSA/openacr), which follows VPAT 2.5. */
export function conformanceReport({ name, contact_email }: Branding): string {
  return stringify({
    title: `${name} Accessibility Conformance Report`,
    product: {
      name: 'Hurd',
      version: versionText(),
      description: 'Residents read bills, take stances and write to their representatives.',
    },
    author: contact_email === '' ? { name } : { name, email: contact_email },
    report_date: reportDate,
    evaluation_methods_used:
      'axe on every screen, dialog and menu in both themes and in English and Spanish, whole tasks by keyboard, twelve of them with a virtual screen reader, text of twice the size, a window of 320 pixels, and reading of code and screens.',
    catalog: '2.5-edition-wcag-2.2-en',
    chapters: {
      success_criteria_level_a: chapter('A'),
      success_criteria_level_aa: chapter('AA'),
      success_criteria_level_aaa: { disabled: true, criteria: [] },
    },
  })
}

function chapter(wanted: Criterion['level']) {
  return {
    criteria: criteria
      .filter(({ level }) => level === wanted)
      .map(({ num, adherence, notes, evidence }) => ({
        num,
        components: [
          {
            name: 'web',
            adherence: {
              level: adherence,
              notes: `${notes} Evidence: ${evidence.join('; ')}.`,
            },
          },
        ],
      })),
  }
}
