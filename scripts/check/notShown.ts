/** Literals that look like a text but are never shown to a reader in this form. */
export const notShown: ReadonlySet<string> = new Set([
  'A file of the page could not be loaded',
  'A part of the page could not be loaded',
  'Bearer ◇',
  'Group updates could not be loaded',
  'Notifications could not be loaded',
  'Resident Commissioner',
  'The notification was not marked as read',
  'input, textarea, select, [contenteditable], [role=menu]',
])
