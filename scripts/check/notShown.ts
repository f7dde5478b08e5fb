/** Literals that look like a text but are never shown to a reader in this form. */
export const notShown: ReadonlySet<string> = new Set(['Bearer ◇', 'Resident Commissioner'])
