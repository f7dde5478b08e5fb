/** Literals that look like a text but are never shown to a reader in this form. */
export const notShown: ReadonlySet<string> = new Set([
  'Bearer ◇',
  'Dear ◇,',
  'I am writing as your constituent about ◇, ◇.',
  'I am writing as your constituent.',
  'I oppose this bill, and I ask you to oppose it too.',
  'I support this bill, and I ask you to support it too.',
  'Please tell me what you think of this bill and how you plan to act on it.',
  'Regarding ◇: ◇',
  'Representative',
  'Resident Commissioner',
])
