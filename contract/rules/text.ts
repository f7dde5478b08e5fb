/**
 * Rules that every text of the contract shares, whatever it is for. What a character is allowed to be is decided here
 * and nowhere else.
 */

// Control and format characters, everything that Unicode says to ignore when drawing, spaces, and the empty Braille cell.
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]+/gu
const ignorable = /[\p{Cc}\p{Default_Ignorable_Code_Point}]+/gu

export function codePoints(text: string): number {
  return Array.from(text).length
}

/** Whether a reader sees nothing at all: text of spaces, zero-width characters and the like. */
export function isBlank(text: string): boolean {
  return text.replace(unseen, '') === ''
}

/** How many characters a reader sees, spaces included. */
export function visibleLength(text: string): number {
  return codePoints(text.trim().replace(ignorable, ''))
}

/**
 * Whether PostgreSQL can store every text in a value as it was sent. NUL is refused by the database; half of a surrogate
 * pair has no UTF-8 form and would silently become U+FFFD.
 */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (Array.isArray(value)) return value.every(isStorable)
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isStorable)
  return true
}

export const unstorableText = 'This text contains characters that cannot be saved'
