import { msg } from './translate.ts'

/** The rules for characters that all texts of the contract share. */

// Matches control and format characters, default-ignorable code points, spaces, the blank Braille cell, code points
// without a meaning, and marks, which show nothing without a letter to combine with.
const invisible = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{M}\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]+/gu
const ignorable = /[\p{Cc}\p{Default_Ignorable_Code_Point}]+/gu

export function codePoints(text: string): number {
  return Array.from(text).length
}

/**
 * True if the text shows nothing, because it consists only of spaces, zero-width characters, combining marks and
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
 * True if PostgreSQL can store every string in a value unchanged. PostgreSQL rejects NUL, and an unpaired
 * surrogate has no UTF-8 encoding and would silently become U+FFFD.
 */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') {
    return !value.includes('\0') && value.isWellFormed()
  }
  if (Array.isArray(value)) {
    return value.every(isStorable)
  }
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).every(isStorable)
  }
  return true
}

export const unstorableText = msg('This text contains characters that cannot be saved')

/**
 * Every character that people write for an apostrophe or for the Hawaiian ʻokina: typewriter and printed apostrophes, grave
 * and acute accents that stand alone, modifier letters and primes.
 */
const apostrophes =
  /['`\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07]/gu

/** Letters that Unicode does not decompose into a plain letter and an accent. */
const lettersByOther: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}
const otherLetters = /[æðđħıłøœßþ]/g

/** Replaces the lowercase letters that Unicode does not decompose, such as ø and ß. */
export function plainLetters(text: string): string {
  return text.replace(otherLetters, (letter) => lettersByOther[letter] ?? letter)
}

/**
 * Returns a text in lower case without accents and without apostrophes of any form so that "Kaʻahu", "Ka'ahu", "Ka’ahu" and
 * "Kaahu" are equal, and so are "Muñoz" and "MUNOZ". All other punctuation and spaces stay. Use this function wherever names or
 * words from different sources are compared.
 */
export function foldLetters(text: string): string {
  return plainLetters(
    text
      .replace(apostrophes, '')
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase(),
  )
}

// The next two messages are not with the other refusals, because pages that show them must not load all refusals.
export const deadResetLink = msg(
  'This password reset link is invalid or has expired. Please request a new one.',
)
/** The message that is shown instead of the form for posts, and that refuses a post. */
export const residentsOnly = msg("Only residents within this group's jurisdiction can post here.")
