/** Rules for characters that all texts of the contract share. */

// Control and format characters, default-ignorable code points, spaces, and the blank Braille cell.
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]+/gu
const ignorable = /[\p{Cc}\p{Default_Ignorable_Code_Point}]+/gu

export function codePoints(text: string): number {
  return Array.from(text).length
}

/** Whether the text shows nothing, because it has only spaces, zero-width characters and the like. */
export function isBlank(text: string): boolean {
  return text.replace(invisible, '') === ''
}

/** The number of visible characters, including spaces inside the text. */
export function visibleLength(text: string): number {
  return codePoints(text.trim().replace(ignorable, ''))
}

/**
 * Whether PostgreSQL can store every string in a value unchanged. It rejects NUL, and an unpaired surrogate has no UTF-8
 * encoding and would silently become U+FFFD.
 */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (Array.isArray(value)) return value.every(isStorable)
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isStorable)
  return true
}

export const unstorableText = 'This text contains characters that cannot be saved'
