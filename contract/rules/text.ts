/** The rules for characters that all texts of the contract share. */

// Matches control and format characters, default-ignorable code points, spaces, the blank Braille cell, code points
// without a meaning, and marks, which show nothing without a letter to combine with.
const invisible = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{M}\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]+/gu
const ignorable = /[\p{Cc}\p{Default_Ignorable_Code_Point}]+/gu

export function codePoints(text: string): number {
  return Array.from(text).length
}

/**
 * Says whether the text shows nothing, because it consists only of spaces, zero-width characters, combining marks and
 * other invisible characters.
 */
export function isBlank(text: string): boolean {
  return text.replace(invisible, '') === ''
}

/** Returns the number of visible characters, including spaces inside the text. */
export function visibleLength(text: string): number {
  return codePoints(text.trim().replace(ignorable, ''))
}

/**
 * Says whether PostgreSQL can store every string in a value unchanged. PostgreSQL rejects NUL, and an unpaired
 * surrogate has no UTF-8 encoding and would silently become U+FFFD.
 */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (Array.isArray(value)) return value.every(isStorable)
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isStorable)
  return true
}

export const unstorableText = 'This text contains characters that cannot be saved'
