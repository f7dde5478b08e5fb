import { msg, t } from '#contract/kit/translate.ts'

const categoryNames: Readonly<Record<string, string>> = {
  'General Discussion': msg('General Discussion'),
  'Economic Impact': msg('Economic Impact'),
  'Personal Stories': msg('Personal Stories'),
  'Questions & Clarifications': msg('Questions & Clarifications'),
}

/** Returns the name of a category, which responses have in English, in the reader's language. */
export function categoryName(english: string): string {
  return t(categoryNames[english] ?? english)
}

const replacements: Readonly<Record<string, string>> = {
  '[Comment deleted by user]': msg('[Comment deleted by user]'),
  '[Post deleted by user]': msg('[Post deleted by user]'),
  '[Removed by moderators]': msg('[Removed by moderators]'),
}

/** Returns what is shown for a deleted or hidden text, which responses have in English, in the reader's language. */
export function replacementText(english: string): string {
  return t(replacements[english] ?? english)
}
